package io.patchboard.workflow.asl;

import java.util.List;

/**
 * A part of what a choice looks at.
 *
 * @param steps names and indices
 */
record Reference(Root root, List<Object> steps) {

    Reference {
        steps = List.copyOf(steps);
    }

    /** What contains it, so many steps in. */
    Reference upTo(int count) {
        return new Reference(root, steps.subList(0, count));
    }
}
