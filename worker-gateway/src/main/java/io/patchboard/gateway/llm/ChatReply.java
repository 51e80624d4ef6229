package io.patchboard.gateway.llm;

import io.patchboard.gateway.llm.protocol.Finish;

/**
 * What a model answered.
 *
 * @param text as it came, but for the keys, which are replaced by stars; not blank
 * @param quotesSecret whether stars stand in the text, or in other parts of the response, where a key stood
 * @param spent over all requests that it took
 * @param structured whether the provider was told the schema
 */
public record ChatReply(String text, boolean quotesSecret, Finish finish, Spent spent, boolean structured) {

    ChatReply withSpent(Spent other) {
        return new ChatReply(text, quotesSecret, finish, other, structured);
    }
}
