package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.BlobHandle;
import io.patchboard.record.Problem;
import io.patchboard.record.SealedValue;
import io.patchboard.text.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds members of a schema that are no keywords but nearly: validators take them for annotations (JSON Schema 2020-12
 * Core, section 6.5), so {@code requird} requires nothing.
 */
public final class SchemaSpelling {

    /** Nearly every word is near to a shorter one. */
    private static final int SHORTEST = 4;

    private static final List<String> BOUNDS = List.of("minimum", "minLength", "minItems", "minProperties");

    /** JSON Schema 2020-12 Validation, section 7.3. */
    private static final List<String> FORMATS = List.of(
            "date-time",
            "date",
            "time",
            "duration",
            "email",
            "idn-email",
            "hostname",
            "idn-hostname",
            "ipv4",
            "ipv6",
            "uri",
            "uri-reference",
            "iri",
            "iri-reference",
            "uuid",
            "uri-template",
            "json-pointer",
            "relative-json-pointer",
            "regex");

    private static final String EXTENSION = "x-";

    /** Names that those which are forbidden are compared with. */
    private static final long MOST_COMPARED = 100_000;

    private static final List<String> KEYWORDS = keywords();
    private static final List<String> LIKELY =
            KEYWORDS.stream().filter(word -> word.length() >= SHORTEST).toList();

    private SchemaSpelling() {}

    /** All of a schema, with their places in it. Names that begin with {@code x-} are meant to be annotations. */
    public static List<Problem> problems(Json schema) {
        List<Problem> problems = new ArrayList<>();
        check(schema, Place.ROOT, problems, new WorkBudget(MOST_COMPARED));
        return problems;
    }

    private static void check(Json schema, Place at, List<Problem> problems, WorkBudget comparing) {
        if (schema instanceof JsonObject object) {
            impossible(object, at, problems, comparing);
            format(object, at, problems);
            object.members().forEach((name, value) -> {
                meant(name)
                        .ifPresent(keyword -> problems.add(new Problem(
                                at.child(name).pointer().toString(),
                                "Expected a keyword of JSON Schema, but " + Text.abbreviated(Json.of(name))
                                        + " is none: it is an annotation and checks nothing. Did you mean \"" + keyword
                                        + "\"?")));
                // What earlier versions called $defs is no keyword any more, but references lead there.
                Applicators.forEach(
                        name.equals("definitions") ? "$defs" : name,
                        value,
                        at.child(name),
                        (inside, place, same) -> check(inside, place, problems, comparing));
            });
        }
    }

    /** What is required and forbidden at once, and bounds that nothing is between. */
    private static void impossible(JsonObject schema, Place at, List<Problem> problems, WorkBudget comparing) {
        if (schema.get("required").orElse(Json.nul()) instanceof JsonArray required
                && schema.get("properties").orElse(Json.nul()) instanceof JsonObject known
                && schema.get("additionalProperties").equals(Optional.of(Json.of(false)))
                && !schema.has("patternProperties")) {
            for (Json name : required) {
                if (name instanceof JsonString text && !known.has(text.value())) {
                    problems.add(new Problem(
                            at.child("required").pointer().toString(),
                            "Expected members that may be there, but " + Text.abbreviated(name)
                                    + " is required and, by additionalProperties, forbidden: no object is ever valid."
                                    + (comparing.spend(known.size())
                                            ? Spelling.question(
                                                    text.value(),
                                                    known.names().stream()
                                                            .sorted()
                                                            .toList())
                                            : "")));
                }
            }
        }
        for (String bound : BOUNDS) {
            String most = bound.replace("min", "max");
            if (schema.get(bound).orElse(Json.nul()) instanceof JsonNumber from
                    && schema.get(most).orElse(Json.nul()) instanceof JsonNumber to
                    && from.value().compareTo(to.value()) > 0) {
                problems.add(new Problem(
                        at.child(bound).pointer().toString(),
                        "Expected " + bound + " to be at most " + most + ", which is " + to + ", but got " + from
                                + ": no value is ever valid."));
            }
        }
    }

    /** It is an annotation, for whoever reads the schema: a language model, say. Others' own formats are let be. */
    private static void format(JsonObject schema, Place at, List<Problem> problems) {
        if (schema.get("format").orElse(Json.nul()) instanceof JsonString format && !FORMATS.contains(format.value())) {
            Spelling.nearest(format.value(), FORMATS)
                    .ifPresent(known -> problems.add(new Problem(
                            at.child("format").pointer().toString(),
                            "Expected a format of JSON Schema, but " + Text.abbreviated(format)
                                    + " is none. Did you mean \"" + known + "\"?")));
        }
    }

    private static Optional<String> meant(String name) {
        return KEYWORDS.contains(name)
                        || name.equals(BlobHandle.MEMBER)
                        || name.equals(SealedValue.MEMBER)
                        || name.startsWith(EXTENSION)
                ? Optional.empty()
                : Spelling.nearest(name, LIKELY);
    }

    /** Those that the meta-schemas have; they know the earlier versions' {@code definitions}, too. */
    private static List<String> keywords() {
        return MetaSchema.DOCUMENTS.values().stream()
                .flatMap(document -> ((JsonObject) document).get("properties").stream())
                .flatMap(properties -> ((JsonObject) properties).names().stream())
                .distinct()
                .sorted()
                .toList();
    }
}
