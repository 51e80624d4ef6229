package io.patchboard.examples.jobshop;

import io.patchboard.experiments.jobshop.Reply;
import io.patchboard.experiments.jobshop.Role;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.LongWorker;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.record.Failure;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;

/** The team of the example {@code job-shop}. */
public final class JobShopWorkers implements WorkerProvider {

    @Override
    public String name() {
        return "job-shop";
    }

    @Override
    public Map<String, Worker> workers() {
        Map<String, Worker> workers = new HashMap<>();
        for (Role role : Role.values()) {
            LongWorker searching = (invocation, progress) ->
                    answer(role, invocation, makespan -> progress.report("the best so far ends at " + makespan));
            workers.put(
                    role.word(), role.searches() ? searching : invocation -> answer(role, invocation, makespan -> {}));
        }
        return Map.copyOf(workers);
    }

    private static Answer answer(Role role, Invocation invocation, IntConsumer told) throws InterruptedException {
        try {
            return switch (role.answer(invocation.view(), told)) {
                case Reply.Patch said -> Answer.of(said.patch());
                case Reply.Unable unable -> Answer.failed(unable.why());
            };
        } catch (IllegalArgumentException e) {
            return Answer.failed(Failure.Kind.REFUSED, e.getMessage());
        }
    }
}
