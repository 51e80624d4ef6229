package io.patchboard.trials.model;

import io.patchboard.experiments.household.Plan;
import io.patchboard.experiments.household.Role;
import io.patchboard.experiments.household.Sight;
import io.patchboard.experiments.household.Step;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.record.FieldException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a team talks where no patches are asked for, and what one of it makes of what the others have said. */
final class Spoken {

    private static final Pattern PART = Pattern.compile("(\\w+)=([^,]*)");
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private final JsonObject view;
    private final List<JsonObject> messages;

    Spoken(JsonObject view) {
        this.view = view;
        this.messages = items("messages");
    }

    Sight sight() {
        List<Step> steps = new ArrayList<>();
        items("observations").forEach(seen -> steps.add(new Step(seen.text("command"), seen.text("text"))));
        from("environment").forEach(seen -> steps.add(new Step(seen.text("command"), seen.text("text"))));
        return new Sight(
                state("/task") instanceof JsonString task ? task.value() : "",
                from("planner").reversed().stream()
                        .flatMap(said -> plan(said.text("text")).stream())
                        .findFirst(),
                steps,
                state("/admissible") instanceof JsonArray all
                        ? all.stream()
                                .filter(JsonString.class::isInstance)
                                .map(each -> ((JsonString) each).value())
                                .toList()
                        : List.of(),
                "",
                last("actor"),
                isLast("repair") ? last("repair") : Optional.empty(),
                from("repair").size(),
                List.of());
    }

    /** What a supervisor decides: what the actor wants, unless somebody had to advise something else. */
    String decision() {
        return (isLast("repair") ? last("repair") : last("actor")).orElse("look");
    }

    /** What a role says where it would answer with a patch. */
    static String words(Role role, JsonArray patch) {
        if (patch.isEmpty()) {
            return "I do not know.";
        }
        Json value = ((JsonObject) patch.get(0)).get("value").orElseThrow();
        return switch (role) {
            case PLANNER -> parts((JsonObject) value);
            case ACTOR -> ((JsonObject) value).text("command");
            case VERIFIER -> ((JsonString) value).value();
            case REPAIR -> ((JsonObject) value).text("instead");
        };
    }

    private static String parts(JsonObject plan) {
        return String.join(
                ", ",
                plan.members().entrySet().stream()
                        .map(part -> part.getKey() + "="
                                + (part.getValue() instanceof JsonString text ? text.value() : part.getValue()))
                        .toList());
    }

    private static Optional<Plan> plan(String said) {
        JsonObject.Builder parts = JsonObject.builder();
        Matcher part = PART.matcher(said);
        while (part.find()) {
            String value = part.group(2).strip();
            parts.put(part.group(1), NUMBER.matcher(value).matches() ? Json.of(Long.parseLong(value)) : Json.of(value));
        }
        try {
            return Optional.of(Plan.read(parts.build()));
        } catch (FieldException e) {
            return Optional.empty();
        }
    }

    private boolean isLast(String name) {
        return !messages.isEmpty() && messages.getLast().text("from").equals(name);
    }

    private Optional<String> last(String name) {
        return from(name).reversed().stream().map(said -> said.text("text")).findFirst();
    }

    private List<JsonObject> from(String name) {
        return messages.stream().filter(said -> said.text("from").equals(name)).toList();
    }

    private Json state(String pointer) {
        return view.get("state").orElse(Json.nul()) instanceof JsonObject state
                ? state.get(pointer).orElse(Json.nul())
                : Json.nul();
    }

    /** The items of an array, which a view may show as a whole, one by one, or as what it asks about. */
    private List<JsonObject> items(String name) {
        Map<Integer, Json> found = new TreeMap<>();
        if (view.get("item").orElse(Json.nul()) instanceof JsonObject item) {
            put(found, item.text("path"), item.get("value").orElse(Json.nul()), name);
        }
        if (view.get("state").orElse(Json.nul()) instanceof JsonObject state) {
            state.members().forEach((pointer, value) -> put(found, pointer, value, name));
        }
        return found.values().stream()
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .toList();
    }

    private static void put(Map<Integer, Json> found, String pointer, Json value, String name) {
        List<String> tokens = JsonPointer.parse(pointer).tokens();
        if (tokens.equals(List.of(name)) && value instanceof JsonArray all) {
            for (int i = 0; i < all.size(); i++) {
                found.put(i, all.get(i));
            }
        } else if (tokens.size() == 2 && tokens.getFirst().equals(name)) {
            JsonPointer.arrayIndex(tokens.get(1)).ifPresent(index -> found.put(index, value));
        }
    }
}
