package io.patchboard.experiments.hotpotqa;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.record.FieldException;
import io.patchboard.record.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A question with its paragraphs, and what people found right.
 *
 * @param type {@code bridge} or {@code comparison}
 * @param facts the sentences that people needed for the answer
 * @param sentences of each paragraph, in the order of {@code paragraphs}
 */
public record Example(
        String id,
        String type,
        String question,
        String answer,
        List<Fact> facts,
        List<Paragraph> paragraphs,
        List<List<String>> sentences) {

    /** @param sentence index, from 0 */
    public record Fact(String title, int sentence) {}

    /** The development set has 46 MB. */
    private static final JsonLimits LIMITS = JsonLimits.DEFAULT.withMaxBytes(1 << 30);

    /**
     * Reads a file in the official format: an array of objects with {@code _id}, {@code type}, {@code question},
     * {@code answer}, {@code supporting_facts} and {@code context}. Test sets, which have no answers, cannot be used.
     *
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if it is something else
     */
    public static List<Example> read(Path file) throws IOException {
        return read(Files.readString(file), file.toString());
    }

    /**
     * Reads what such a file has.
     *
     * @param file what messages call it
     * @throws IllegalArgumentException if it is something else
     */
    public static List<Example> read(String text, String file) {
        try {
            if (!(new JsonReader(LIMITS).read(text) instanceof JsonArray all)) {
                throw new IllegalArgumentException("Expected an array of examples in " + file + ".");
            }
            List<Example> examples = new ArrayList<>();
            for (Json each : all) {
                examples.add(example(each, file + ", example " + examples.size()));
            }
            return List.copyOf(examples);
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException("Expected JSON in " + file + ", but: " + e.getMessage(), e);
        }
    }

    private static Example example(Json json, String where) {
        try {
            Fields fields = new Fields(json instanceof JsonObject object ? object : JsonObject.EMPTY);
            List<Fact> facts = new ArrayList<>();
            pairs(fields.json("supporting_facts"), where)
                    .forEach(pair -> facts.add(new Fact(text(pair.get(0)), number(pair.get(1), where))));
            List<Paragraph> paragraphs = new ArrayList<>();
            List<List<String>> sentences = new ArrayList<>();
            for (JsonArray pair : pairs(fields.json("context"), where)) {
                List<String> parts = pair.get(1) instanceof JsonArray array
                        ? array.stream().map(Example::text).toList()
                        : List.of();
                paragraphs.add(new Paragraph(
                        "p" + paragraphs.size(),
                        text(pair.get(0)),
                        String.join("", parts).strip()));
                sentences.add(parts);
            }
            return new Example(
                    fields.string("_id"),
                    fields.optionalString("type").orElse("question"),
                    fields.string("question"),
                    fields.string("answer"),
                    List.copyOf(facts),
                    List.copyOf(paragraphs),
                    List.copyOf(sentences));
        } catch (FieldException e) {
            throw new IllegalArgumentException(
                    "Expected a question of HotpotQA, but " + where + " says: " + e.getMessage()
                            + " Test sets, which have no answers, cannot be used.",
                    e);
        }
    }

    private static List<JsonArray> pairs(Json json, String where) {
        List<JsonArray> pairs = new ArrayList<>();
        for (Json each : json instanceof JsonArray array ? array : JsonArray.EMPTY) {
            if (!(each instanceof JsonArray pair) || pair.size() != 2) {
                throw new IllegalArgumentException(
                        "Expected pairs of a title and what belongs to it, but " + where + " has " + each + ".");
            }
            pairs.add(pair);
        }
        return pairs;
    }

    private static String text(Json json) {
        return json instanceof JsonString text ? text.value() : "";
    }

    private static int number(Json json, String where) {
        try {
            return Integer.parseInt(json.toString());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "Expected the number of a sentence, but " + where + " has " + json + ".", e);
        }
    }

    /** The sentences that people needed and that a quote of a paragraph stands in, or that stand in the quote. */
    public List<Fact> factsIn(Claim claim) {
        return facts.stream()
                .filter(fact -> paragraphs.stream()
                        .filter(paragraph -> paragraph.handle().equals(claim.source())
                                && paragraph.title().equals(fact.title()))
                        .map(paragraph -> sentences.get(paragraphs.indexOf(paragraph)))
                        .filter(all -> fact.sentence() >= 0 && fact.sentence() < all.size())
                        .map(all -> all.get(fact.sentence()).strip())
                        .anyMatch(sentence -> !claim.quote().isBlank()
                                && (sentence.contains(claim.quote().strip())
                                        || !sentence.isEmpty() && claim.quote().contains(sentence))))
                .toList();
    }
}
