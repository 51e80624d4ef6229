package io.patchboard.gateway.config;

import io.patchboard.calls.RetryPolicy;
import io.patchboard.gateway.llm.Generation;
import io.patchboard.gateway.llm.ModelSet;
import io.patchboard.gateway.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** What stands behind a worker's name. */
public sealed interface WorkerBinding {

    Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

    /** How long one answer may take, at most; an invocation's own deadline may come sooner. */
    Duration timeout();

    /** The same, but that programs which belong to it do not get these secrets. */
    default WorkerBinding keepingFrom(KnownSecrets others) {
        return this;
    }

    /** Answers that may be worked on at once; empty where the gateway's own bound holds. */
    default OptionalInt concurrency() {
        return OptionalInt.empty();
    }

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

        @Override
        public Program keepingFrom(KnownSecrets others) {
            return new Program(command, directory, timeout, instances, environment.keepingFrom(others), limits);
        }

        @Override
        public OptionalInt concurrency() {
            return OptionalInt.of(instances);
        }
    }

    /**
     * An HTTP endpoint that takes an invocation and gives an answer.
     *
     * @param requestsAtOnce at least 1; invocations that wait for a callback are not among them
     */
    record Http(HttpEndpoint endpoint, Duration timeout, int requestsAtOnce, RetryPolicy retry)
            implements WorkerBinding {}

    /**
     * An agent that speaks the Agent2Agent protocol.
     *
     * @param card where its card is; headers go to the agent, too
     * @param skill of the card, that it is asked for
     * @param tasksAtOnce at least 1
     */
    record A2a(HttpEndpoint card, String skill, Duration timeout, int tasksAtOnce) implements WorkerBinding {

        @Override
        public OptionalInt concurrency() {
            return OptionalInt.of(tasksAtOnce);
        }
    }

    /** The worker {@code worker} of the {@link io.patchboard.gateway.worker.WorkerProvider} named {@code provider}. */
    record Provided(String provider, String worker, Duration timeout, OptionalInt concurrency)
            implements WorkerBinding {

        public Provided(String provider, String worker, Duration timeout) {
            this(provider, worker, timeout, OptionalInt.empty());
        }
    }

    /**
     * A language model.
     *
     * @param models those of the file; workers of one file share them
     * @param model name of one of them
     * @param overrides what this worker asks for differently
     * @param tools that it may call before it answers
     */
    record Llm(ModelSet models, String model, Generation overrides, Duration timeout, ToolSet tools)
            implements WorkerBinding {

        @Override
        public WorkerBinding keepingFrom(KnownSecrets others) {
            return new Llm(models, model, overrides, timeout, tools.keepingFrom(others));
        }

        @Override
        public OptionalInt concurrency() {
            return OptionalInt.of(models.byName().get(model).limits().concurrency());
        }
    }

    /** A worker at hand, for programs that run a gateway inside themselves. */
    record Given(Worker worker, Duration timeout) implements WorkerBinding {

        public static Given of(Worker worker) {
            return new Given(worker, DEFAULT_TIMEOUT);
        }
    }
}
