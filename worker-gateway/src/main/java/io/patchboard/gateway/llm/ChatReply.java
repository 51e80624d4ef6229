package io.patchboard.gateway.llm;

/**
 * What a model answered.
 *
 * @param text as it came, but for the keys, which are replaced by stars; not blank
 * @param spent over all requests that it took
 * @param structured whether the provider was told the schema
 */
public record ChatReply(String text, Finish finish, Spent spent, boolean structured) {}
