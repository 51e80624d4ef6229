/**
 * JSON Patch (RFC 6902) and the path patterns that say where one may write.
 *
 * <p>A patch passes through three steps, and each refusal names its place:
 * {@link io.patchboard.kernel.patch.Patch#parse} sees only the patch and refuses what can be refused without the state;
 * a {@link io.patchboard.kernel.patch.PathPattern} sees only paths; {@link io.patchboard.kernel.patch.PatchApplier}
 * sees the state and returns a new one or the first operation that cannot be done. The document given is never changed,
 * so that a refused patch leaves no trace.
 *
 * <p>What it costs: an operation copies the objects and arrays on its path and shares the rest, so it is linear in
 * their widths, not in the size of the document. A patch of many operations on one wide array is therefore quadratic in
 * the worst case; {@link io.patchboard.kernel.patch.PatchLimits#maxOperations()} is what bounds it.
 *
 * <p>Two attacks that the RFC does not mention are bounded here, because later stages write the document out as text:
 * copying a value into itself doubles the document with each operation while sharing hides it in memory, and adding at
 * ever deeper paths builds a tree that overflows the stack of recursive code. See
 * {@link io.patchboard.kernel.patch.ApplyLimits}.
 *
 * <p>Everything here is pure: no clock, no I/O, no Kafka. Equal input gives equal output, in messages too.
 */
package io.patchboard.kernel.patch;
