package io.patchboard.trials.play;

import io.patchboard.examples.household.HouseholdWorkers;
import io.patchboard.faults.tree.Trees;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import java.util.List;
import java.util.function.UnaryOperator;

/** The blueprint of the example {@code household}, as the experiments use it and change it. */
record Household(JsonObject blueprint) {

    static final String ENVIRONMENT = "environment";
    static final List<String> ROLES = List.of("planner", "actor", "verifier", "repair");

    /**
     * The example's, but that a team which has nothing to do is asked again, and that no mistakes are made on
     * purpose.
     */
    static Household standard() {
        JsonObject read = (JsonObject) JsonReader.parse(
                Trees.text(Trees.resource(HouseholdWorkers.class, "/examples/household/blueprint.yaml")));
        return new Household(read)
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

    Household with(String member, UnaryOperator<Json> change) {
        return new Household(
                blueprint.with(member, change.apply(blueprint.get(member).orElse(Json.nul()))));
    }

    Household worker(String name, UnaryOperator<JsonObject> change) {
        return with("workers", workers -> ((JsonObject) workers).with(name, change.apply(worker(name))));
    }

    /** Every role that a model fills. */
    Household roles(UnaryOperator<JsonObject> change) {
        Household changed = this;
        for (String role : ROLES) {
            changed = changed.worker(role, change);
        }
        return changed;
    }

    JsonObject worker(String name) {
        return object(object(blueprint, "workers"), name);
    }

    JsonObject schema() {
        return object(object(blueprint, "state"), "schema");
    }

    /** Characters of a role's views that are the same in each: its task, its contract, the schemas. */
    long fixedChars(JsonObject role) {
        JsonArray contract = (JsonArray) role.get("write").orElseThrow();
        return JsonWriter.compact(JsonObject.builder()
                        .putIfPresent("instruction", role.get("instruction"))
                        .put("contract", contract)
                        .putIfPresent("patch", role.get("patch"))
                        .put("schema", schemas(contract))
                        .build())
                .length();
    }

    /** Of the values that a contract lets somebody write, by the path pattern of the grant. */
    JsonObject schemas(JsonArray contract) {
        JsonObject.Builder schemas = JsonObject.builder();
        for (Json grant : contract) {
            String path = ((JsonString) ((JsonObject) grant).get("path").orElseThrow()).value();
            JsonObject at = schema();
            for (String token : JsonPointer.parse(path).tokens()) {
                at = token.equals("-") || token.equals("*")
                        ? object(at, "items")
                        : object(object(at, "properties"), token);
            }
            schemas.put(path, at);
        }
        return schemas.build();
    }

    private static JsonObject object(JsonObject of, String name) {
        return (JsonObject) of.get(name).orElseThrow();
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
