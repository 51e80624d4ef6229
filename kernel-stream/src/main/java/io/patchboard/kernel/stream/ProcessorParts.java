package io.patchboard.kernel.stream;

import io.patchboard.encoding.RecordEncoder;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.record.Topics;
import io.patchboard.tracing.Tracing;
import java.time.InstantSource;

/**
 * What all processors of a kernel share. Everything in it is safe for use by several threads.
 *
 * @param inputPartitions of each of the two input topics
 * @param cache the heap that boards may take which are kept as objects
 * @param attempts what the process may end with
 * @param pace what the threads' clients tell, too
 * @param commands how long to wait for boards that are not there
 * @param clock for what is told of decisions; nothing is decided by it
 */
public record ProcessorParts(
        Topics topics,
        int inputPartitions,
        InputReader inputs,
        Decider decider,
        Blueprints blueprints,
        RecordEncoder encoder,
        CacheBudget cache,
        Attempts attempts,
        CommitPace pace,
        CommandProgress commands,
        KernelMeters meters,
        Tracing tracing,
        InstantSource clock) {}
