package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.schema.keyword.Vocabulary;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The vocabularies in which a document is written, as its meta-schema says ({@code $vocabulary}). */
record Dialect(Set<Vocabulary> vocabularies) {

    /** All vocabularies of 2020-12. */
    static final Dialect WHOLE = new Dialect(EnumSet.allOf(Vocabulary.class));

    private static final String PREFIX = "https://json-schema.org/draft/2020-12/vocab/";
    private static final Set<String> ANNOTATIONS = Set.of("core", "meta-data", "format-annotation", "content");

    static Dialect of(Json metaSchema) {
        Optional<JsonObject> named = vocabularies(metaSchema);
        if (named.isEmpty()) {
            return WHOLE;
        }
        Set<Vocabulary> used = EnumSet.noneOf(Vocabulary.class);
        for (Vocabulary vocabulary : Vocabulary.values()) {
            if (named.get().has(PREFIX + vocabulary.word())) {
                used.add(vocabulary);
            }
        }
        return new Dialect(used);
    }

    /** Whether every vocabulary that the meta-schema requires is one of 2020-12. */
    static boolean isUnderstood(Json metaSchema) {
        return vocabularies(metaSchema).stream()
                .flatMap(named -> named.members().entrySet().stream())
                .filter(vocabulary -> vocabulary.getValue() == JsonBoolean.TRUE)
                .allMatch(vocabulary -> isKnown(vocabulary.getKey()));
    }

    private static boolean isKnown(String uri) {
        String word = uri.startsWith(PREFIX) ? uri.substring(PREFIX.length()) : "";
        return ANNOTATIONS.contains(word)
                || EnumSet.allOf(Vocabulary.class).stream()
                        .anyMatch(one -> one.word().equals(word));
    }

    private static Optional<JsonObject> vocabularies(Json metaSchema) {
        return metaSchema instanceof JsonObject object
                        && object.get("$vocabulary").orElse(Json.nul()) instanceof JsonObject named
                ? Optional.of(named)
                : Optional.empty();
    }
}
