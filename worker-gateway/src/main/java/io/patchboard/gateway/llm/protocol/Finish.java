package io.patchboard.gateway.llm.protocol;

/** Why a model stopped. */
public enum Finish {
    /** It was done. */
    STOP,
    /** It had no room left; the text ends in the middle. */
    LENGTH,
    /** Something else, or the provider does not say. */
    OTHER
}
