package io.patchboard.registry;

import java.util.List;

/**
 * What a registry says of a schema that is not registered yet.
 *
 * @param messages the registry's reasons where it is not compatible; some registries give none
 */
public record Compatibility(boolean isCompatible, List<String> messages) {

    static final Compatibility NOTHING_TO_COMPARE_WITH = new Compatibility(true, List.of());

    public Compatibility {
        messages = List.copyOf(messages);
    }
}
