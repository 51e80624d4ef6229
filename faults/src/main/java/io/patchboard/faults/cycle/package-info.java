/**
 * Teams in loops, honest work that looks like one, and how long a run of either goes on. Whether it was a loop is for
 * the {@link io.patchboard.faults.oracle oracle} and the run to say, not for the kernel alone.
 */
package io.patchboard.faults.cycle;
