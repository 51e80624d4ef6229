package io.patchboard.examples.household;

import io.patchboard.experiments.alfworld.Games;
import io.patchboard.experiments.household.Environment;
import io.patchboard.experiments.household.Role;
import io.patchboard.experiments.household.Sight;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.json.Json;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.tokens.Tokenizer;
import io.patchboard.record.Usage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The team of the example {@code household}. */
public final class HouseholdWorkers implements WorkerProvider {

    /** Stands where a model's name would. */
    static final String MODEL = "none, simulated";

    private static final String FOLDER = "/examples/household/";

    @Override
    public String name() {
        return "household";
    }

    @Override
    public Map<String, Worker> workers() {
        Environment environment = new Environment(Games.beside(HouseholdWorkers.class, FOLDER));
        Map<String, Worker> workers = new HashMap<>();
        workers.put("environment", invocation -> Answer.of(environment.answer(invocation.view())));
        for (Role role : Role.values()) {
            workers.put(role.word(), invocation -> answer(role, invocation));
        }
        return Map.copyOf(workers);
    }

    private static Answer answer(Role role, Invocation invocation) {
        Json patch = role.answer(Sight.of(invocation.view()));
        return Answer.of(patch).withUsage(used(invocation.view(), patch));
    }

    /** What a model would have been charged for, that reads the view as it is and answers with the patch. */
    private static Usage used(Json view, Json patch) {
        return new Usage(tokens(view), tokens(patch), Optional.empty(), Optional.of(MODEL), List.of());
    }

    private static int tokens(Json json) {
        return Tokenizer.DEFAULT.count(JsonWriter.compact(json));
    }
}
