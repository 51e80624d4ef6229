package io.patchboard.experiments.jobshop;

/**
 * When an operation is done.
 *
 * @param lost time that it takes beyond its duration
 */
record Slot(int start, int end, int lost) {

    Slot at(int other) {
        return new Slot(other, other + end - start, lost);
    }
}
