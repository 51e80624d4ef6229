package io.patchboard.client.seal;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaCompileException;
import io.patchboard.kernel.schema.SchemaFragments;
import io.patchboard.kernel.schema.SchemaViolation;
import io.patchboard.record.SealedValue;
import java.util.List;
import java.util.Optional;

/**
 * Refuses, before anything is sent, what is plain where a schema asks for it sealed, and what is to be sealed and is
 * not what the schema asks to be in it. The kernel sees the one too late, and the other never. Looked at is what the
 * schema says plainly, as of {@link SchemaFragments}; the rest is the kernel's to judge.
 */
final class PlainCheck {

    private PlainCheck() {}

    /** @throws SealException for the input of a new board */
    static void input(Json blueprint, Json input) {
        if (blueprint instanceof JsonObject object) {
            object.get("input").ifPresent(schema -> walk(schema, schema, input, JsonPointer.ROOT.child("input")));
        }
    }

    /**
     * @param fragments what a worker's view says of what it may write, by the paths of its contract
     * @throws SealException for an operation of its patch
     */
    static void patch(JsonObject fragments, Json patch) {
        if (patch instanceof JsonArray operations && !fragments.isEmpty()) {
            for (int i = 0; i < operations.size(); i++) {
                if (operations.get(i) instanceof JsonObject operation
                        && operation.get("path").orElse(Json.nul()) instanceof JsonString path
                        && operation.has("value")) {
                    JsonPointer at = JsonPointer.ROOT.child(i).child("value");
                    pointer(path.value())
                            .ifPresent(place -> fragments
                                    .members()
                                    .forEach((pattern, schema) -> below(schema, pattern, place)
                                            .ifPresent(here -> walk(
                                                    schema,
                                                    here,
                                                    operation.get("value").orElseThrow(),
                                                    at))));
                }
            }
        }
    }

    private static Optional<JsonPointer> pointer(String path) {
        try {
            return Optional.of(JsonPointer.parse(path));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // the kernel says so
        }
    }

    /** What a fragment says of a place at or below those of its pattern. */
    private static Optional<Json> below(Json schema, String pattern, JsonPointer place) {
        PathPattern paths = PathPattern.parse(pattern);
        int depth = paths.segments().size();
        List<String> tokens = place.tokens();
        return tokens.size() >= depth && paths.matches(new JsonPointer(tokens.subList(0, depth)))
                ? SchemaFragments.at(schema, tokens.subList(depth, tokens.size()))
                : Optional.empty();
    }

    private static void walk(Json root, Json schema, Json value, JsonPointer at) {
        Json here = SchemaFragments.target(root, schema).orElse(schema);
        Optional<Json> inside = here instanceof JsonObject object ? object.get(SealedValue.MEMBER) : Optional.empty();
        if (inside.isPresent()) {
            closed(inside.get(), value, at);
        } else if (value instanceof JsonObject object) {
            object.members()
                    .forEach((name, member) -> SchemaFragments.child(root, here, name)
                            .ifPresent(next -> walk(root, next, member, at.child(name))));
        } else if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                Json item = array.get(i);
                JsonPointer place = at.child(i);
                SchemaFragments.child(root, here, Integer.toString(i)).ifPresent(next -> walk(root, next, item, place));
            }
        }
    }

    private static void closed(Json schema, Json value, JsonPointer at) {
        if (SealedValue.of(value).isPresent()) {
            return;
        }
        if (!(value instanceof JsonObject object
                && object.get(SealedValue.UNSEALED).orElse(Json.nul()) instanceof JsonObject marked)) {
            throw new SealException("Expected a value to be sealed at \"" + at
                    + "\", {\"$unsealed\": {\"subject\": S, \"value\": V}}, but got one that is not marked as such."
                    + " Nothing was sent.");
        }
        marked.get("value").flatMap(plain -> violation(schema, plain)).ifPresent(wrong -> {
            throw new SealException("Expected a value to be sealed at \"" + at + "\" that is what the schema asks for,"
                    + " but by its " + wrong.keyword() + " it is not, at \"" + wrong.pointer()
                    + "\" of it. Nothing was sent.");
        });
    }

    private static Optional<SchemaViolation> violation(Json schema, Json value) {
        try {
            return JsonSchema.compile(schema).validate(value);
        } catch (SchemaCompileException e) {
            return Optional.empty(); // the kernel refuses its blueprint
        }
    }
}
