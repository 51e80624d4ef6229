package io.patchboard.standalone.again;

import io.patchboard.gateway.Runners;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    private final Judge judge;

    /**
     * @param worker its name
     * @param binding how it is run
     * @param blueprints with which the boards were followed
     * @param callbacks what the worker gets of blobs
     * @throws IllegalArgumentException if there is no such worker on the class path, or its limits cannot be set
     */
    public AskAgain(String worker, WorkerBinding binding, Blueprints blueprints, Callbacks callbacks) {
        this.worker = worker;
        this.timeout = binding.timeout();
        this.atOnce = binding.concurrency().orElse(MOST_AT_ONCE);
        this.judge = new Judge(blueprints);
        this.runners = Runners.of(
                Map.of(worker, binding),
                ServiceLoader.load(WorkerProvider.class),
                callbacks,
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
        return judge.of(past, answer, Duration.ofNanos(System.nanoTime() - began));
    }

    /** The same view under a new id, so that nobody who keeps answers by id repeats his own. */
    private Invocation fresh(PastInvocation past) {
        WorkerInvoked then = past.invoked();
        return new Invocation(new LogEntry(
                past.entry().header(),
                then.again("again-" + UUID.randomUUID(), Instant.now().plus(timeout), then.trigger())));
    }

    @Override
    public void close() {
        runners.close();
    }
}
