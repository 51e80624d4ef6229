package io.patchboard.gateway.runner;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.record.Failure;
import io.patchboard.tracing.LogContext;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a program: a queue of invocations and, for each instance, a virtual thread that serves them with a process.
 *
 * <p>Processes start when the first invocation comes. The queue has no bound of its own: who calls bounds what is in
 * flight, and what waits too long is answered for at its deadline.
 */
public final class ProcessRunner implements Runner {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessRunner.class);
    private static final long TIME_TO_CLOSE_MILLIS = 4_000;

    private final BlockingQueue<Job> queue = new LinkedBlockingQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    /** @param context with the trace that the invocation is worked on in */
    private record Job(Invocation invocation, Context context, CompletableFuture<Answer> answer) {

        void cancel() {
            answer.completeExceptionally(new CancellationException("The gateway is closing."));
        }
    }

    /** Of a program that says nothing of its progress. */
    public ProcessRunner(String worker, WorkerBinding.Program program, Callbacks callbacks, Clock clock) {
        this(worker, program, callbacks, clock, Optional.empty());
    }

    /**
     * @param checkpoints where it is kept how far it has come; absent for one that does not say
     * @throws IllegalArgumentException if this machine does not have the program, or cannot set its limits
     */
    public ProcessRunner(
            String worker,
            WorkerBinding.Program program,
            Callbacks callbacks,
            Clock clock,
            Optional<Checkpoints> checkpoints) {
        ProgramCheck.require("worker " + worker, program);
        LimitsCheck.problem(worker, program.limits()).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        TimeLimit timeLimit = new TimeLimit(clock, program.timeout());
        for (int i = 1; i <= program.instances(); i++) {
            ProcessSlot slot = new ProcessSlot(worker, program, callbacks, timeLimit, checkpoints, clock);
            Thread thread =
                    Thread.ofVirtual().name("worker-" + worker + "-" + i).unstarted(() -> serve(slot));
            threads.add(thread);
            thread.start();
        }
    }

    @Override
    public CompletionStage<Answer> run(Invocation invocation) {
        Job job = new Job(invocation, Context.current(), new CompletableFuture<>());
        queue.add(job);
        if (closed) {
            cancelQueue();
        }
        return job.answer();
    }

    private void serve(ProcessSlot slot) {
        try {
            while (!closed) {
                serve(slot, queue.take());
            }
        } catch (InterruptedException e) {
            LOG.debug(
                    "{} ends, as its runner is closed.", Thread.currentThread().getName());
        } finally {
            // Ending in order takes waiting, and an interrupt that came between two invocations is still there.
            Thread.interrupted();
            slot.close();
        }
    }

    /** The thread goes on whatever happens: it is the only one that this instance has. */
    private static void serve(ProcessSlot slot, Job job) throws InterruptedException {
        try (Scope scope = job.context().makeCurrent();
                LogContext log = LogContext.of(job.context(), job.invocation().entry())) {
            job.answer().complete(slot.serve(job.invocation()));
        } catch (InterruptedException e) {
            job.cancel();
            throw e;
        } catch (Throwable e) {
            LOG.error(
                    "Expected to serve invocation {}, but it failed.",
                    job.invocation().invocationId(),
                    e);
            job.answer()
                    .complete(Answer.failed(
                            Failure.Kind.OUTAGE, "Expected the gateway to serve the invocation, but: " + e + "."));
        }
    }

    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
        cancelQueue();
        try {
            long end = System.nanoTime() + TIME_TO_CLOSE_MILLIS * 1_000_000;
            for (Thread thread : threads) {
                thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void cancelQueue() {
        for (Job job = queue.poll(); job != null; job = queue.poll()) {
            job.cancel();
        }
    }
}
