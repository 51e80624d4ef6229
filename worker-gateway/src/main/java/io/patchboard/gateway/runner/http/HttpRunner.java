package io.patchboard.gateway.runner.http;

import io.patchboard.calls.HttpCaller;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.runner.Checkpoints;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.runner.TimeLimit;
import io.patchboard.gateway.runner.TimedCalls;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;

/** Runs a worker that is an HTTP endpoint; see the package. */
public final class HttpRunner implements Runner {

    private final String worker;
    private final WorkerBinding.Http binding;
    private final Redaction redaction;
    private final HttpCall.Means means;
    private final TimedCalls calls = new TimedCalls();

    /** Of a worker that says nothing of its progress. */
    public HttpRunner(String worker, WorkerBinding.Http binding, HttpCaller caller, Callbacks callbacks, Clock clock) {
        this(worker, binding, caller, callbacks, clock, Optional.empty());
    }

    /**
     * @param caller closed by its owner
     * @param checkpoints where it is kept how far it has come; absent for one that does not say
     */
    public HttpRunner(
            String worker,
            WorkerBinding.Http binding,
            HttpCaller caller,
            Callbacks callbacks,
            Clock clock,
            Optional<Checkpoints> checkpoints) {
        this.worker = worker;
        this.binding = binding;
        this.redaction = binding.endpoint().redaction();
        this.means = new HttpCall.Means(
                caller,
                new Semaphore(binding.requestsAtOnce(), true),
                callbacks,
                clock,
                checkpoints,
                new TimeLimit(clock, binding.timeout()));
    }

    @Override
    public CompletionStage<Answer> run(Invocation invocation) {
        // Laid before the call starts: a callback may overtake the response that announces it.
        Optional<AwaitedAnswers.Place> place = means.callbacks().place(invocation.invocationId());
        HttpCall call = new HttpCall(worker, binding, invocation, means, place);
        CompletableFuture<Answer> answer =
                calls.start(invocation, Thread::startVirtualThread, call::left, call::run, call::late);
        place.ifPresent(laid -> answerEachOther(laid.answer(), answer, call));
        return answer;
    }

    /** The place is shared by calls for the same invocation, so whichever is answered first answers the others. */
    private void answerEachOther(CompletableFuture<Answer> place, CompletableFuture<Answer> answer, HttpCall call) {
        place.thenAccept(given -> answer.complete(call.told(redaction.guard(given))));
        answer.whenComplete((given, failure) -> {
            if (failure == null) {
                place.complete(given);
            } else {
                place.cancel(false);
            }
        });
    }

    @Override
    public void close() {
        calls.close();
    }
}
