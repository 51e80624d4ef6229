package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.circuit.Circuit;
import io.patchboard.kernel.circuit.CircuitJson;
import io.patchboard.record.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a board remembers of what was tried: what failed, what was used up, and what may be a circle.
 *
 * @param feedback the latest rejections of each worker, and those that it was told of as who takes over, newest first
 * @param spending what was used of the budgets
 * @param circuit what the detectors of circles remember
 * @param actions what was done under a key, and is not done again
 * @param loops how often those that have guards came around
 * @param compensations what was done that somebody can undo
 */
public record BoardMemory(
        Map<String, List<RememberedRejection>> feedback,
        Spending spending,
        Circuit circuit,
        Actions actions,
        Loops loops,
        Compensations compensations) {

    static final BoardMemory EMPTY =
            new BoardMemory(Map.of(), Spending.NONE, Circuit.EMPTY, Actions.NONE, Loops.NONE, Compensations.NONE);

    JsonObject toJson() {
        Map<String, Json> byWorker = new LinkedHashMap<>();
        feedback.forEach((worker, rejections) -> byWorker.put(
                worker,
                JsonArray.copyOf(
                        rejections.stream().map(RememberedRejection::toJson).toList())));
        return JsonObject.builder()
                .put("feedback", JsonObject.copyOf(byWorker))
                .put("spending", SpendingJson.write(spending))
                .put("circuit", CircuitJson.write(circuit))
                .putIfPresent("actions", actions.toJson())
                .putIfPresent("loops", loops.toJson())
                .putIfPresent("compensations", compensations.toJson())
                .build();
    }

    static BoardMemory read(Fields fields) {
        Map<String, List<RememberedRejection>> feedback = new TreeMap<>();
        Fields workers = fields.requiredRecord("feedback", Function.identity());
        workers.names()
                .forEach(worker -> feedback.put(
                        worker, workers.records(worker, rejection -> RememberedRejection.read(rejection, worker))));
        return new BoardMemory(
                feedback,
                fields.requiredRecord("spending", SpendingJson::read),
                fields.requiredRecord("circuit", CircuitJson::read),
                Actions.read(fields),
                Loops.read(fields),
                Compensations.read(fields));
    }

    void measure(BoardSize size) {
        feedback.forEach((worker, rejections) -> {
            size.item(worker);
            rejections.forEach(rejection -> rejection.measure(size));
        });
        spending.workers().keySet().forEach(size::item);
        spending.warned().forEach(size::item);
        size.add(circuit.size());
        actions.measure(size);
        loops.measure(size);
        compensations.measure(size);
    }
}
