package io.patchboard.trials.play;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.trials.model.StandardTeam;
import java.util.List;

/** The team of the example {@code household}, as the experiments use it. */
final class Household {

    static final String ENVIRONMENT = "environment";
    static final List<String> ROLES = List.of("planner", "actor", "verifier", "repair");

    private Household() {}

    static TeamBlueprint standard() {
        return new TeamBlueprint(StandardTeam.blueprint());
    }

    /** What a board of a game is created with. */
    static JsonObject input(Table table) {
        return JsonObject.builder()
                .put("game", table.game().id())
                .put("task", table.game().task())
                .put("steps", table.steps())
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
