package io.patchboard.kernel.cel;

import java.util.List;

/**
 * A field that an expression gives to a function or an operator.
 *
 * @param field as in {@link FieldRead}; its path is empty where it is a variable itself
 * @param by the function or operator, as it is written
 * @param types that it takes there; with any other it fails
 */
public record FieldUse(FieldRead field, String by, List<FieldType> types) {

    public FieldUse {
        types = List.copyOf(types);
    }
}
