package io.patchboard.kernel.patch;

/**
 * Bounds on a patch that are checked before anything else is done with it.
 *
 * @param maxOperations operations in one patch; bounds the worst case of applying it, see the package
 * @param maxBytes bytes of the patch as compact UTF-8 JSON text
 */
public record PatchLimits(int maxOperations, int maxBytes) {

    public static final PatchLimits DEFAULT = new PatchLimits(1_000, 1024 * 1024);
}
