package io.patchboard.gateway.runner.a2a;

import io.patchboard.calls.HttpCaller;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.runner.TimeLimit;
import io.patchboard.gateway.runner.TimedCalls;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Runs a worker that is an agent of others; see the package. */
public final class A2aRunner implements Runner {

    private final String worker;
    private final WorkerBinding.A2a binding;
    private final HttpCaller caller;
    private final TimeLimit timeLimit;
    private final TimedCalls calls = new TimedCalls();

    /** @param caller closed by its owner */
    public A2aRunner(String worker, WorkerBinding.A2a binding, HttpCaller caller, Clock clock) {
        this.worker = worker;
        this.binding = binding;
        this.caller = caller;
        this.timeLimit = new TimeLimit(clock, binding.timeout());
    }

    @Override
    public CompletionStage<Answer> run(Invocation invocation) {
        Duration limit = timeLimit.of(invocation);
        A2aCall call = new A2aCall(worker, binding, invocation, limit, caller);
        return calls.start(invocation, Thread::startVirtualThread, limit, call::run, call::late);
    }

    @Override
    public void close() {
        calls.close();
    }
}
