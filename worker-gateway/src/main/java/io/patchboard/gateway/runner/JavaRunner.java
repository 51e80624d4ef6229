package io.patchboard.gateway.runner;

import io.patchboard.calls.Deadline;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.LongWorker;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.record.Failure;
import io.patchboard.text.Durations;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a worker written in Java, each call on a thread of its own.
 *
 * <p>That thread is a platform thread: somebody else's code may compute for minutes, or block in native code, and a
 * virtual thread that does keeps one of the few carriers from all others.
 *
 * <p>While a call runs, what its thread logs carries the invocation; see {@link io.patchboard.tracing.LogContext}.
 *
 * <p>A call that is over time is interrupted and answered for; if it ignores the interrupt, its thread is lost until it
 * returns. So that lost threads do not pile up, there are as many of them at most as calls that may run at once, or
 * {@value #SPARE_THREADS}.
 */
public final class JavaRunner implements Runner {

    static final int SPARE_THREADS = 256;

    private static final Logger LOG = LoggerFactory.getLogger(JavaRunner.class);

    private final String name;
    private final Worker worker;
    private final TimeLimit timeLimit;
    private final ExecutorService threads;
    private final int maxThreads;
    private final TimedCalls calls = new TimedCalls();
    private final Checkpoints checkpoints;
    private final Clock clock;

    /** Of a worker that begins at the beginning each time. */
    public JavaRunner(String name, Worker worker, Duration timeout, Clock clock, int atOnce) {
        this(name, worker, timeout, clock, atOnce, Checkpoints.NOWHERE);
    }

    /**
     * @param atOnce calls at once, at most, that are not lost
     * @param checkpoints where it is kept how far it has come, if it says so
     */
    public JavaRunner(String name, Worker worker, Duration timeout, Clock clock, int atOnce, Checkpoints checkpoints) {
        this.checkpoints = checkpoints;
        this.clock = clock;
        this.name = name;
        this.worker = worker;
        this.timeLimit = new TimeLimit(clock, timeout);
        this.maxThreads = atOnce + Math.max(atOnce, SPARE_THREADS);
        this.threads = new ThreadPoolExecutor(
                0,
                maxThreads,
                10,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                Thread.ofPlatform().daemon().name("worker-" + name + "-", 1).factory());
    }

    @Override
    public CompletionStage<Answer> run(Invocation invocation) {
        Duration limit = timeLimit.of(invocation);
        Deadline plain = Deadline.in(limit);
        CompletableFuture<LongWork> begun = new CompletableFuture<>();
        try {
            CompletableFuture<Answer> answer = calls.start(
                    invocation,
                    threads,
                    () -> Optional.ofNullable(begun.getNow(null))
                            .map(LongWork::left)
                            .orElseGet(plain::left),
                    () -> worker instanceof LongWorker slow ? call(invocation, slow, begun) : call(invocation),
                    () -> Answer.failed(
                            Failure.Kind.TIMEOUT,
                            "Expected an answer from worker " + name + " within " + Durations.spoken(limit)
                                    + ", but it was still at work; it was interrupted."));
            // A thread that is lost says nothing any more.
            answer.whenComplete((given, failure) -> begun.thenAccept(LongWork::close));
            return answer;
        } catch (RejectedExecutionException e) {
            return CompletableFuture.completedFuture(Answer.failed(
                    Failure.Kind.OUTAGE,
                    "Expected at most " + maxThreads + " calls of worker " + name
                            + " at once, but all of them are taken; are some stuck?"));
        }
    }

    private Answer call(Invocation invocation, LongWorker slow, CompletableFuture<LongWork> begun)
            throws InterruptedException {
        try (LongWork work = LongWork.begin(invocation, timeLimit, checkpoints, clock)) {
            begun.complete(work);
            return work.told(call(invocation, () -> slow.work(invocation, work)));
        }
    }

    private Answer call(Invocation invocation) {
        return call(invocation, () -> worker.work(invocation));
    }

    /** Whatever the worker throws is its answer: an error of one worker must not end the others. */
    private Answer call(Invocation invocation, Callable<Answer> work) {
        try {
            Answer answer = work.call();
            return answer != null
                    ? answer
                    : Answer.failed(
                            Failure.Kind.BUG, "Expected an answer from worker " + name + ", but it returned null.");
        } catch (Throwable e) {
            LOG.warn(
                    "Expected worker {} to answer invocation {} of board {}, but it threw.",
                    name,
                    invocation.invocationId(),
                    invocation.boardId(),
                    e);
            return Answer.failed(
                    Failure.Kind.BUG, "Expected an answer from worker " + name + ", but it threw " + e + ".");
        }
    }

    @Override
    public void close() {
        calls.close();
        threads.shutdownNow();
    }
}
