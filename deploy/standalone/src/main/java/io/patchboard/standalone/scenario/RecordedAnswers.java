package io.patchboard.standalone.scenario;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What each worker of a board answered, by its invocations; silence until something is known. */
final class RecordedAnswers {

    private static final JsonObject SILENT = JsonObject.of("silent", Json.of(true));

    private final Blueprints blueprints = new Blueprints();
    private final Map<String, List<JsonObject>> byWorker = new TreeMap<>();
    private final Map<String, Invited> invocations = new HashMap<>();

    private Optional<Blueprint> rules = Optional.empty();

    /**
     * @param number of its worker's invocations, from 0
     * @param rules under which it was invited, and answers
     */
    private record Invited(String worker, int number, Instant at, Optional<Blueprint> rules) {}

    /** From here on the board has this blueprint. */
    void under(Json blueprint) {
        if (blueprints.recompile(blueprint) instanceof CompileResult.Valid valid) {
            rules = Optional.of(valid.blueprint());
        }
    }

    void invited(WorkerInvoked invoked, LogEntry entry) {
        List<JsonObject> answers = byWorker.computeIfAbsent(invoked.worker(), name -> new ArrayList<>());
        invocations.put(
                invoked.invocationId(),
                new Invited(invoked.worker(), answers.size(), entry.header().time(), rules));
        answers.add(SILENT);
    }

    /** @return false if there is no such invocation, or it has had an answer */
    boolean answered(String invocationId, JsonObject answer, LogEntry entry) {
        Invited invited = invocations.remove(invocationId);
        if (invited == null) {
            return false;
        }
        byWorker.get(invited.worker()).set(invited.number(), answer.with("after", Json.of(span(invited.at(), entry))));
        return true;
    }

    /**
     * How long it took. The entry's sequence is told as nanoseconds, which keep the order of what came within one
     * millisecond.
     */
    static String span(Instant from, LogEntry entry) {
        Instant time = entry.header().time().truncatedTo(ChronoUnit.MILLIS);
        return Duration.between(from.truncatedTo(ChronoUnit.MILLIS), time)
                .plusNanos(Math.min(entry.header().sequence(), 999_999))
                .toString();
    }

    /** A committed patch with each {@code -} that its worker must have sent, and with what it asked to see. */
    JsonObject asSent(PatchCommitted committed) {
        Optional<WorkerRole> role = committed
                .invocationId()
                .map(invocations::get)
                .map(Invited::rules)
                .orElse(rules)
                .flatMap(known -> known.worker(committed.worker()));
        List<Json> operations = new ArrayList<>();
        if (committed.patch() instanceof JsonArray patch) {
            patch.items()
                    .forEach(operation -> operations.add(
                            role.map(who -> asSent(operation, who)).orElse(operation)));
        }
        committed
                .expand()
                .forEach(handle -> operations.add(JsonObject.builder()
                        .put("op", "add")
                        .put("path", "/$expand/-")
                        .put("value", handle)
                        .build()));
        return answer(JsonArray.copyOf(operations), committed.usage());
    }

    private static Json asSent(Json operation, WorkerRole role) {
        if (!(operation instanceof JsonObject object)) {
            return operation;
        }
        String op = text(object, "op").orElse("");
        Optional<JsonPointer> path =
                text(object, "path").map(JsonPointer::parse).filter(place -> !place.isRoot());
        return path.filter(place -> !role.mayWrite(op, place))
                .map(place -> place.parent().child(JsonPointer.END))
                .filter(end -> role.mayWrite(op, end))
                .<Json>map(end -> object.with("path", Json.of(end.toString())))
                .orElse(operation);
    }

    static JsonObject answer(Json patch, Optional<Usage> usage) {
        return JsonObject.builder()
                .put("patch", patch)
                .putIfPresent("usage", usage.map(Usage::toJson))
                .build();
    }

    /** Of a proposal as it came: its failure, else its error, else its patch. */
    static JsonObject answer(JsonObject proposal) {
        JsonObject.Builder answer = JsonObject.builder();
        String said = proposal.get("failure").isPresent()
                ? "failure"
                : proposal.get("error").isPresent() ? "error" : "patch";
        answer.put(said, proposal.get(said).orElse(Json.nul()));
        return answer.putIfPresent("usage", proposal.get("usage")).build();
    }

    static Optional<String> text(JsonObject object, String name) {
        return object.get(name)
                .filter(JsonString.class::isInstance)
                .map(JsonString.class::cast)
                .map(JsonString::value);
    }

    JsonObject toJson() {
        Map<String, Json> workers = new TreeMap<>();
        byWorker.forEach((worker, answers) -> workers.put(worker, JsonArray.copyOf(List.<Json>copyOf(answers))));
        return JsonObject.copyOf(workers);
    }
}
