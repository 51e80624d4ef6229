/**
 * The fault table (arXiv 2605.29313, Table 1): generated faults, put to two controls and to this kernel, and judged by
 * an oracle that shares no code with it.
 *
 * <p>{@code world} has blueprints, situations and honest teams; {@code inject} makes faults of what honest workers
 * would have said; {@code board} has the systems; {@code oracle} judges the states; {@code cycle} has teams in loops
 * and honest work that looks like one; {@code tree} is JSON for all of them, apart from the kernel's.
 */
package io.patchboard.faults;
