/**
 * What the kernel knows of a board: immutable values that deciding reads and applying replaces.
 *
 * <p>Nothing here changes anything; the only code that makes the next {@link io.patchboard.kernel.state.Board} from one
 * and a log entry is in {@code io.patchboard.kernel.apply}.
 */
package io.patchboard.kernel.state;
