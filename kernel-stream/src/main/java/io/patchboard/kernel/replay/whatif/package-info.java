/**
 * What would have become of a board's proposals under another blueprint: the log is read once more, and the kernel's
 * own judge is asked about each proposal, without calling a worker or writing anything.
 *
 * <p>{@link io.patchboard.kernel.replay.whatif.WhatIf.Mode#EACH} asks about the state that a proposal met then, so that
 * verdicts do not depend on each other. {@link io.patchboard.kernel.replay.whatif.WhatIf.Mode#ONWARD} lets the state
 * go on as the new verdicts lead it, up to the point from which workers would have been invited otherwise: nobody knows
 * what these would have answered. Ids and times are those of the log.
 */
package io.patchboard.kernel.replay.whatif;
