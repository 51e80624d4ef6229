package io.patchboard.workflow.blueprint;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The blueprints of the boards that a workflow's board has made for it. A name ends with digits that follow from what
 * the blueprint says: a workflow that was changed has parts of other names, and what is underway keeps its own.
 */
final class Parts {

    private static final int LONGEST = 80;
    private static final int DIGITS = 12;

    private final Map<String, JsonObject> byName = new LinkedHashMap<>();

    /**
     * Takes a blueprint, once if it is added again.
     *
     * @return the name and version by which workers of kind {@code board} ask for it
     */
    String add(JsonObject blueprint) {
        String digits = CanonicalJson.sha256(blueprint).substring(0, DIGITS);
        String readable = JsonPlace.of(blueprint).text("name").orElse("part").replaceAll("[^A-Za-z0-9._-]", "-");
        String name = readable.substring(0, Math.min(LONGEST, readable.length())) + "-" + digits;
        byName.put(name, blueprint.with("name", Json.of(name)));
        return name + "@1";
    }

    List<JsonObject> all() {
        return List.copyOf(byName.values());
    }
}
