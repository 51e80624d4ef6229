package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.record.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Two annotations that PatchBoard reads in a state's schema; validators ignore them (JSON Schema 2020-12 section 6.5).
 *
 * <p>{@code "x-patchboard-label": true} on a property: its value names the object that has it.
 * {@code "x-patchboard-ref": "/sources/*}{@code /handle"} on a value: it stands for the object whose member there is
 * equal to it.
 */
public final class SchemaMarks {

    private static final String LABEL = "x-patchboard-label";
    private static final String REFERENCE = "x-patchboard-ref";

    private SchemaMarks() {}

    /** The name of the property that labels the objects of a subschema; the first that is marked. */
    public static Optional<String> label(Json root, Json schema) {
        return SchemaFragments.target(root, schema)
                .flatMap(target -> member(target, "properties"))
                .filter(JsonObject.class::isInstance)
                .flatMap(properties -> ((JsonObject) properties)
                        .members().entrySet().stream()
                                .filter(property -> mark(root, property.getValue(), LABEL)
                                        .filter(JsonBoolean.TRUE::equals)
                                        .isPresent())
                                .map(Map.Entry::getKey)
                                .findFirst());
    }

    /** Where to find what the values of a subschema refer to; absent where they are not marked as references. */
    public static Optional<PathPattern> reference(Json root, Json schema) {
        return mark(root, schema, REFERENCE)
                .filter(JsonString.class::isInstance)
                .map(value -> PathPattern.parse(((JsonString) value).value()));
    }

    /** Beside a {@code $ref}, or where it leads. */
    private static Optional<Json> mark(Json root, Json schema, String name) {
        Optional<Json> here = member(schema, name);
        return here.isPresent() ? here : SchemaFragments.target(root, schema).flatMap(target -> member(target, name));
    }

    private static Optional<Json> member(Json json, String name) {
        return json instanceof JsonObject object ? object.get(name) : Optional.empty();
    }

    /** Whether a schema marks any reference at all. */
    public static boolean hasReferences(Json schema) {
        if (schema instanceof JsonObject object) {
            return object.has(REFERENCE) || object.members().values().stream().anyMatch(SchemaMarks::hasReferences);
        }
        return schema instanceof JsonArray array && array.stream().anyMatch(SchemaMarks::hasReferences);
    }

    /** Marks that cannot be read, with their places in the schema. */
    public static List<Problem> problems(Json schema) {
        List<Problem> problems = new ArrayList<>();
        check(schema, JsonPointer.ROOT, problems);
        return problems;
    }

    private static void check(Json json, JsonPointer at, List<Problem> problems) {
        if (json instanceof JsonObject object) {
            boolean names = !at.isRoot() && at.last().equals("properties");
            object.members().forEach((name, value) -> {
                if (!names && name.equals(LABEL) && !(value instanceof JsonBoolean)) {
                    problems.add(new Problem(
                            at.child(name).toString(),
                            "Expected true or false on the property that labels its object, but got " + value.typeName()
                                    + "."));
                }
                if (!names && name.equals(REFERENCE) && !isTarget(value)) {
                    problems.add(new Problem(
                            at.child(name).toString(),
                            "Expected the path pattern of the members that references are compared with, for instance"
                                    + " \"/sources/*/handle\", but got " + Text.abbreviated(value) + "."));
                }
                check(value, at.child(name), problems);
            });
        } else if (json instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                check(array.get(i), at.child(i), problems);
            }
        }
    }

    private static boolean isTarget(Json value) {
        if (!(value instanceof JsonString text)) {
            return false;
        }
        try {
            PathPattern pattern = PathPattern.parse(text.value());
            return !pattern.isDeep()
                    && !pattern.segments().isEmpty()
                    && !pattern.segments().contains(JsonPointer.END);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
