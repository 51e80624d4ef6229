package io.patchboard.gateway.config;

import io.patchboard.calls.RetryPolicy;
import io.patchboard.gateway.inject.InjectedFaults;
import io.patchboard.gateway.llm.Generation;
import io.patchboard.gateway.llm.ModelSet;
import io.patchboard.gateway.worker.Worker;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** What stands behind a worker's name. */
public sealed interface WorkerBinding
        permits WorkerBinding.Program,
                WorkerBinding.Http,
                WorkerBinding.A2a,
                WorkerBinding.Provided,
                WorkerBinding.Llm,
                WorkerBinding.Resumable,
                Around,
                WorkerBinding.Versions,
                WorkerBinding.Given {

    Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

    /** How long one answer may take, at most; an invocation's own deadline may come sooner. */
    Duration timeout();

    /** The same, but that programs which belong to it do not get these secrets. */
    default WorkerBinding keepingFrom(KnownSecrets others) {
        return this;
    }

    /** What is asked, however it is told apart. */
    default WorkerBinding plain() {
        return this;
    }

    /** All that may be asked under the name. */
    default Stream<WorkerBinding> parts() {
        return Stream.of(this);
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
     * @param warmUp whether one question goes first of those with the same beginning
     */
    record Llm(ModelSet models, String model, Generation overrides, Duration timeout, ToolSet tools, boolean warmUp)
            implements WorkerBinding {

        @Override
        public WorkerBinding keepingFrom(KnownSecrets others) {
            return new Llm(models, model, overrides, timeout, tools.keepingFrom(others), warmUp);
        }

        @Override
        public OptionalInt concurrency() {
            return OptionalInt.of(models.byName().get(model).limits().concurrency());
        }
    }

    /**
     * A worker that says before it answers how far it has come, and goes on from there.
     *
     * @param plain a program or an HTTP endpoint
     */
    record Resumable(WorkerBinding plain) implements WorkerBinding {

        @Override
        public Duration timeout() {
            return plain.timeout();
        }

        @Override
        public WorkerBinding keepingFrom(KnownSecrets others) {
            return new Resumable(plain.keepingFrom(others));
        }

        @Override
        public OptionalInt concurrency() {
            return plain.concurrency();
        }
    }

    /** A worker with which something goes wrong on purpose. */
    record Faulty(WorkerBinding inner, InjectedFaults faults) implements Around {

        @Override
        public WorkerBinding keepingFrom(KnownSecrets others) {
            return new Faulty(inner.keepingFrom(others), faults);
        }
    }

    /**
     * A worker of whose questions a share is put to another one, too, for comparison.
     *
     * @param shadow whose answers no board hears of
     * @param share above 0 and at most 1
     */
    record Shadowed(WorkerBinding inner, WorkerBinding shadow, BigDecimal share) implements Around {

        /** Whether the shadow is asked, too: the same wherever it is asked. */
        public boolean takes(String worker, String invocationId) {
            return Place.of(worker, invocationId).compareTo(share) < 0;
        }

        @Override
        public WorkerBinding keepingFrom(KnownSecrets others) {
            return new Shadowed(inner.keepingFrom(others), shadow.keepingFrom(others), share);
        }

        @Override
        public Stream<WorkerBinding> parts() {
            return Stream.concat(inner.parts(), shadow.parts());
        }
    }

    /**
     * A worker in several versions, each of which has a share of the boards.
     *
     * @param all not empty
     */
    record Versions(List<Version> all) implements WorkerBinding {

        /**
         * One of them.
         *
         * @param share from 0 to 1; all of them are 1 together
         */
        public record Version(String name, BigDecimal share, WorkerBinding binding) {}

        public Versions {
            all = List.copyOf(all);
        }

        /** The one that serves a board: the same wherever it is asked. Who has one keeps it when its share grows. */
        public Version of(String worker, String boardId) {
            BigDecimal place = Place.of(worker, boardId);
            BigDecimal end = BigDecimal.ZERO;
            for (Version version : all) {
                end = end.add(version.share());
                if (place.compareTo(end) < 0) {
                    return version;
                }
            }
            return all.getLast();
        }

        @Override
        public Duration timeout() {
            return all.stream()
                    .map(version -> version.binding().timeout())
                    .max(Duration::compareTo)
                    .orElseThrow();
        }

        @Override
        public WorkerBinding keepingFrom(KnownSecrets others) {
            return new Versions(all.stream()
                    .map(version -> new Version(
                            version.name(), version.share(), version.binding().keepingFrom(others)))
                    .toList());
        }

        @Override
        public OptionalInt concurrency() {
            return all.stream()
                            .allMatch(version -> version.binding().concurrency().isPresent())
                    ? OptionalInt.of(all.stream()
                            .mapToInt(version -> version.binding().concurrency().getAsInt())
                            .sum())
                    : OptionalInt.empty();
        }

        @Override
        public Stream<WorkerBinding> parts() {
            return all.stream().flatMap(version -> version.binding().parts());
        }

        /** That of the largest share. */
        @Override
        public WorkerBinding plain() {
            return all.stream()
                    .max(Comparator.comparing(Version::share))
                    .orElseThrow()
                    .binding()
                    .plain();
        }
    }

    /** A worker at hand, for programs that run a gateway inside themselves. */
    record Given(Worker worker, Duration timeout) implements WorkerBinding {

        public static Given of(Worker worker) {
            return new Given(worker, DEFAULT_TIMEOUT);
        }
    }
}
