package io.patchboard.gateway.runner;

import io.opentelemetry.context.Context;
import io.patchboard.calls.Deadline;
import io.patchboard.gateway.thread.Alarm;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.tracing.LogContext;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * The calls of one worker: each on a thread of its own, and each answered for in time by an alarm. Whoever answers
 * first, whether that is the call, its time or somebody else, ends the others.
 */
public final class TimedCalls implements AutoCloseable {

    /** How to give up what is under way. */
    private final Set<Runnable> open = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    /**
     * Starts a call. What it logs, and what {@code late} logs, carries the invocation, in the trace that this thread is
     * in.
     *
     * @param threads what it runs on; that it refuses is thrown
     * @param limit after which {@code late} is the answer, and the call is interrupted
     * @param call what it throws is thrown at who waits for the answer, unless this is closed
     * @return may be answered by others, too; completes exceptionally once this is closed
     */
    public CompletableFuture<Answer> start(
            Invocation invocation, Executor threads, Duration limit, Callable<Answer> call, Supplier<Answer> late) {
        return start(invocation, threads, Deadline.in(limit)::left, call, late);
    }

    /**
     * As the other, of a call that may get more time.
     *
     * @param left what is left; {@code late} is the answer when it is none
     */
    public CompletableFuture<Answer> start(
            Invocation invocation,
            Executor threads,
            Supplier<Duration> left,
            Callable<Answer> call,
            Supplier<Answer> late) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        FutureTask<Answer> task = new FutureTask<>(Context.current().wrap(logged(invocation, call))) {
            @Override
            protected void done() {
                if (!isCancelled()) {
                    ended(this, answer);
                }
            }
        };
        Runnable giveUp = () -> cancel(answer);
        open.add(giveUp);
        answer.whenComplete((given, failure) -> {
            open.remove(giveUp);
            task.cancel(true);
        });
        if (closed) {
            cancel(answer);
            return answer;
        }
        try {
            threads.execute(task);
        } catch (RuntimeException | Error e) {
            answer.completeExceptionally(e);
            throw e;
        }
        Runnable giveAnswer = () -> answer.complete(late(invocation, late));
        keepTime(left, Context.current().wrap(giveAnswer), answer);
        return answer;
    }

    private static Callable<Answer> logged(Invocation invocation, Callable<Answer> call) {
        return () -> {
            try (LogContext log = LogContext.of(Context.current(), invocation.entry())) {
                return call.call();
            }
        };
    }

    /** What a call says that is interrupted by the close is not its answer: the invocation goes to somebody else. */
    private void ended(FutureTask<Answer> task, CompletableFuture<Answer> answer) {
        if (closed) {
            cancel(answer);
        } else if (task.state() == FutureTask.State.SUCCESS) {
            answer.complete(task.resultNow());
        } else {
            answer.completeExceptionally(task.exceptionNow());
        }
    }

    private static Answer late(Invocation invocation, Supplier<Answer> late) {
        try (LogContext log = LogContext.of(Context.current(), invocation.entry())) {
            return late.get();
        }
    }

    /** When its time is over it may have got more. */
    private static void keepTime(Supplier<Duration> left, Runnable giveAnswer, CompletableFuture<Answer> answer) {
        Alarm alarm = Alarm.in(left.get(), () -> {
            if (answer.isDone()) {
                return;
            }
            if (left.get().isPositive()) {
                keepTime(left, giveAnswer, answer);
            } else {
                giveAnswer.run();
            }
        });
        answer.whenComplete((given, failure) -> alarm.cancel());
    }

    private static void cancel(CompletableFuture<Answer> answer) {
        answer.completeExceptionally(new CancellationException("The gateway is closing."));
    }

    /** Gives up what is under way, and all that is started from now on. */
    @Override
    public void close() {
        closed = true;
        open.forEach(Runnable::run);
    }
}
