package io.patchboard.experiments.jobshop;

import java.util.Locale;

/** Who mends the schedule first when something goes wrong. */
public enum Arm {
    /** Repair in a neighbourhood that grows, then recompute, then shift: the paper's LCRP. */
    REPAIR,
    /** Everything that has not begun is planned anew. */
    RECOMPUTE,
    /** Everything keeps its order and is late. */
    SHIFT;

    /** The name of the worker. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
