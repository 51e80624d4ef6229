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
import io.patchboard.kernel.schema.SchemaWork;
import io.patchboard.kernel.schema.WorkBudget;
import io.patchboard.record.SealedValue;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Refuses, before anything is sent, what is plain where a schema asks for it sealed, and what is to be sealed and is
 * not what the schema asks to be in it. The kernel sees the one too late, and the other never. Looked at is what the
 * schema says plainly, as of {@link SchemaFragments}; the rest is the kernel's to judge.
 */
final class PlainCheck {

    /** What checking all that is to be sealed of one request may take: 250 ms. */
    static final long MOST_STEPS = 12_500_000;

    /** Of a schema that is compiled. */
    private static final long STEPS_OF_A_BYTE = 12;

    private static final long UNITS_OF_A_STEP = 2;

    /** Of a pattern that may say something of a place. */
    private static final long STEPS_OF_A_PATTERN = 20;

    private final WorkBudget work = new WorkBudget(MOST_STEPS);
    private final IdentityHashMap<Json, Optional<JsonSchema>> compiled = new IdentityHashMap<>();

    private PlainCheck() {}

    /** @throws SealException for the input of a new board */
    static void input(Json blueprint, Json input) {
        if (blueprint instanceof JsonObject object) {
            object.get("input")
                    .ifPresent(schema -> new PlainCheck().walk(schema, schema, input, JsonPointer.ROOT.child("input")));
        }
    }

    /**
     * @param fragments what a worker's view says of what it may write, by the paths of its contract
     * @throws SealException for an operation of its patch
     */
    static void patch(JsonObject fragments, Json patch) {
        if (patch instanceof JsonArray operations && !fragments.isEmpty()) {
            PlainCheck check = new PlainCheck();
            Map<PathPattern, Json> schemas = new LinkedHashMap<>();
            fragments.members().forEach((pattern, schema) -> schemas.put(PathPattern.parse(pattern), schema));
            for (int i = 0; i < operations.size(); i++) {
                if (operations.get(i) instanceof JsonObject operation
                        && operation.get("path").orElse(Json.nul()) instanceof JsonString path
                        && operation.has("value")) {
                    Json value = operation.get("value").orElseThrow();
                    JsonPointer at = JsonPointer.ROOT.child(i).child("value");
                    check.spend(STEPS_OF_A_PATTERN * schemas.size());
                    pointer(path.value())
                            .ifPresent(place -> schemas.forEach((pattern, schema) -> below(schema, pattern, place)
                                    .ifPresent(here -> check.walk(schema, here, value, at))));
                }
            }
        }
    }

    private void spend(long steps) {
        if (!work.spend(steps)) {
            throw new SealException("Expected sealed values that can be checked within " + MOST_STEPS
                    + " steps, but they take more. Make them fewer or smaller, or their schemas simpler."
                    + " Nothing was sent.");
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
    private static Optional<Json> below(Json schema, PathPattern pattern, JsonPointer place) {
        int depth = pattern.segments().size();
        List<String> tokens = place.tokens();
        return tokens.size() >= depth && pattern.matches(place.first(depth))
                ? SchemaFragments.at(schema, tokens.subList(depth, tokens.size()))
                : Optional.empty();
    }

    private void walk(Json root, Json schema, Json value, JsonPointer at) {
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

    private void closed(Json schema, Json value, JsonPointer at) {
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

    private Optional<SchemaViolation> violation(Json schema, Json value) {
        return compiled.computeIfAbsent(schema, this::compile).flatMap(known -> known.validate(value, this::spend));
    }

    private Optional<JsonSchema> compile(Json schema) {
        spend(STEPS_OF_A_BYTE * schema.compactBytes());
        spend(SchemaWork.of(schema, MOST_STEPS * UNITS_OF_A_STEP) / UNITS_OF_A_STEP);
        try {
            return Optional.of(JsonSchema.compile(schema));
        } catch (SchemaCompileException e) {
            return Optional.empty(); // the kernel refuses its blueprint
        }
    }
}
