package io.patchboard.gateway.runner;

import io.patchboard.gateway.thread.DaemonThreads;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Worker;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a worker written in Java, each call on a thread of its own.
 *
 * <p>While a call runs, what its thread logs carries the invocation; see {@link LogContext}.
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
    private final ScheduledExecutorService timer;
    private final int maxThreads;
    private final Map<Long, CompletableFuture<Answer>> open = new ConcurrentHashMap<>();
    private final AtomicLong count = new AtomicLong();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param atOnce calls at once, at most, that are not lost */
    public JavaRunner(String name, Worker worker, Duration timeout, Clock clock, int atOnce) {
        this.name = name;
        this.worker = worker;
        this.timeLimit = new TimeLimit(clock, timeout);
        this.maxThreads = atOnce + Math.max(atOnce, SPARE_THREADS);
        this.threads = new ThreadPoolExecutor(
                0, maxThreads, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), new DaemonThreads("worker-" + name));
        ScheduledThreadPoolExecutor scheduler =
                new ScheduledThreadPoolExecutor(1, new DaemonThreads("worker-" + name + "-timer"));
        scheduler.setRemoveOnCancelPolicy(true);
        this.timer = scheduler;
    }

    @Override
    public CompletionStage<Answer> run(Invocation invocation) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        Duration limit = timeLimit.of(invocation);
        try {
            Future<?> call = threads.submit(() -> work(invocation, answer));
            Future<?> alarm = timer.schedule(
                    () -> {
                        if (answer.complete(Answer.failed("Expected an answer from worker " + name + " within " + limit
                                + ", but it was still at work; it was interrupted."))) {
                            call.cancel(true);
                        }
                    },
                    Math.max(0, limit.toNanos()),
                    TimeUnit.NANOSECONDS);
            long number = count.incrementAndGet();
            open.put(number, answer);
            answer.whenComplete((given, failure) -> {
                alarm.cancel(false);
                open.remove(number);
            });
            if (closed.get()) {
                cancel(answer);
            }
        } catch (RejectedExecutionException e) {
            if (closed.get()) {
                cancel(answer);
            } else {
                answer.complete(Answer.failed("Expected at most " + maxThreads + " calls of worker " + name
                        + " at once, but all of them are taken; are some stuck?"));
            }
        }
        return answer;
    }

    /** What a worker says that is interrupted by the close is not its answer: the invocation goes to somebody else. */
    private void work(Invocation invocation, CompletableFuture<Answer> answer) {
        Answer given = call(invocation);
        if (closed.get()) {
            cancel(answer);
        } else {
            answer.complete(given);
        }
    }

    private static void cancel(CompletableFuture<Answer> answer) {
        answer.completeExceptionally(new CancellationException("The gateway is closing."));
    }

    /** Whatever the worker throws is its answer: an error of one worker must not end the others. */
    private Answer call(Invocation invocation) {
        try (LogContext context = LogContext.of(invocation)) {
            Answer answer = worker.work(invocation);
            return answer != null
                    ? answer
                    : Answer.failed("Expected an answer from worker " + name + ", but it returned null.");
        } catch (Throwable e) {
            LOG.warn(
                    "Expected worker {} to answer invocation {} of board {}, but it threw.",
                    name,
                    invocation.invocationId(),
                    invocation.boardId(),
                    e);
            return Answer.failed("Expected an answer from worker " + name + ", but it threw " + e + ".");
        }
    }

    @Override
    public void close() {
        closed.set(true);
        open.values().forEach(JavaRunner::cancel);
        timer.shutdownNow();
        threads.shutdownNow();
    }
}
