package io.patchboard.trials.play;

/** Tokens of prompts and of answers. */
public record Tokens(long prompt, long completion) {

    public static final Tokens NONE = new Tokens(0, 0);

    public Tokens plus(Tokens other) {
        return new Tokens(prompt + other.prompt, completion + other.completion);
    }

    public long sum() {
        return prompt + completion;
    }
}
