package io.patchboard.gateway.config;

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
     * @param environment its variables
     * @param limits of each of its processes
     */
    record Program(
            List<String> command,
            Path directory,
            Duration timeout,
            int instances,
            ProgramEnvironment environment,
            ProgramLimits limits)
            implements WorkerBinding {

        public Program {
            command = List.copyOf(command);
        }

        /** One that inherits the gateway's environment and has no limits. */
        public Program(List<String> command, Path directory, Duration timeout, int instances, Map<String, String> env) {
            this(command, directory, timeout, instances, ProgramEnvironment.inheriting(env), ProgramLimits.NONE);
        }
    }

    /**
     * An HTTP endpoint that takes an invocation and gives an answer.
     *
     * @param concurrency requests at once, at least 1
     */
    record Http(HttpEndpoint endpoint, Duration timeout, int concurrency, HttpRetry retry) implements WorkerBinding {}

    /** The worker {@code worker} of the {@link io.patchboard.gateway.worker.WorkerProvider} named {@code provider}. */
    record Provided(String provider, String worker, Duration timeout) implements WorkerBinding {}

    /** A worker at hand, for programs that run a gateway inside themselves. */
    record Given(Worker worker, Duration timeout) implements WorkerBinding {

        public static Given of(Worker worker) {
            return new Given(worker, DEFAULT_TIMEOUT);
        }
    }
}
