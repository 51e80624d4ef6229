/**
 * The way of a rule's match to an invocation: through the gates where it may have to wait ({@link
 * io.patchboard.kernel.decide.dispatch.Dispatch}), which is written down ({@link
 * io.patchboard.kernel.decide.dispatch.Holding}), to the entry that invites a worker ({@link
 * io.patchboard.kernel.decide.dispatch.Invoker}).
 */
package io.patchboard.kernel.decide.dispatch;
