package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Problem;
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

    private static final String EXTENSION = "x-";

    private static final List<String> KEYWORDS = keywords();
    private static final List<String> LIKELY =
            KEYWORDS.stream().filter(word -> word.length() >= SHORTEST).toList();

    private SchemaSpelling() {}

    /** All of a schema, with their places in it. Names that begin with {@code x-} are meant to be annotations. */
    public static List<Problem> problems(Json schema) {
        List<Problem> problems = new ArrayList<>();
        check(schema, Place.ROOT, problems);
        return problems;
    }

    private static void check(Json schema, Place at, List<Problem> problems) {
        if (schema instanceof JsonObject object) {
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
                        (inside, place, same) -> check(inside, place, problems));
            });
        }
    }

    private static Optional<String> meant(String name) {
        return KEYWORDS.contains(name) || name.startsWith(EXTENSION)
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
