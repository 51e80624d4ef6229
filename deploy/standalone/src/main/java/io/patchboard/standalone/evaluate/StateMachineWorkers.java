package io.patchboard.standalone.evaluate;

import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.workflow.evaluate.StateEvaluator;
import java.util.Collection;
import java.util.Map;

/**
 * {@code java: asl/evaluate}: evaluates paths, intrinsic functions and JSONata for boards of state machines. What it is
 * to evaluate comes with each invocation, so one worker serves them all.
 */
public final class StateMachineWorkers implements WorkerProvider {

    private static final String NAME = "asl";
    private static final String EVALUATE = "evaluate";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Map<String, Worker> workers() {
        return Map.of(EVALUATE, StateMachineWorkers::evaluate);
    }

    private static Answer evaluate(Invocation invocation) {
        StateEvaluator.Answered answered = StateEvaluator.answer(invocation.entry());
        return answered.failure().map(Answer::failed).orElseGet(() -> Answer.of(answered.patch()));
    }

    /** The text of a workers file that has them served. */
    public static JsonObject file(Collection<String> evaluating) {
        JsonObject.Builder workers = JsonObject.builder();
        evaluating.stream()
                .sorted()
                .forEach(name -> workers.put(name, JsonObject.of("java", Json.of(NAME + "/" + EVALUATE))));
        return JsonObject.of("workers", workers.build());
    }
}
