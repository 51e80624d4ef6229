package io.patchboard.gateway.config;

import io.patchboard.gateway.llm.Generation;
import io.patchboard.gateway.llm.ModelSet;
import io.patchboard.gateway.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What stands behind a worker's name. */
public sealed interface WorkerBinding {

    Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

    /** How long one answer may take, at most; an invocation's own deadline may come sooner. */
    Duration timeout();

    /**
     * A program that reads invocations on stdin and writes answers on stdout, one JSON line each.
     *
     * @param command the program and its arguments; not empty
     * @param directory working directory
     * @param instances processes side by side, at least 1
     * @param env beside the environment that is inherited
     */
    record Program(List<String> command, Path directory, Duration timeout, int instances, Map<String, String> env)
            implements WorkerBinding {

        public Program {
            command = List.copyOf(command);
            env = Map.copyOf(env);
        }
    }

    /** The worker {@code worker} of the {@link io.patchboard.gateway.worker.WorkerProvider} named {@code provider}. */
    record Provided(String provider, String worker, Duration timeout) implements WorkerBinding {}

    /**
     * A language model.
     *
     * @param models those of the file; workers of one file share them
     * @param model name of one of them
     * @param overrides what this worker asks for differently
     */
    record Llm(ModelSet models, String model, Generation overrides, Duration timeout) implements WorkerBinding {}

    /** A worker at hand, for programs that run a gateway inside themselves. */
    record Given(Worker worker, Duration timeout) implements WorkerBinding {

        public static Given of(Worker worker) {
            return new Given(worker, DEFAULT_TIMEOUT);
        }
    }
}
