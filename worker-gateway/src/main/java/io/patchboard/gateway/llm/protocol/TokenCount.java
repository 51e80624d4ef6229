package io.patchboard.gateway.llm.protocol;

/**
 * Tokens of one request, or of several, as the provider counted them.
 *
 * @param input of the prompt, all of it
 * @param cachedInput the part of it that was read from the provider's cache
 * @param cacheWrite the part of it that was put into the provider's cache and is charged for that
 * @param output of the answer, thoughts included
 */
public record TokenCount(long input, long cachedInput, long cacheWrite, long output) {

    public static final TokenCount NONE = new TokenCount(0, 0, 0, 0);

    /** The greater of each, for counts that grow while an answer comes. */
    public TokenCount max(TokenCount other) {
        return new TokenCount(
                Math.max(input, other.input),
                Math.max(cachedInput, other.cachedInput),
                Math.max(cacheWrite, other.cacheWrite),
                Math.max(output, other.output));
    }

    public TokenCount plus(TokenCount other) {
        return new TokenCount(
                input + other.input,
                cachedInput + other.cachedInput,
                cacheWrite + other.cacheWrite,
                output + other.output);
    }
}
