package io.patchboard.bench.process;

/** The names of the topics of {@link PlainStreams}. */
public record PlainTopics(String prefix) {

    public String inputs() {
        return prefix + "inputs";
    }

    public String outputs() {
        return prefix + "outputs";
    }
}
