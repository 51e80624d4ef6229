package io.patchboard.gateway.runner;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.limit.Permit;
import io.patchboard.gateway.limit.Permits;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * Puts a share of what a worker is asked to its shadow, too, whose answers are written down and go to no board. The
 * worker does not wait for it: what comes while the shadow has no time is passed over.
 */
public final class ShadowedRunner implements Runner {

    private final Runner own;
    private final WorkerBinding.Shadowed binding;
    private final Runner shadow;
    private final AutoCloseable runners;
    private final ShadowAnswers answers;
    private final Semaphore room;
    private final Function<String, Optional<Permits>> limit;

    /**
     * @param own closed with this
     * @param runners what {@code shadow} belongs to; closed with this
     * @param atOnce questions that the shadow may have
     * @param limit that the shadow's answer to a board counts against; it waits for none
     */
    public ShadowedRunner(
            Runner own,
            WorkerBinding.Shadowed binding,
            Runner shadow,
            AutoCloseable runners,
            int atOnce,
            ShadowAnswers answers,
            Function<String, Optional<Permits>> limit) {
        this.own = own;
        this.binding = binding;
        this.shadow = shadow;
        this.runners = runners;
        this.answers = answers;
        this.limit = limit;
        this.room = new Semaphore(atOnce);
    }

    @Override
    public CompletionStage<Answer> run(Invocation invocation) {
        CompletionStage<Answer> answer = own.run(invocation);
        // What was sealed would stand open where the shadow's answers are written down.
        boolean sealing = invocation.view().has("sealed");
        if (!sealing && binding.takes(invocation.worker(), invocation.invocationId())) {
            Optional<Permits> permits = limit.apply(invocation.boardId());
            if (!room.tryAcquire()) {
                answers.passedOver(invocation.worker());
            } else if (permits.isEmpty()) {
                ask(invocation, Permit.without(), () -> {});
            } else {
                permits.get()
                        .take()
                        .ifPresentOrElse(
                                permit -> ask(invocation, permit.in(Context.current()), permit::close),
                                () -> passOver(invocation));
            }
        }
        return answer;
    }

    private void passOver(Invocation invocation) {
        room.release();
        answers.passedOver(invocation.worker());
    }

    private void ask(Invocation invocation, Context context, Runnable after) {
        long began = System.nanoTime();
        try (Scope scope = context.makeCurrent()) {
            shadow.run(fresh(invocation)).whenComplete((answer, closed) -> {
                after.run();
                room.release();
                if (answer != null) {
                    answers.add(ShadowAnswer.to(invocation, answer, Duration.ofNanos(System.nanoTime() - began)));
                }
            });
        }
    }

    /**
     * Under another id and without the key of the action, so that whoever keeps either does nothing in the worker's
     * name; a model with tools that have effects refuses to answer then.
     */
    private static Invocation fresh(Invocation invocation) {
        WorkerInvoked invoked = invocation.invoked();
        return new Invocation(new LogEntry(
                invocation.entry().header(),
                invoked.again(
                        "shadow-" + invocation.invocationId(),
                        invoked.deadline(),
                        invoked.trigger().withAction(Optional.empty()))));
    }

    @Override
    public void close() {
        own.close();
        try {
            runners.close();
        } catch (Exception e) {
            throw new IllegalStateException("Expected to end the shadow of a worker, but " + e + ".", e);
        }
    }
}
