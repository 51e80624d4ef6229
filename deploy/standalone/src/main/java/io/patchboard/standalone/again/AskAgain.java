package io.patchboard.standalone.again;

import io.patchboard.client.board.DryRun;
import io.patchboard.gateway.Runners;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.History;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.WorkerInvoked;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Asks a worker, by what runs it in a gateway, and has its answers judged. Safe for use by several threads. */
public final class AskAgain implements AutoCloseable {

    private static final int MOST_AT_ONCE = 4;

    private final Runners runners;
    private final String worker;
    private final Duration timeout;
    private final int atOnce;
    private final DryRun dryRun;

    /**
     * @param worker its name
     * @param binding how it is run
     * @param blueprints with which the boards were followed
     * @throws IllegalArgumentException if there is no such worker on the class path, or its limits cannot be set
     */
    public AskAgain(String worker, WorkerBinding binding, Blueprints blueprints) {
        this.worker = worker;
        this.timeout = binding.timeout();
        this.atOnce = binding.concurrency().orElse(MOST_AT_ONCE);
        this.dryRun = new DryRun(blueprints);
        this.runners = Runners.of(
                Map.of(worker, binding),
                ServiceLoader.load(WorkerProvider.class),
                Callbacks.none(),
                Clock.systemUTC(),
                atOnce);
    }

    /**
     * Asks all, as many at once as the worker takes.
     *
     * @param told hears of each as soon as its answer and all before it are there
     * @return in the order of the invocations
     */
    public List<Asked> ask(List<PastInvocation> past, Consumer<Asked> told) throws InterruptedException {
        try (ExecutorService threads = Executors.newFixedThreadPool(atOnce)) {
            try {
                List<Future<Asked>> answers =
                        past.stream().map(one -> threads.submit(() -> ask(one))).toList();
                List<Asked> asked = new ArrayList<>();
                for (Future<Asked> answer : answers) {
                    asked.add(answer.get());
                    told.accept(answer.get());
                }
                return asked;
            } catch (ExecutionException e) {
                throw new IllegalStateException("An answer could not be judged: " + e.getCause(), e);
            } finally {
                threads.shutdownNow();
            }
        }
    }

    /** How many the worker takes at once. */
    int atOnce() {
        return atOnce;
    }

    /** Asks, waits for the answer, and judges it on the board that the answer of then met. */
    Asked ask(PastInvocation past) throws InterruptedException {
        long began = System.nanoTime();
        Answer answer;
        try {
            answer = runners.of(worker)
                    .orElseThrow()
                    .run(fresh(past))
                    .toCompletableFuture()
                    .get();
        } catch (ExecutionException e) {
            answer = Answer.failed("It was stopped: " + e.getCause() + ".");
        }
        return judge(past, answer, Duration.ofNanos(System.nanoTime() - began));
    }

    /** The same view under a new id, so that nobody who keeps answers by id repeats his own. */
    private Invocation fresh(PastInvocation past) {
        WorkerInvoked then = past.invoked();
        return new Invocation(new LogEntry(
                past.entry().header(),
                new WorkerInvoked(
                        "again-" + UUID.randomUUID(),
                        then.worker(),
                        then.queue(),
                        then.attempt(),
                        Instant.now().plus(timeout),
                        then.baseVersion(),
                        then.trigger(),
                        then.instruction(),
                        then.view(),
                        then.viewHash(),
                        then.writes(),
                        then.cause(),
                        then.releases(),
                        then.expanded(),
                        then.neighbourhood(),
                        then.child(),
                        then.taint(),
                        then.egress())));
    }

    private Asked judge(PastInvocation past, Answer answer, Duration took) {
        LogEntry outcome = dryRun.judge(
                        past.met(),
                        id -> History.InvocationEnd.NONE,
                        new PatchProposal(
                                "again",
                                past.entry().boardId(),
                                past.invoked().worker(),
                                Optional.of(past.invoked().invocationId()),
                                answer.patch(),
                                answer.usage(),
                                Optional.empty(),
                                answer.failure()),
                        past.time())
                .outcome();
        return new Asked(past, outcome, answer.usage(), took);
    }

    @Override
    public void close() {
        runners.close();
    }
}
