package io.patchboard.workflow.evaluate;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Does what evaluating workers of a state machine's blueprint do: of what an invocation shows, it makes what is handed
 * on. It depends on the invocation alone, so it may be asked twice.
 */
public final class StateEvaluator {

    private static final Duration LONGEST = Duration.ofDays(1);

    /**
     * What comes of an invocation.
     *
     * @param patch of the board's state
     * @param failure that there is none: the machine has failed, or it is not time yet
     */
    public record Answered(Json patch, Optional<Failure> failure) {}

    private final Turn turn;
    private final StateData data;
    private final Scope scope;
    private final List<Json> operations = new ArrayList<>();

    private StateEvaluator(Turn turn) {
        this.turn = turn;
        this.data = new StateData(turn.fields(), turn.isJsonata());
        this.scope = turn.scope();
    }

    /** @param entry an invocation of a worker whose instruction a blueprint's export has made */
    public static Answered answer(LogEntry entry) {
        try {
            Turn turn = Turn.of(entry);
            Optional<Instant> until = turn.until().filter(turn.time()::isBefore);
            if (until.isPresent()) {
                Duration left = Duration.between(turn.time(), until.get());
                return refused(new Failure(
                        Failure.Kind.RATE_LIMIT,
                        "It waits until " + until.get() + ".",
                        Optional.of(left.compareTo(LONGEST) > 0 ? LONGEST : left)));
            }
            return new StateEvaluator(turn).answered();
        } catch (EvaluationException e) {
            return refused(Failure.of(Failure.Kind.INVALID, e.getMessage()));
        }
    }

    private static Answered refused(Failure failure) {
        return new Answered(Json.nul(), Optional.of(failure));
    }

    private Answered answered() {
        try {
            run();
            return made();
        } catch (EvaluationException e) {
            operations.clear();
            return failed(e.output());
        }
    }

    /** @throws EvaluationException if it is more than the board takes */
    private Answered made() {
        JsonArray patch = JsonArray.copyOf(
                Stream.concat(turn.emptied(), operations.stream()).toList());
        long bytes = patch.compactBytes();
        if (bytes > PatchLimits.DEFAULT.maxBytes()) {
            throw new EvaluationException(
                    EvaluationException.SIZE,
                    "Expected at most " + PatchLimits.DEFAULT.maxBytes() + " bytes that a state hands on, but got "
                            + bytes + ".");
        }
        return new Answered(patch, Optional.empty());
    }

    private void run() {
        switch (turn.plan().text("step").orElse("")) {
            case "in" -> ask(data.arguments(scope));
            case "items" -> askForItems();
            case "branches" -> askForBranches();
            case "out" -> goOn(turn.item());
            case "gathered" -> gathered();
            case "caught" -> throw turn.reported();
            case "pass" -> pass();
            case "choice" -> choose();
            case "wait" -> await();
            case "fail" -> throw new EvaluationException(data.text("Error", scope), data.text("Cause", scope));
            default -> handOn(data.handedOn(scope), data, scope);
        }
    }

    private void pass() {
        Json made = data.arguments(scope);
        Json result = turn.fields().get("Result").orElse(made);
        Scope with = data.jsonata() ? scope : scope.of(result);
        next(data.output(scope, result), turn.plan().text("next"));
        assign(data, with);
    }

    private void goOn(Json result) {
        Scope with = scope.withResult(result);
        Json selected = data.selected(with);
        Json output = data.output(with, selected);
        assign(data, data.jsonata() ? with : with.of(selected));
        next(output, turn.plan().text("next"));
    }

    private void handOn(Json output, StateData from, Scope with) {
        assign(from, with);
        next(output, turn.plan().text("next"));
    }

    private void ask(Json arguments) {
        keep();
        add("/asked/" + JsonPointer.escape(turn.state()) + "/-", arguments);
    }

    private void keep() {
        add("/kept/" + JsonPointer.escape(turn.state()), turn.keeping(turn.counts()));
    }

