package io.patchboard.workflow.evaluate;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * One invocation of an evaluating worker: what it is to do, which stands in its instruction, and what it is shown.
 *
 * @param plan what stands in the instruction
 * @param item what it was invited for
 * @param shown values of the board's state, by JSON Pointer
 * @param kept what the state keeps while others work for it: its input, how often it was retried; empty at its begin
 */
record Turn(LogEntry entry, JsonPlace plan, Json item, JsonObject shown, JsonObject kept) {

    static Turn of(LogEntry entry) {
        WorkerInvoked invoked = (WorkerInvoked) entry.event();
        JsonPlace plan = JsonPlace.of(read(invoked.instruction()));
        JsonPlace view = JsonPlace.of(invoked.view());
        JsonObject shown = view.into("state").value() instanceof JsonObject object ? object : JsonObject.EMPTY;
        Json item = view.into("item")
                .child("value")
                .map(JsonPlace::value)
                .orElseThrow(() -> new EvaluationException(
                        EvaluationException.SIZE, "What it was invited for did not fit into its view."));
        String state = plan.text("state").orElseThrow();
        boolean again = invoked.trigger()
                .path()
                .filter(path -> path.startsWith("/again/"))
                .isPresent();
        Json kept = again ? item : shown.get("/kept/" + state).orElse(JsonObject.EMPTY);
        return new Turn(entry, plan, item, shown, kept instanceof JsonObject object ? object : JsonObject.EMPTY);
    }

    private static Json read(String instruction) {
        try {
            return new JsonReader(JsonLimits.DEFAULT).read(instruction);
        } catch (JsonSyntaxException e) {
            throw new EvaluationException(
                    EvaluationException.RUNTIME, "Expected an instruction that was made of a state machine.");
        }
    }

    String state() {
        return plan.text("state").orElseThrow();
    }

    /** Takes away what was handed on to it. */
    Stream<Json> emptied() {
        return plan.items("empties").stream()
                .map(list -> operation("replace", list.text().orElseThrow(), JsonArray.EMPTY));
    }

    static Json operation(String name, String path, Json value) {
        return JsonObject.builder()
                .put("op", name)
                .put("path", path)
                .put("value", value)
                .build();
    }

    /** The state's own fields. */
    JsonObject fields() {
        return plan.into("asl").value() instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    boolean isJsonata() {
        return plan.flag("jsonata");
    }

    /** Whether its board is that of an item or a branch. */
    boolean isInner() {
        return plan.flag("inner");
    }

    /** What the state was given. */
    Json input() {
        return kept.get("input").orElse(item);
    }

    /** How often each retry of the state has been used. */
    List<Long> counts() {
        List<Long> counts = new ArrayList<>();
        JsonPlace.of(kept)
                .items("counts")
                .forEach(count ->
                        counts.add(count.amount().map(BigDecimal::longValue).orElse(0L)));
        return counts;
    }

    /** When it may go on, if it has to wait. */
    Optional<Instant> until() {
        return JsonPlace.of(kept).text("until").map(Instant::parse);
    }

    Instant time() {
        return entry.header().time();
    }

    /** What is kept of this turn. */
    JsonObject keeping(List<Long> counts) {
        return JsonObject.of("input", input()).with("counts", JsonArray.ofLongs(counts));
    }

    JsonObject variables() {
        return shown.get("/variables")
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .orElse(JsonObject.EMPTY);
    }

    /** The context object: what the board knows. */
    JsonObject context() {
        if (!plan.flag("context")) {
            return JsonObject.EMPTY;
        }
        JsonObject outer = shown.get("/context")
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .orElseGet(() -> JsonObject.of(
                        "Execution",
                        JsonObject.builder()
                                .put("Id", entry.boardId())
                                .put("Name", entry.boardId())
                                .put("Input", shown.get("/input").orElse(Json.nul()))
                                .build()));
        return outer.with(
                "State",
                JsonObject.builder()
                        .put("Name", plan.text("name").orElse(state()))
                        .put("EnteredTime", time().toString())
                        .put(
                                "RetryCount",
                                counts().stream().mapToLong(Long::longValue).sum())
                        .build());
    }

    Scope scope() {
        // By the action and not by the attempt: whoever is asked again comes to the same.
        WorkerInvoked invoked = (WorkerInvoked) entry.event();
        String action = entry.boardId() + "/" + invoked.worker() + "/"
                + invoked.trigger().sequence() + "/" + invoked.trigger().path().orElse("");
        UUID digest = UUID.nameUUIDFromBytes(action.getBytes(StandardCharsets.UTF_8));
        Random seed = new Random(digest.getMostSignificantBits() ^ digest.getLeastSignificantBits());
        return new Scope(input(), null, null, context(), variables(), seed, time());
    }

    /** Why somebody else could not do it. A message that begins with a name and a colon says the error's name. */
    EvaluationException reported() {
        List<JsonPlace> rejections =
                JsonPlace.of(((WorkerInvoked) entry.event()).view()).items("rejections");
        JsonPlace last = rejections.isEmpty() ? JsonPlace.of(JsonObject.EMPTY) : rejections.get(0);
        String message =
                last.text("message").orElse("").replaceFirst("(?s)^Expected an answer of .*?, but it reports: ", "");
        if (last.text("stage").filter("TIMEOUT"::equals).isPresent()) {
            return new EvaluationException(EvaluationException.TIMEOUT, message);
        }
        int colon = message.indexOf(": ");
        boolean named = colon > 0 && message.substring(0, colon).matches("[A-Za-z][A-Za-z0-9_.]*");
        return new EvaluationException(
                named ? message.substring(0, colon) : "States.TaskFailed",
                named ? message.substring(colon + 2) : message);
    }
}
