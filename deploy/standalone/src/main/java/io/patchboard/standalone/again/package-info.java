/**
 * Asks a worker again what boards have asked it, with the views of then, and has the kernel judge its answers on the
 * states of then. No board hears of it.
 *
 * <p>{@link io.patchboard.standalone.again.PastInvocations} picks a sample from the logs,
 * {@link io.patchboard.standalone.again.AskAgain} asks and judges, and {@link io.patchboard.standalone.again.Tally}
 * puts what came of it beside what came of it then.
 */
package io.patchboard.standalone.again;
