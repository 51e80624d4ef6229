package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaViolation;
import io.patchboard.record.Problem;
import io.patchboard.text.Cut;
import io.patchboard.text.Resources;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The JSON Schema that every blueprint satisfies; published in {@code schemas/}. */
final class MetaSchema {

    private static final int MAX_PROBLEMS = 100;
    private static final int MOST_NAME_CHARS = 100;
    /** Keywords that say no more of a place of which another one has told. */
    private static final Set<String> TOLD_WITH_OTHERS = Set.of("additionalProperties", "type");

    /** What the compiler says is easier to read. */
    private static final Set<String> TOLD_UNLESS_OTHERS_ARE = Set.of("oneOf", "pattern", "type");

    private static final Json DOCUMENT = JsonReader.parse(Resources.text(Json.class, "/blueprint.schema.json"));
    private static final JsonSchema SCHEMA = JsonSchema.own(DOCUMENT);

    private MetaSchema() {}

    static void check(Json blueprint, Problems problems) {
        Set<JsonPointer> told = new HashSet<>();
        for (SchemaViolation found : SCHEMA.validateAll(blueprint, MAX_PROBLEMS)) {
            SchemaViolation violation = ofTheOnlyForm(blueprint, found);
            String keyword = violation.keyword();
            boolean otherwise = TOLD_WITH_OTHERS.contains(keyword) && told.contains(violation.pointer());
            if (otherwise || keyword.equals("required") && isMisspelt(blueprint, violation)) {
                continue;
            }
            List<Problem> clearer = switch (keyword) {
                case "additionalProperties" -> unknownMembers(blueprint, violation);
                case "oneOf" -> noneOfTheForms(blueprint, violation);
                case "pattern", "type" -> suchAs(blueprint, violation);
                case "enum" -> otherWord(blueprint, violation);
                default -> List.of();
            };
            if (TOLD_UNLESS_OTHERS_ARE.contains(keyword)) {
                clearer.forEach(problem -> problems.addUnlessToldOtherwise(violation.pointer(), problem.message()));
            } else {
                clearer.forEach(problem -> problems.add(problem.pointer(), problem.message()));
            }
            if (clearer.isEmpty()) {
                problems.add(violation.pointer(), violation.message());
            } else {
                told.add(violation.pointer());
            }
        }
    }

    /** Whether there is no more than there may be of what the compiler looks at one by one, or for each worker. */
    static boolean isBounded(Json blueprint) {
        JsonPlace root = JsonPlace.of(blueprint);
        return isWithin(root.child("workers"), "/properties/workers/maxProperties")
                && Stream.of("private", "rules", "invariants", "gates", "neighbourhoods")
                        .allMatch(part -> isWithin(root.child(part), "/properties/" + part + "/maxItems"))
                && root.into("policies").members().stream()
                        .allMatch(policy -> Stream.of("retry", "onExhausted")
                                .allMatch(steps -> isWithin(
                                        policy.child(steps), "/$defs/policy/properties/" + steps + "/then/maxItems")));
    }

    private static boolean isWithin(Optional<JsonPlace> part, String bound) {
        Json value = part.map(JsonPlace::value).orElse(Json.nul());
        int size = value instanceof JsonObject object
                ? object.size()
                : value instanceof JsonArray array ? array.size() : 0;
        JsonNumber most =
                (JsonNumber) JsonPointer.parse(bound).resolve(DOCUMENT).orElseThrow();
        return size <= most.value().intValueExact();
    }

    /** Where one form alone has the type of the value, what is wrong by that. */
    private static SchemaViolation ofTheOnlyForm(Json blueprint, SchemaViolation violation) {
        Json value = violation.pointer().resolve(blueprint).orElse(Json.nul());
        boolean only = violation.nearest().isPresent()
                && !(value instanceof JsonString)
                && schema(violation) instanceof JsonObject rules
                && rules.get(violation.keyword()).orElse(Json.nul()) instanceof JsonArray forms
                && forms.stream().filter(form -> mayBe(form, value)).count() == 1;
        return only ? ofTheOnlyForm(blueprint, violation.nearest().get()) : violation;
    }

    private static boolean mayBe(Json form, Json value) {
        JsonObject rules = (JsonObject) there(form);
        return rules.get("type")
                .map(type -> type.equals(Json.of(value.typeName()))
                        || value instanceof JsonNumber && type.equals(Json.of("integer")))
                .orElseGet(() -> !rules.has("enum"));
    }

    /** Whether a member is missing that stands there by another name, which is told of itself. */
    private static boolean isMisspelt(Json blueprint, SchemaViolation violation) {
        return schema(violation) instanceof JsonObject rules
                && rules.get("properties").orElse(Json.nul()) instanceof JsonObject known
                && violation.pointer().resolve(blueprint).orElse(Json.nul()) instanceof JsonObject object
                && object.names().stream()
                        .filter(name -> !known.has(name))
                        .flatMap(name -> OtherNames.member(name, sorted(known)).stream())
                        .anyMatch(meant -> violation.message().contains("the member \"" + meant + "\""));
    }

    private static Json schema(SchemaViolation violation) {
        return JsonPointer.parse(violation.schemaPointer()).resolve(DOCUMENT).orElse(Json.nul());
    }

    private static List<String> sorted(JsonObject known) {
        return known.names().stream().sorted().toList();
    }

