package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;

/**
 * What became of a patch. In the three refusals, {@code operation} is the index of the first that could not be done.
 */
public sealed interface PatchResult {

    /** All operations were done. */
    record Applied(Revision revision) implements PatchResult {

        /** The document with all operations done. */
        public Json document() {
            return revision.after();
        }
    }

    /**
     * A place that an operation needs does not exist.
     *
     * @param pointer the {@code path} or {@code from} of the operation
     * @param quoted the place on the way to it of whose value the message tells
     */
    record PathMissing(int operation, JsonPointer pointer, JsonPointer quoted, String message) implements PatchResult {}

    /**
     * A {@code test} found another value, or none: that something is gone is a change that the author of the patch did
     * not expect, which is what a test is for.
     */
    record TestFailed(int operation, JsonPointer pointer, String message) implements PatchResult {}

    /** The result would be nested too deeply, or the patch copies too much; see {@link ApplyLimits}. */
    record OverLimit(int operation, JsonPointer pointer, String message) implements PatchResult {}
}
