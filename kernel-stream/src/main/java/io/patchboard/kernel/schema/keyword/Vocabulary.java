package io.patchboard.kernel.schema.keyword;

/** A vocabulary of JSON Schema 2020-12 whose keywords can refuse a value. */
public enum Vocabulary {
    APPLICATOR("applicator"),
    VALIDATION("validation"),
    UNEVALUATED("unevaluated");

    private final String word;

    Vocabulary(String word) {
        this.word = word;
    }

    /** The last part of its URI. */
    public String word() {
        return word;
    }
}
