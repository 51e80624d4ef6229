package io.patchboard.trials.play;

import java.util.Locale;

/**
 * A rate of one thing in another, over all episodes of an arm: how much there is of the first by how much of the
 * second.
 */
public enum Measure {
    F1("f1", "questions", "F1 of the answer's words, by the official script"),
    UNSUPPORTED(
            "unsupported",
            "claims",
            "claims that stand at the end, not refuted, whose quote is not verbatim in the paragraph that they name or has"
                    + " less than half of their words"),
    COVERAGE("covered", "facts", "gold sentences that a claim found supported quotes"),
    PRECISION("gold", "verified", "claims found supported that quote a gold sentence"),
    INVALID(
            "invalid",
            "updates",
            "updates that left the board as no JSON or broke its schema, or wrote where their role may not");

    private final String part;
    private final String whole;
    private final String meaning;

    Measure(String part, String whole, String meaning) {
        this.part = part;
        this.whole = whole;
        this.meaning = meaning;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Name of the count that it is the rate of. */
    public String part() {
        return part;
    }

    /** Name of the count that it is a rate in. */
    public String whole() {
        return whole;
    }

    /** Of what it is the share. */
    public String meaning() {
        return meaning;
    }
}
