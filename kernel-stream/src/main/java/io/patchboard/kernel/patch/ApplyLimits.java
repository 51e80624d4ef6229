package io.patchboard.kernel.patch;

/**
 * Bounds on what a patch may do to a document beyond the size of the patch itself.
 *
 * @param maxDepth nesting of objects and arrays in the result; the default leaves room below the 128 levels that
 *     {@link io.patchboard.json.JsonLimits} reads for the record that carries the state
 * @param maxCopiedBytes compact text of all values that the {@code copy} operations of one patch duplicate, and that
 *     its {@code move} operations take to a deeper place, in sum
 */
public record ApplyLimits(int maxDepth, long maxCopiedBytes) {

    public static final ApplyLimits DEFAULT = new ApplyLimits(120, 8L * 1024 * 1024);
}
