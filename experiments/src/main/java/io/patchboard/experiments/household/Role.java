package io.patchboard.experiments.household;

import io.patchboard.experiments.episode.Edit;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.Locale;
import java.util.Optional;

/** The roles that a language model can fill. Each answers what it sees with a JSON Patch. */
public enum Role {
    PLANNER {
        @Override
        public JsonArray answer(Sight sight) {
            Optional<Plan> plan = sight.plan()
                    .map(old -> sight.steps().isEmpty()
                            ? old
                            : old.after(sight.steps().getLast()))
                    .or(() -> Goal.of(sight.task()).map(Plan::begin));
            return plan.map(next -> JsonArray.of(Edit.add("/plan", next.toJson())))
                    .orElse(JsonArray.EMPTY);
        }
    },

    ACTOR {
        @Override
        public JsonArray answer(Sight sight) {
            return sight.plan()
                    .map(plan -> JsonArray.of(Edit.add("/actions/-", action(command(sight, plan)))))
                    .orElse(JsonArray.EMPTY);
        }
    },

    VERIFIER {
        @Override
        public JsonArray answer(Sight sight) {
            String command = sight.action().orElse("");
            String path = sight.itemPath();
            return sight.admissible().contains(command)
                    ? JsonArray.of(Edit.replace(path + "/status", Json.of(ADMITTED)))
                    : JsonArray.of(
                            Edit.replace(path + "/status", Json.of(INADMISSIBLE)),
                            Edit.add(
                                    path + "/note",
                                    Json.of("\"" + command + "\" is not among the commands that can be given now.")));
        }
    },

    REPAIR {
        @Override
        public JsonArray answer(Sight sight) {
            String command = sight.action().orElse("");
            String there = command.replaceAll("^.* (?:to|from|with) ", "go to ");
            String instead = sight.admissible().contains(there)
                    ? there
                    : sight.plan().map(plan -> Policy.next(sight, plan)).orElse("look");
            return JsonArray.of(Edit.add(
                    "/hints/-",
                    JsonObject.builder()
                            .put("refused", command)
                            .put("instead", instead)
                            .build()));
        }
    };

    public static final String PROPOSED = "proposed";
    public static final String ADMITTED = "admitted";
    public static final String INADMISSIBLE = "inadmissible";

    /** A mistake on purpose: the actor puts the thing down before it has walked to where it belongs, once. */
    public static final String PLACES_FROM_AFAR = "places-from-afar";

    public abstract JsonArray answer(Sight sight);

    /** Its name in the blueprint. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static String command(Sight sight, Plan plan) {
        boolean fromAfar = sight.mistakes().contains(PLACES_FROM_AFAR)
                && sight.hints() == 0
                && plan.subgoal().equals(Plan.PLACE);
        return fromAfar
                ? "move " + plan.carrying() + " to " + plan.goal().place() + " 1"
                : sight.instead().orElseGet(() -> Policy.next(sight, plan));
    }

    /** What an actor adds. */
    public static JsonObject action(String command) {
        return JsonObject.builder()
                .put("command", command)
                .put("status", PROPOSED)
                .build();
    }
}
