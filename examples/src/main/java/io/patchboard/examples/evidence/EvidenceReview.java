package io.patchboard.examples.evidence;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.text.Resources;
import java.util.List;

/** The files of the example, as they come with the program. */
public final class EvidenceReview {

    private static final String FOLDER = "/examples/evidence-review/";

    /** The boards of the demonstration, in their order. The first one's workers err; the others' do not. */
    public static final List<String> BOARDS = List.of("1-nationality", "2-age", "3-location");

    private EvidenceReview() {}

    /** The blueprint, in YAML. */
    public static String blueprint() {
        return text("blueprint.yaml");
    }

    /** Which of the {@linkplain EvidenceReviewWorkers workers} serves which role, in YAML. */
    public static String workers() {
        return text("workers.yaml");
    }

    /** The input that one of the {@link #BOARDS} is created with. */
    public static JsonObject input(String board) {
        return (JsonObject) JsonReader.parse(text("inputs/" + board + ".json"));
    }

    /** What {@link EvidenceScore} compares the result of one of the {@link #BOARDS} with. No worker may see it. */
    public static JsonObject gold(String board) {
        return (JsonObject) ((JsonObject) JsonReader.parse(text("gold.json")))
                .get(board)
                .orElseThrow(
                        () -> new IllegalArgumentException("Expected one of " + BOARDS + ", but got " + board + "."));
    }

    private static String text(String name) {
        return Resources.text(EvidenceReview.class, FOLDER + name);
    }
}
