package io.patchboard.kernel.work;

/** What work is done for. */
public enum WorkKind {
    BLUEPRINT("compiling the blueprint", "Use fewer or shorter expressions."),
    SIGNATURE("checking its signature", "Send less in one proposal."),
    PATCH("doing its patch", "Use fewer operations, or smaller values."),
    SCHEMA("checking values against schemas", "Make them smaller, or the schema simpler."),
    INVARIANTS(
            "invariants",
            "Have them look at fewer items: with a path and self alone they are asked where something changed only."),
    MATCHING(
            "finding out which places rules are about",
            "Name fewer places in the paths and the forEach of rules, or have fewer matches wait at once."),
    CONDITIONS("conditions of rules and of the board's completion", "Have them look at fewer items."),
    VIEWS("views", "Show less in a view, or invite fewer workers at once (maxConcurrent, batch)."),
    TOKENS("counting the tokens of views", "Bound views by characters, or invite fewer workers at once."),
    ENTRIES("writing the log", "Invite fewer workers at once, with smaller views.");

    private final String words;
    private final String advice;

    WorkKind(String words, String advice) {
        this.words = words;
        this.advice = advice;
    }

    String words() {
        return words;
    }

    String advice() {
        return advice;
    }
}
