package io.patchboard.trials.play;

import io.patchboard.examples.household.HouseholdWorkers;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;

/** The team of the example {@code household}, as the experiments use it. */
final class Household {

    static final String ENVIRONMENT = "environment";
    static final List<String> ROLES = List.of("planner", "actor", "verifier", "repair");

    private Household() {}

    /**
     * The example's, but that a team which has nothing to do is asked again, and that no mistakes are made on
     * purpose.
     */
    static TeamBlueprint standard() {
        return TeamBlueprint.load(HouseholdWorkers.class, "/examples/household/blueprint.yaml")
                .with(
                        "rules",
                        rules -> ((JsonArray) rules)
                                .append(quiescent("plan-again", "!has(state.plan)", "planner"))
                                .append(quiescent("act-again", "has(state.plan)", "actor")))
                .worker(
                        "actor",
                        actor -> actor.with(
                                "read",
                                JsonArray.copyOf(((JsonArray) actor.get("read").orElseThrow())
                                        .stream()
                                                .filter(path -> !path.equals(Json.of("/mistakes")))
                                                .toList())));
    }

    static JsonObject quiescent(String name, String when, String worker) {
        return JsonObject.builder()
                .put("name", name)
                .put("on", JsonObject.of("event", Json.of("quiescent")))
                .put("when", when)
                .put("invoke", worker)
                .build();
    }

    /** What a board of a game is created with. */
    static JsonObject input(Table table) {
        return JsonObject.builder()
                .put("game", table.game().id())
                .put("task", table.game().task())
                .put("steps", table.steps())
                .put("mistakes", JsonArray.EMPTY)
                .build();
    }

    /** What the board begins with. */
    static JsonObject initial(Table table) {
        return JsonObject.builder()
                .putAll(input(table))
                .put("observations", JsonArray.EMPTY)
                .put("admissible", JsonArray.EMPTY)
                .put("actions", JsonArray.EMPTY)
                .put("hints", JsonArray.EMPTY)
                .put(
                        "outcome",
                        JsonObject.builder()
                                .put("reached", false)
                                .put("steps", 0)
                                .build())
                .build();
    }
}
