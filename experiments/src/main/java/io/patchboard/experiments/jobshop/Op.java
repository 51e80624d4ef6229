package io.patchboard.experiments.jobshop;

/**
 * An operation: a step of a job.
 *
 * @param job from 0
 * @param step of the job, from 0
 */
record Op(int job, int step) {

    Op next() {
        return new Op(job, step + 1);
    }
}
