package io.patchboard.trials.play;

import io.patchboard.experiments.episode.Edit;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.trials.model.StandardTeam;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Words in the place of patches: on a board they are a list of messages, each with who said it. */
final class Messages {

    /** Members of a view that say what may be written and how, which who answers in words is not asked for. */
    private static final Set<String> OF_PATCHES = Set.of("instruction", "contract", "patch", "schema", "rejections");

    /** Where roles write patches. */
    private static final Set<String> WRITTEN = Set.of("/plan", "/actions/*", "/hints");

    private static final String LIST = "/messages/-";
    private static final JsonArray SAY = JsonArray.of(JsonObject.builder()
            .put("op", JsonArray.of(Json.of("add")))
            .put("path", LIST)
            .build());
    private static final String ADMITS = "item.from == 'verifier' && item.text.startsWith('admitted')";

    private Messages() {}

    static JsonObject message(String from, String text) {
        return JsonObject.builder().put("from", from).put("text", text).build();
    }

    static JsonArray patch(String from, String text) {
        return JsonArray.of(Edit.add(LIST, message(from, text)));
    }

    static JsonObject shown(JsonObject view) {
        JsonObject shown = view;
        for (String member : OF_PATCHES) {
            shown = shown.without(member);
        }
        return shown;
    }

    /** What the actor said last, of what a view of the whole list shows. */
    static Optional<String> lastCommand(JsonObject view) {
        TreeMap<Integer, JsonObject> said = new TreeMap<>();
        view.object("state").members().forEach((pointer, value) -> {
            if (pointer.equals("/messages") && value instanceof JsonArray all) {
                for (int i = 0; i < all.size(); i++) {
                    put(said, i, all.get(i));
                }
            }
        });
        JsonObject item = view.object("item");
        if (item.get("path").orElse(Json.nul()) instanceof JsonString path) {
            List<String> tokens = JsonPointer.parse(path.value()).tokens();
            JsonPointer.arrayIndex(tokens.getLast())
                    .ifPresent(index -> put(said, index, item.get("value").orElse(Json.nul())));
        }
        return said.descendingMap().values().stream()
                .filter(message -> message.text("from").equals("actor"))
                .map(message -> message.text("text"))
                .findFirst();
    }

    private static void put(Map<Integer, JsonObject> said, int index, Json message) {
        if (message instanceof JsonObject object) {
            said.put(index, object);
        }
    }

    /**
     * The team's blueprint without a schema: what the game says stays as it is, whoever else says something adds a
     * message. Roles, their tasks, their turns and the size of their views are the same.
     */
    static TeamBlueprint blueprint(TeamBlueprint household) {
        return household
                .with(
                        "state",
                        state -> JsonObject.builder()
                                .put("initial", initial((JsonObject)
                                        ((JsonObject) state).get("initial").orElseThrow()))
                                .put("schema", JsonObject.of("type", Json.of("object")))
                                .build())
                .with("invariants", none -> JsonArray.EMPTY)
                .with("rules", Messages::rules)
                .roles(
                        Household.ROLES,
                        role -> role.without("patch").with("write", SAY).with("read", read((JsonArray)
                                role.get("read").orElseThrow())))
                .worker(
                        Household.ENVIRONMENT,
                        game -> game.with("read", JsonArray.ofStrings(List.of("/game", "/observations", "/messages"))));
    }

    /** What a role reads otherwise, with what was said in the place of what others have written. */
    private static JsonArray read(JsonArray read) {
        Set<String> kept = new LinkedHashSet<>();
        for (Json path : read) {
            String place = ((JsonString) path).value();
            kept.add(WRITTEN.contains(place) ? "/messages/*" : place);
        }
        return JsonArray.ofStrings(kept);
    }

    private static JsonObject initial(JsonObject initial) {
        return initial.without("actions").without("hints").with("messages", JsonArray.EMPTY);
    }

    private static Json rules(Json rules) {
        List<Json> kept = ((JsonArray) rules)
                .stream()
                        .filter(rule -> Set.of("begin", "plan", "go-on").contains(((JsonObject) rule).text("name")))
                        .toList();
        return JsonArray.copyOf(kept)
                .append(said("act", "item.from == 'planner'", "actor"))
                .append(said("verify", "item.from == 'actor'", "verifier"))
                .append(said("do", ADMITS, Household.ENVIRONMENT))
                .append(said("mend", "item.from == 'verifier' && !item.text.startsWith('admitted')", "repair"))
                .append(said("try-again", "item.from == 'repair'", "actor"))
                .append(StandardTeam.quiescent(
                        "plan-again", "!state.messages.exists(m, m.from == 'planner')", "planner"))
                .append(StandardTeam.quiescent("act-again", "state.messages.exists(m, m.from == 'planner')", "actor"));
    }

    private static JsonObject said(String name, String when, String worker) {
        return JsonObject.builder()
                .put("name", name)
                .put(
                        "on",
                        JsonObject.builder()
                                .put("op", JsonArray.of(Json.of("add")))
                                .put("path", "/messages/*")
                                .build())
                .put("when", when)
                .put("invoke", worker)
                .build();
    }
}
