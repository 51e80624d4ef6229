package io.patchboard.encoding;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.patchboard.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Who sent a record that cannot be read: the texts among its members that say so, from JSON that a strict reader
 * refuses (a number that is too large, a name twice, half a surrogate pair, nesting without end) or that ends halfway.
 * One pass, which builds nothing of what it skips. It is for naming a sender who is told off, never for deciding on
 * what was sent.
 */
final class SenderTexts {

    static final Set<String> NAMES = Set.of("proposalId", "commandId", "boardId", "worker", "invocationId");

    /** Where a decoder found no character. */
    private static final char REPLACEMENT = '\uFFFD';

    private static final int MOST_DEPTH = 100_000;

    private static final JsonFactory LENIENT = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MOST_DEPTH)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private SenderTexts() {}

    /**
     * The members called {@link #NAMES} that are texts, up to what cannot be skipped. One that is there twice is left
     * out, as readers do not agree on which counts, and so is one that is no well-formed Unicode.
     *
     * @param most bytes that are looked at
     */
    static JsonObject inJson(byte[] utf8, int most) {
        Map<String, String> texts = new TreeMap<>();
        Set<String> ambiguous = new HashSet<>();
        String text = new String(utf8, 0, Math.min(utf8.length, most), StandardCharsets.UTF_8);
        try (JsonParser parser = LENIENT.createParser(text)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    member(parser, texts, ambiguous);
                }
            }
        } catch (IOException | RuntimeException e) {
            // What was read so far is what could be read.
        }
        texts.keySet().removeAll(ambiguous);
        JsonObject.Builder members = JsonObject.builder();
        texts.forEach(members::put);
        return members.build();
    }

    private static void member(JsonParser parser, Map<String, String> texts, Set<String> ambiguous) throws IOException {
        String name = parser.currentName();
        boolean wanted = NAMES.contains(name);
        if (parser.nextToken() != JsonToken.VALUE_STRING || !wanted) {
            parser.skipChildren();
            if (wanted && texts.containsKey(name)) {
                ambiguous.add(name);
            }
            return;
        }
        String value = parser.getText();
        boolean first = texts.putIfAbsent(name, value) == null;
        if (!first || value.indexOf(REPLACEMENT) >= 0 || !isWellFormed(value)) {
            ambiguous.add(name);
        }
    }

    private static boolean isWellFormed(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }
}
