package io.patchboard.trials.play;

import io.patchboard.faults.tree.Trees;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.tokens.Tokenizer;
import java.util.List;
import java.util.function.UnaryOperator;

/** A team's blueprint, as experiments use it and change it. */
public record TeamBlueprint(JsonObject json) {

    /** @param resource a file in YAML, as {@link Class#getResource} finds it */
    public static TeamBlueprint load(Class<?> beside, String resource) {
        return new TeamBlueprint((JsonObject) JsonReader.parse(Trees.text(Trees.resource(beside, resource))));
    }

    public TeamBlueprint with(String member, UnaryOperator<Json> change) {
        return new TeamBlueprint(json.with(member, change.apply(json.get(member).orElse(Json.nul()))));
    }

    TeamBlueprint worker(String name, UnaryOperator<JsonObject> change) {
        return with("workers", workers -> ((JsonObject) workers).with(name, change.apply(worker(name))));
    }

    TeamBlueprint roles(List<String> roles, UnaryOperator<JsonObject> change) {
        TeamBlueprint changed = this;
        for (String role : roles) {
            changed = changed.worker(role, change);
        }
        return changed;
    }

    public JsonObject worker(String name) {
        return object(object(json, "workers"), name);
    }

    public JsonObject schema() {
        return object(object(json, "state"), "schema");
    }

    /** Characters of {@link #fixed}. */
    long fixedChars(JsonObject role) {
        return fixed(role).length();
    }

    /** Tokens of {@link #fixed}, as a kernel counts them. */
    long fixedTokens(JsonObject role) {
        return Tokenizer.DEFAULT.count(fixed(role));
    }

    /** What is the same in each of a role's views: its task, its contract, the schemas. */
    private String fixed(JsonObject role) {
        JsonArray contract = (JsonArray) role.get("write").orElseThrow();
        return JsonWriter.compact(JsonObject.builder()
                .putIfPresent("instruction", role.get("instruction"))
                .put("contract", contract)
                .putIfPresent("patch", role.get("patch"))
                .put("schema", schemas(contract))
                .build());
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
}
