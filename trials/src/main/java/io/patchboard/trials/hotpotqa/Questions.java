package io.patchboard.trials.hotpotqa;

import io.patchboard.examples.evidence.EvidenceReview;
import io.patchboard.experiments.hotpotqa.Example;
import io.patchboard.experiments.hotpotqa.Paragraph;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;
import io.patchboard.trials.Setup;
import io.patchboard.trials.model.TokenCounts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Questions as cases of an experiment. */
public final class Questions {

    private static final String DEVELOPMENT = "dev-27.json.gz";

    private Questions() {}

    /** Three that come along: those of the example {@code evidence-review}. */
    public static List<Example> samples() {
        return EvidenceReview.BOARDS.stream().map(Questions::sample).toList();
    }

    /** 27 that come along, part of the development set. */
    public static List<Example> development() {
        try (InputStream packed = Questions.class.getResourceAsStream(DEVELOPMENT);
                InputStream unpacked = new GZIPInputStream(packed)) {
            return Example.read(new String(unpacked.readAllBytes(), StandardCharsets.UTF_8), DEVELOPMENT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Example sample(String board) {
        JsonObject input = EvidenceReview.input(board);
        Fields gold = new Fields(EvidenceReview.gold(board));
        List<Paragraph> paragraphs = new ArrayList<>();
        List<List<String>> sentences = new ArrayList<>();
        new Fields(input).records("paragraphs", paragraph -> paragraph).forEach(paragraph -> {
            paragraphs.add(new Paragraph("p" + paragraphs.size(), paragraph.string("title"), paragraph.string("text")));
            sentences.add(paragraph.strings("sentences"));
        });
        return new Example(
                gold.string("hotpotqaId"),
                "comparison",
                new Fields(input).string("question"),
                gold.string("answer"),
                gold.records(
                        "supportingFacts",
                        fact -> new Example.Fact(fact.string("title"), Math.toIntExact(fact.integer("sentence")))),
                List.copyOf(paragraphs),
                List.copyOf(sentences));
    }

    /** So many, or all where there are fewer. Which ones is drawn from their ids, so that it depends on nobody. */
    public static List<Example> choose(List<Example> examples, int most) {
        return examples.stream()
                .sorted(Comparator.comparingInt(
                                (Example example) -> example.id().hashCode())
                        .thenComparing(Example::id))
                .limit(most)
                .sorted(Comparator.comparing(Example::id))
                .toList();
    }

    /**
     * All of one type, so that each question counts alike, as in the official measures.
     *
     * @param longest how long an episode may take
     */
    public static List<Setup.Case<Desk>> cases(List<Example> examples, Duration longest, TokenCounts counts) {
        return examples.stream()
                .map(example -> new Setup.Case<>(
                        example.id(),
                        "question",
                        model -> new Desk(example, model, counts, Clock.systemUTC(), longest)))
                .toList();
    }
}