    private void askForItems() {
        Scope chosen = scope.of(data.chosen(scope));
        List<Json> found = data.items(chosen);
        List<Json> selected = data.selected(found, chosen);
        boolean batched = turn.fields().has("ItemBatcher");
        List<Json> inputs = batched ? data.batches(selected, chosen) : selected;
        List<Json> items = batched ? inputs : found;
        List<JsonObject> parts = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            JsonObject own =
                    scope.context().isEmpty() ? JsonObject.EMPTY : StateData.item(JsonObject.EMPTY, items.get(i), i);
            parts.add(own.with("input", inputs.get(i)));
        }
        ask(parts, data.tolerated(items.size(), chosen));
    }

    private void askForBranches() {
        Json arguments = data.arguments(scope);
        List<JsonObject> parts = new ArrayList<>();
        for (int i = 0; i < turn.plan().count("branches", 0); i++) {
            parts.add(JsonObject.of("input", arguments));
        }
        ask(parts, 0);
    }

    /** What is the same for all of them stands beside them once: the input is in the context, too. */
    private void ask(List<JsonObject> parts, long tolerated) {
        JsonObject context = scope.context().without("State");
        if (!turn.plan().has("empties")) {
            // A blueprint of before looks for it in each part.
            ask(JsonObject.of(
                            "parts",
                            JsonArray.copyOf(parts.stream()
                                    .map(part -> JsonObject.of(
                                                    "input", part.get("input").orElseThrow())
                                            .with("variables", scope.variables())
                                            .with(
                                                    "context",
                                                    part.get("Map")
                                                            .map(map -> context.with("Map", map))
                                                            .orElse(context)))
                                    .toList()))
                    .with("tolerated", Json.of(tolerated)));
            return;
        }
        ask(JsonObject.of("parts", JsonArray.copyOf(parts))
                .with("tolerated", Json.of(tolerated))
                .with("variables", scope.variables())
                .with("context", context));
    }

    private void gathered() {
        List<Json> outputs = new ArrayList<>();
        List<JsonObject> errors = new ArrayList<>();
        for (JsonPlace part : JsonPlace.of(turn.item()).items()) {
            JsonPlace result = part.into("result");
            result.child("output").ifPresent(output -> outputs.add(output.value()));
            result.child("error").ifPresent(error -> errors.add((JsonObject) error.value()));
        }
        Scope chosen = scope.of(data.chosen(scope));
        long tolerated = errors.isEmpty() ? 0 : data.tolerated(outputs.size() + errors.size(), chosen);
        if (errors.size() > tolerated) {
            throw tolerated == 0
                    ? error(errors.get(0))
                    : new EvaluationException(
                            "States.ExceedToleratedFailureThreshold",
                            "More than " + tolerated + " items have failed, which is what is tolerated.");
        }
        goOn(JsonArray.copyOf(outputs));
    }

    private static EvaluationException error(JsonObject output) {
        JsonPlace place = JsonPlace.of(output);
        return new EvaluationException(
                place.text("Error").orElse(""), place.text("Cause").orElse(""));
    }

    private void choose() {
        Json chosen = data.chosen(scope);
        JsonPlace rule = Choices.first(turn.plan().items("rules"), scope.of(chosen), data.jsonata())
                .orElseThrow(() -> new EvaluationException(
                        "States.NoChoiceMatched", "No rule of the choice holds, and it has no default."));
        // What the state says itself is about its default; of JSONPath, only variables are for each rule.
        StateData own =
                rule.into("asl").value() instanceof JsonObject said ? new StateData(said, data.jsonata()) : data;
        assign(own, scope.of(chosen));
        next((data.jsonata() ? own : data).handedOn(scope), rule.text("next"));
    }

    private void await() {
        if (turn.until().isEmpty()) {
            Instant until = data.until(scope.of(data.chosen(scope)));
            if (turn.time().isBefore(until)) {
                add(
                        "/again/" + JsonPointer.escape(turn.state()) + "/-",
                        turn.keeping(List.of()).with("until", Json.of(until.toString())));
                return;
            }
        }
        handOn(data.handedOn(scope), data, scope.of(data.chosen(scope)));
    }

    private Answered failed(JsonObject output) {
        try {
            return handled(output);
        } catch (EvaluationException e) {
            operations.clear();
            return end(e.output());
        }
    }

    private Answered handled(JsonObject output) {
        String name = JsonPlace.of(output).text("Error").orElse("");
        Failures failures = new Failures(JsonPlace.of(turn.fields()));
        Optional<Failures.Again> again = failures.again(name, turn.counts(), turn.time());
        if (again.isPresent()) {
            add(
                    "/again/" + JsonPointer.escape(turn.state()) + "/-",
                    turn.keeping(again.get().counts())
                            .with("until", Json.of(again.get().when().toString())));
            return made();
        }
        Optional<Integer> caught = failures.caught(name);
        if (caught.isPresent()) {
            StateData from = failures.data(caught.get(), data.jsonata());
            Scope with = scope.withError(output);
            Json handedOn = from.output(with, output);
            assign(from, data.jsonata() ? with : with.of(output));
            next(handedOn, turn.plan().items("catches").get(caught.get()).text());
            return made();
        }
        return end(output);
    }

    private Answered end(JsonObject output) {
        if (turn.isInner()) {
            add("/result", JsonObject.of("error", output));
            return made();
        }
        String message = Stream.of("Error", "Cause")
                .flatMap(name -> JsonPlace.of(output).text(name).stream())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(": "));
        return refused(Failure.of(
                Failure.Kind.REFUSED, message.isEmpty() ? "State \"" + turn.state() + "\" fails." : message));
    }

    private void assign(StateData from, Scope with) {
        from.assigned(with).members().forEach((name, value) -> add("/variables/" + JsonPointer.escape(name), value));
    }

    /** @param next the state that follows; absent at the end */
    private void next(Json output, Optional<String> next) {
        add(
                next.map(state -> "/to/" + JsonPointer.escape(state) + "/-").orElse("/result"),
                next.isPresent() ? output : JsonObject.of("output", output));
    }

    private void add(String path, Json value) {
        operations.add(Turn.operation("add", path, value));
    }
}
