/**
 * The systems that faults are put to: two controls, and the kernel behind its own decoder. Only here is the kernel
 * known, and only by {@code Kernel} and {@code KernelBoard}; the controls share no code with it.
 */
package io.patchboard.faults.board;
