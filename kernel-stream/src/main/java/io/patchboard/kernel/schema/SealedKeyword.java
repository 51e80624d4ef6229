package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BlobHandle;
import io.patchboard.record.Problem;
import io.patchboard.record.SealedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a schema says of a value that has to be sealed, under {@link SealedValue#MEMBER}: the schema of what is in it,
 * for whoever seals it and whoever opens it. The kernel never sees that.
 */
public final class SealedKeyword {

    private static final Set<String> BESIDE =
            Set.of(SealedValue.MEMBER, "title", "description", "$comment", "$id", "$anchor", "$defs");

    private SealedKeyword() {}

    /**
     * Why a subschema can't say it so.
     *
     * @param known what was found out of schemas of what is sealed, by identity: one that is sealed within others is
     *     come to from each of them
     */
    static Optional<String> problem(JsonObject schema, Map<Json, Optional<String>> known) {
        Json inside = schema.get(SealedValue.MEMBER).orElseThrow();
        if (!(inside instanceof JsonObject)) {
            return Optional.of("Expected the schema of what is sealed, such as {\"type\": \"string\"} or {}, but got "
                    + Text.abbreviated(inside) + ".");
        }
        if (!known.containsKey(inside)) {
            known.put(inside, problemInside(inside, known));
        }
        if (known.get(inside).isPresent()) {
            return known.get(inside);
        }
        List<String> others = schema.names().stream()
                .filter(name -> !BESIDE.contains(name) && !name.startsWith("x-"))
                .sorted()
                .toList();
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of("Expected nothing beside $sealed that is asked of the value, which nobody can look into,"
                        + " but got " + Text.list(others) + ". Put that into the schema under $sealed.");
    }

    private static Optional<String> problemInside(Json inside, Map<Json, Optional<String>> known) {
        try {
            JsonSchema.compile(inside, Documents.NONE, known);
            return Optional.empty();
        } catch (SchemaCompileException e) {
            Problem first = e.problems().get(0);
            return Optional.of("Expected a schema that needs nothing around it, but at \"" + first.pointer()
                    + "\" of it: " + first.message());
        }
    }

    /** Where a schema asks for a blob within what is sealed, with the places in it. */
    public static List<Problem> blobs(Json schema) {
        List<Problem> problems = new ArrayList<>();
        blobs(schema, Place.ROOT, false, problems);
        return problems;
    }

    private static void blobs(Json schema, Place at, boolean isSealed, List<Problem> problems) {
        if (schema instanceof JsonObject object) {
            if (isSealed && object.has(BlobHandle.MEMBER)) {
                problems.add(new Problem(
                        at.child(BlobHandle.MEMBER).pointer().toString(),
                        "Expected no blob in what is sealed: its bytes are not sealed, and are removed, as nobody can"
                                + " tell that they are named. Leave its handle unsealed."));
            }
            object.members().forEach((keyword, value) -> {
                if (keyword.equals(SealedValue.MEMBER)) {
                    blobs(value, at.child(keyword), true, problems);
                } else {
                    Applicators.forEach(
                            keyword,
                            value,
                            at.child(keyword),
                            (inside, place, same) -> blobs(inside, place, isSealed, problems));
                }
            });
        }
    }

    /** Whether a schema asks for sealed values anywhere, be it through what it refers to within itself. */
    public static boolean isIn(Json schema) {
        if (schema instanceof JsonObject object) {
            return object.has(SealedValue.MEMBER)
                    || object.members().values().stream().anyMatch(SealedKeyword::isIn);
        }
        return schema instanceof JsonArray array && array.stream().anyMatch(SealedKeyword::isIn);
    }

    /** What a violation says: how to do it right, and nothing of the value, which may be what was to be kept secret. */
    static String message(String place) {
        return "Expected a sealed value at " + place + ", {\"$sealed\": {\"subject\", \"board\", \"key\", \"data\"}},"
                + " but got another. Give {\"$unsealed\": {\"subject\": S, \"value\": V}} to the command line, the"
                + " HTTP API or a gateway, which seal it, or make one with \"patchboard seal\".";
    }
}