    private static String unknown(String name, List<String> known) {
        return "Expected one of " + String.join(", ", known) + " as a member, but got " + Json.of(cut(name)) + "."
                + OtherNames.question(name, known);
    }

    private static List<Problem> otherWord(Json blueprint, SchemaViolation violation) {
        return violation.pointer().resolve(blueprint).orElse(Json.nul()) instanceof JsonString word
                ? OtherNames.word(word.value(), violation.message())
                        .map(meant -> asked(violation, "\"" + meant + "\""))
                        .stream()
                        .toList()
                : List.of();
    }

    private static Problem asked(SchemaViolation violation, String meant) {
        return new Problem(violation.pointer().toString(), violation.message() + " Did you mean " + meant + "?");
    }

    /** What it may look like, where the schema has examples of a text or other value that has but one form. */
    private static List<Problem> suchAs(Json blueprint, SchemaViolation violation) {
        if (!(schema(violation) instanceof JsonObject rules)) {
            return List.of();
        }
        Json value = violation.pointer().resolve(blueprint).orElse(Json.nul());
        if (!(rules.get("examples").orElse(Json.nul()) instanceof JsonArray examples)) {
            return Forms.inItsForm(value, rules)
                    .or(() -> Forms.inQuotes(value, rules))
                    .map(form -> asked(violation, form))
                    .stream()
                    .toList();
        }
        String question = examples.stream()
                .flatMap(example -> Forms.withItsMember(example, value).stream())
                .findFirst()
                .map(JsonWriter::compact)
                .or(() -> Forms.inItsForm(value, rules))
                .map(form -> " Did you mean " + form + "?")
                .orElse("");
        String meaning =
                rules.get("description").orElse(Json.nul()) instanceof JsonString text ? " " + text.value() : "";
        return List.of(new Problem(
                violation.pointer().toString(),
                "Expected one such as "
                        + String.join(
                                ", ", examples.stream().map(JsonWriter::compact).toList())
                        + " at " + violation.pointer() + ", but got "
                        + cut(value.toString()) + "." + question + meaning));
    }

    /** What it may look like, where the schema has examples of that. */
    private static List<Problem> noneOfTheForms(Json blueprint, SchemaViolation violation) {
        if (!(schema(violation) instanceof JsonObject rules)
                || !(rules.get("examples").orElse(Json.nul()) instanceof JsonArray examples)) {
            return List.of();
        }
        Json value = violation.pointer().resolve(blueprint).orElse(Json.nul());
        Optional<Json> meant = examples.stream()
                .flatMap(example -> Forms.filled(example, value).stream())
                .findFirst();
        return List.of(new Problem(
                violation.pointer().toString(),
                "Expected one such as "
                        + String.join(
                                ", ", examples.stream().map(JsonWriter::compact).toList())
                        + " at " + violation.pointer() + ", but got " + cut(value.toString()) + "."
                        + meant.map(example -> " Did you mean " + JsonWriter.compact(example) + "?")
                                .orElseGet(() ->
                                        unknownMember(rules, value).orElseGet(() -> nearest(violation.message())))));
    }

    /** The first member that the form does not have with which the value shares the most. */
    private static Optional<String> unknownMember(JsonObject rules, Json value) {
        if (!(value instanceof JsonObject object)
                || !(rules.get("oneOf").orElse(Json.nul()) instanceof JsonArray forms)) {
            return Optional.empty();
        }
        return forms.stream()
                .flatMap(form -> members(form).stream())
                .filter(known -> shared(known, object) > 0)
                .max(Comparator.comparingLong(known -> shared(known, object)))
                .flatMap(known -> object.names().stream()
                        .filter(name -> !known.has(name))
                        .findFirst()
                        .map(name -> SchemaViolation.NEAREST + unknown(name, sorted(known))));
    }

    private static long shared(JsonObject known, JsonObject object) {
        return object.names().stream().filter(known::has).count();
    }

    private static Optional<JsonObject> members(Json form) {
        return there(form) instanceof JsonObject found
                        && found.get("properties").orElse(Json.nul()) instanceof JsonObject known
                ? Optional.of(known)
                : Optional.empty();
    }

    /** A form, also one that stands elsewhere in this document. */
    private static Json there(Json form) {
        return form instanceof JsonObject rules && rules.get("$ref").orElse(Json.nul()) instanceof JsonString place
                ? JsonPointer.parse(place.value().substring(1))
                        .resolve(DOCUMENT)
                        .orElse(form)
                : form;
    }

    private static String nearest(String message) {
        int at = message.indexOf(SchemaViolation.NEAREST);
        return at < 0 ? "" : message.substring(at);
    }

    private static String cut(String text) {
        return Cut.shortened(text, MOST_NAME_CHARS);
    }

    /** Each unknown member at its own place, with those that there are; none if the schema does not name them. */
    private static List<Problem> unknownMembers(Json blueprint, SchemaViolation violation) {
        if (!(schema(violation) instanceof JsonObject rules)
                || rules.has("patternProperties")
                || !(rules.get("properties").orElse(Json.nul()) instanceof JsonObject known)
                || !(violation.pointer().resolve(blueprint).orElse(Json.nul()) instanceof JsonObject object)) {
            return List.of();
        }
        List<String> names = sorted(known);
        return object.names().stream()
                .filter(name -> !known.has(name))
                .limit(MAX_PROBLEMS)
                .map(name -> new Problem(violation.pointer().child(name).toString(), unknown(name, names)))
                .toList();
    }
}
