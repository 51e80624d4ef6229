package io.patchboard.record;

/** What a budget bounds. Blueprints and log entries call it by the same word. */
public enum BudgetKind implements Word {
    INVOCATIONS("invocations"),
    TOKENS("tokens"),
    COST("cost"),
    /** In seconds. */
    DURATION("duration"),
    STATE_BYTES("stateBytes"),
    TOOL_CALLS("toolCalls");

    private final String word;

    BudgetKind(String word) {
        this.word = word;
    }

    @Override
    public String word() {
        return word;
    }
}
