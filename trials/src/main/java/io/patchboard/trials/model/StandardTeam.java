package io.patchboard.trials.model;

import io.patchboard.examples.household.HouseholdWorkers;
import io.patchboard.faults.tree.Trees;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The blueprint of the example {@code household}, as the experiments use it. */
public final class StandardTeam {

    /** For the demonstration alone: mistakes on purpose. */
    private static final String MISTAKES = "mistakes";

    private static final Set<String> LISTS_OF_NAMES = Set.of("required", "read");

    private StandardTeam() {}

    /**
     * The example's, but that a team which has nothing to do is asked again, and that no mistakes are made on
     * purpose.
     */
    public static JsonObject blueprint() {
        JsonObject example = (JsonObject) JsonReader.parse(
                Trees.text(Trees.resource(HouseholdWorkers.class, "/examples/household/blueprint.yaml")));
        JsonObject earnest = (JsonObject) withoutMistakes(example);
        return earnest.with(
                "rules",
                ((JsonArray) earnest.get("rules").orElseThrow())
                        .append(quiescent("plan-again", "!has(state.plan)", "planner"))
                        .append(quiescent("act-again", "has(state.plan)", "actor")));
    }

    private static Json withoutMistakes(Json part) {
        return switch (part) {
            case JsonObject object -> {
                JsonObject.Builder kept = JsonObject.builder();
                object.without(MISTAKES)
                        .members()
                        .forEach((name, value) -> kept.put(
                                name,
                                LISTS_OF_NAMES.contains(name) && value instanceof JsonArray names
                                        ? without(names)
                                        : withoutMistakes(value)));
                yield kept.build();
            }
            case JsonArray array ->
                JsonArray.copyOf(
                        array.stream().map(StandardTeam::withoutMistakes).toList());
            default -> part;
        };
    }

    private static JsonArray without(JsonArray names) {
        return JsonArray.copyOf(names.stream()
                .filter(name -> !name.equals(Json.of(MISTAKES)) && !name.equals(Json.of("/" + MISTAKES)))
                .toList());
    }

    /** A rule for when there is nothing else to do. */
    public static JsonObject quiescent(String name, String when, String worker) {
        return JsonObject.builder()
                .put("name", name)
                .put("on", JsonObject.of("event", Json.of("quiescent")))
                .put("when", when)
                .put("invoke", worker)
                .build();
    }

    /** What a role may do, changed. */
    static JsonObject changed(JsonObject blueprint, String role, UnaryOperator<JsonObject> change) {
        JsonObject workers = (JsonObject) blueprint.get("workers").orElseThrow();
        return blueprint.with("workers", workers.with(role, change.apply((JsonObject)
                workers.get(role).orElseThrow())));
    }
}
