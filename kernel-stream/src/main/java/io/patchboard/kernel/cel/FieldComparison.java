package io.patchboard.kernel.cel;

import io.patchboard.json.Json;

/**
 * A field that an expression holds against a constant.
 *
 * @param field as in {@link FieldRead}; its path is empty where it is a variable itself
 * @param ordered whether it asks which is less, and not whether they are equal
 */
public record FieldComparison(FieldRead field, boolean ordered, Json constant) {}
