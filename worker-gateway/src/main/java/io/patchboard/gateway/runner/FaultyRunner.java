package io.patchboard.gateway.runner;

import io.patchboard.gateway.inject.InjectedFault;
import io.patchboard.gateway.inject.InjectedFaults;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A worker with which something goes wrong now and then. */
public final class FaultyRunner implements Runner {

    private final Runner runner;
    private final InjectedFaults faults;

    /** @param runner closed with this */
    public FaultyRunner(Runner runner, InjectedFaults faults) {
        this.runner = runner;
        this.faults = faults;
    }

    @Override
    public CompletionStage<Answer> run(Invocation invocation) {
        Optional<InjectedFault> fault = faults.of(invocation);
        if (fault.isEmpty()) {
            return runner.run(invocation);
        }
        return fault.get().violates()
                ? runner.run(invocation).thenApply(fault.get()::spoiled)
                : CompletableFuture.completedFuture(fault.get().instead());
    }

    @Override
    public void close() {
        runner.close();
    }
}
