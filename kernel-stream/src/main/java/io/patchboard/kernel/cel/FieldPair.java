package io.patchboard.kernel.cel;

import java.util.List;

/**
 * Two fields that an expression compares or adds up, which makes sense only if they are of one type.
 *
 * @param types that this may be
 */
public record FieldPair(FieldRead left, FieldRead right, List<FieldType> types) {

    public FieldPair {
        types = List.copyOf(types);
    }
}
