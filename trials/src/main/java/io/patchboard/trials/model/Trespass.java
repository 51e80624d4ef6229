package io.patchboard.trials.model;

import io.patchboard.experiments.episode.Edit;
import io.patchboard.experiments.household.Role;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A patch that also writes what is another role's. */
final class Trespass {

    /** What a team that plays a game has on its board. */
    private static final Set<String> PLACES =
            Set.of("plan", "observations", "admissible", "actions", "hints", "outcome");

    private static final Map<Role, String> OWN =
            Map.of(Role.PLANNER, "plan", Role.ACTOR, "actions", Role.VERIFIER, "actions", Role.REPAIR, "hints");

    private static final String VERDICT = "verdict";

    private Trespass() {}

    static JsonArray into(JsonArray patch, Role role, JsonObject view, Slips slips) {
        Set<String> places = shown(view, PLACES);
        places.remove(OWN.get(role));
        List<String> choices = new ArrayList<>(places);
        if (role == Role.ACTOR) {
            choices.add(VERDICT);
        }
        if (choices.isEmpty() || patch.isEmpty()) {
            return patch;
        }
        String place = slips.choose(choices);
        return place.equals(VERDICT) ? ownVerdict(patch) : patch.append(write(place, view.object("state")));
    }

    private static JsonArray ownVerdict(JsonArray patch) {
        JsonObject operation = (JsonObject) patch.get(0);
        JsonObject action = (JsonObject) operation.get("value").orElseThrow();
        return JsonArray.of(operation.with("value", action.with("status", Json.of(Role.ADMITTED))));
    }

    private static JsonObject write(String place, JsonObject state) {
        return switch (place) {
            case "plan" -> Edit.replace("/plan", state.object("/plan").with("subgoal", Json.of("place")));
            case "observations" ->
                Edit.add(
                        "/observations/-",
                        texts("command", "look", "text", "You are facing the shelf 40. Next to it, you see nothing."));
            case "admissible" -> Edit.replace("/admissible", JsonArray.of(Json.of("go to shelf 40")));
            case "actions" -> Edit.add("/actions/-", texts("command", "look", "status", Role.ADMITTED));
            case "hints" -> Edit.add("/hints/-", texts("refused", "look", "instead", "go to shelf 40"));
            default ->
                Edit.replace(
                        "/outcome",
                        JsonObject.builder()
                                .put("reached", true)
                                .put("steps", 1)
                                .build());
        };
    }

    private static JsonObject texts(String name, String value, String other, String otherValue) {
        return JsonObject.builder().put(name, value).put(other, otherValue).build();
    }

    /** Those of the places of a board of which a view shows something. */
    static Set<String> shown(JsonObject view, Set<String> places) {
        Set<String> shown = new TreeSet<>();
        view.object("state").names().forEach(pointer -> shown.add(first(pointer)));
        shown.add(first(view.object("item").text("path")));
        shown.retainAll(places);
        return shown;
    }

    private static String first(String pointer) {
        List<String> tokens = JsonPointer.parse(pointer).tokens();
        return tokens.isEmpty() ? "" : tokens.getFirst();
    }
}
