/**
 * The records of the outside contract, one Java record each, and their JSON form.
 *
 * <p>{@link io.patchboard.record.Command} and {@link io.patchboard.record.PatchProposal} go into the kernel;
 * {@link io.patchboard.record.LogEntry} comes out of it. A record knows nothing of bytes: those are the business of
 * {@code io.patchboard.encoding}.
 */
package io.patchboard.record;
