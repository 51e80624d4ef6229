package io.patchboard.trials.model;

import io.patchboard.experiments.household.Goal;
import io.patchboard.experiments.household.Treatment;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers as a language model would that is asked for a blueprint: with the standard team's, whose schema is made for
 * the task that the request names, so that a plan for anything else is none. Of blueprints it knows nothing else, so
 * what it shows is what such a schema does, and what a mistake in one costs; not how well anybody writes one.
 */
final class SimulatedArchitect {

    static final String NAME = "architect";

    private static final String ASKED = "You are an architect of PatchBoard.";
    private static final Pattern TASK = Pattern.compile("The task of the game: \"([^\"]*)\"");

    /** Stands in a prompt that tells what was wrong with a blueprint before. */
    private static final String TOLD = "<written>";

    private static final JsonObject VERDICTS = JsonObject.builder()
            .put("op", JsonArray.of(Json.of("replace")))
            .put("path", "/actions/*/status")
            .build();

    private SimulatedArchitect() {}

    static boolean isAsked(String system) {
        return system.startsWith(ASKED);
    }

    static String answer(String request, Slips slips) {
        Matcher task = TASK.matcher(request);
        Optional<Goal> goal = task.find() ? Goal.of(task.group(1)) : Optional.empty();
        JsonObject blueprint = goal.map(asked -> made(asked, slips)).orElseGet(StandardTeam::blueprint);
        String text = "```yaml\n" + JsonWriter.compact(blueprint) + "\n```\n";
        boolean breaksOff = slips.makes(Mistake.MALFORMED) && !request.contains(TOLD);
        return breaksOff ? text.substring(0, text.length() * 2 / 3) : text;
    }

    private static JsonObject made(Goal goal, Slips slips) {
        String place = slips.makes(Mistake.HALLUCINATE) ? goal.place() + Slips.NOT_THERE : goal.place();
        Treatment treatment = slips.makes(Mistake.FORGET) ? Treatment.NONE : goal.treatment();
        JsonObject blueprint = with(
                StandardTeam.blueprint(),
                List.of("state", "schema", "properties", "plan", "properties"),
                JsonObject.builder()
                        .put("object", constant(Json.of(goal.object())))
                        .put("treatment", constant(Json.of(treatment.verb())))
                        .put("place", constant(Json.of(place)))
                        .put("count", constant(Json.of(goal.count())))
                        .build());
        return slips.makes(Mistake.TRESPASS)
                ? StandardTeam.changed(
                        blueprint,
                        "actor",
                        actor -> actor.without("patch")
                                .with("write", ((JsonArray) actor.get("write").orElseThrow()).append(VERDICTS)))
                : blueprint;
    }

    private static JsonObject constant(Json value) {
        return JsonObject.of("const", value);
    }

    /** Members of an object somewhere inside get other values. */
    private static JsonObject with(JsonObject json, List<String> path, JsonObject members) {
        if (path.isEmpty()) {
            JsonObject changed = json;
            for (String name : members.names()) {
                changed = changed.with(name, members.get(name).orElseThrow());
            }
            return changed;
        }
        JsonObject inner = (JsonObject) json.get(path.getFirst()).orElseThrow();
        return json.with(path.getFirst(), with(inner, path.subList(1, path.size()), members));
    }
}
