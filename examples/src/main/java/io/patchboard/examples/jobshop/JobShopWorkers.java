package io.patchboard.examples.jobshop;

import io.patchboard.experiments.jobshop.Reply;
import io.patchboard.experiments.jobshop.Role;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.record.Failure;
import java.util.HashMap;
import java.util.Map;

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
            workers.put(role.word(), invocation -> answer(role, invocation));
        }
        return Map.copyOf(workers);
    }

    private static Answer answer(Role role, Invocation invocation) throws InterruptedException {
        try {
            return switch (role.answer(invocation.view())) {
                case Reply.Patch said -> Answer.of(said.patch());
                case Reply.Unable unable -> Answer.failed(unable.why());
            };
        } catch (IllegalArgumentException e) {
            return Answer.failed(Failure.Kind.REFUSED, e.getMessage());
        }
    }
}
