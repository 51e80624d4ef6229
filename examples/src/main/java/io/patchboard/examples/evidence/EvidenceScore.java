package io.patchboard.examples.evidence;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How good an answer and its evidence are, measured with the gold answer and the gold supporting facts of HotpotQA.
 *
 * @param answerMatches whether the answers are the same but for case, articles and punctuation, which is how HotpotQA
 *     compares them
 * @param cited the sentences that the answer's quotes stand in
 * @param gold the sentences that people found necessary
 */
public record EvidenceScore(boolean answerMatches, Set<Fact> cited, Set<Fact> gold) {

    /**
     * One sentence of a paragraph.
     *
     * @param sentence index, from 0
     */
    public record Fact(String title, int sentence) {}

    public EvidenceScore {
        cited = Collections.unmodifiableSet(new LinkedHashSet<>(cited));
        gold = Collections.unmodifiableSet(new LinkedHashSet<>(gold));
    }

    /**
     * @param input the input that the board was created with
     * @param answer the board's result
     * @param goldAnswer the entry of {@code gold.json} for this input
     * @throws io.patchboard.record.FieldException if one of them has another form
     */
    public static EvidenceScore of(JsonObject input, JsonObject answer, JsonObject goldAnswer) {
        Fields gold = new Fields(goldAnswer);
        Fields given = new Fields(answer);
        return new EvidenceScore(
                normalized(given.string("text")).equals(normalized(gold.string("answer"))),
                cited(input, given),
                new LinkedHashSet<>(gold.records(
                        "supportingFacts",
                        fact -> new Fact(fact.string("title"), Math.toIntExact(fact.integer("sentence"))))));
    }

    /** How many of the gold sentences the answer cites. */
    public long covered() {
        return gold.stream().filter(cited::contains).count();
    }

    private static Set<Fact> cited(JsonObject input, Fields answer) {
        List<Paragraph> paragraphs = input
                .get("paragraphs")
                .map(json -> json instanceof JsonArray list ? list : JsonArray.EMPTY)
                .orElse(JsonArray.EMPTY)
                .stream()
                .map(Paragraph::read)
                .toList();
        Set<Fact> facts = new LinkedHashSet<>();
        answer.records("cites", cite -> cite)
                .forEach(cite -> paragraphs.stream()
                        .filter(paragraph -> paragraph.handle().equals(cite.string("source")))
                        .forEach(paragraph -> facts.addAll(factsOf(paragraph, cite.string("quote")))));
        return facts;
    }

    /** The sentences that the quote stands in, or that stand in the quote. */
    private static Set<Fact> factsOf(Paragraph paragraph, String quote) {
        Set<Fact> facts = new LinkedHashSet<>();
        for (int i = 0; i < paragraph.sentences().size(); i++) {
            String sentence = paragraph.sentences().get(i);
            if (sentence.contains(quote) || quote.contains(sentence)) {
                facts.add(new Fact(paragraph.title(), i));
            }
        }
        return facts;
    }

    private static String normalized(String answer) {
        return answer.toLowerCase(Locale.ROOT)
                .replaceAll("\\b(?:a|an|the)\\b", " ")
                .replaceAll("[^\\p{L}\\p{N}]+", " ")
                .strip();
    }
}
