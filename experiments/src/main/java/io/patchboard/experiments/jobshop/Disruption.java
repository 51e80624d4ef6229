package io.patchboard.experiments.jobshop;

import java.util.Optional;

/**
 * Something that went wrong on the floor. Told at its beginning; before that nobody knows of it.
 *
 * @param machine where
 * @param from when it begins
 * @param to when the machine does something again; as {@code from} if it goes on, only slower
 * @param job whose operation was under way there
 * @param lost how much longer than its duration that operation takes, with all that it lost before
 */
record Disruption(int machine, int from, int to, Optional<Integer> job, int lost) {}
