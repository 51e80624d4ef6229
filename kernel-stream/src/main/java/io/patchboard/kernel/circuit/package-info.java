/**
 * The circuit policy: finding out that a board, or a part of it, runs in circles (paper, section 3.4 and Table 2).
 *
 * <p>{@link io.patchboard.kernel.circuit.Circuit} is what a board remembers of its recent past; it changes with log
 * entries alone, and all of it is bounded, however long the board runs. {@link io.patchboard.kernel.circuit.Detectors}
 * look at it and say what they find. What is then done is not decided here. What is
 * remembered is kept in {@linkplain io.patchboard.kernel.circuit.Ring rings}, which know how large they are.
 */
package io.patchboard.kernel.circuit;
