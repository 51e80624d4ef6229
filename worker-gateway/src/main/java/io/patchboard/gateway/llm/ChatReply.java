package io.patchboard.gateway.llm;

import io.patchboard.gateway.llm.protocol.Finish;
import io.patchboard.gateway.llm.protocol.ToolTurn;
import java.util.Optional;

/**
 * What a model answered.
 *
 * @param text as it came, but for the keys, which are replaced by stars; not blank unless tools are called
 * @param quotesSecret whether stars stand in the text, or in other parts of the response, where a key stood
 * @param spent over all requests that it took
 * @param structured whether the provider was told the schema
 * @param calls of tools, whose results it wants before it answers; only of tools that it was offered any of
 */
public record ChatReply(
        String text,
        boolean quotesSecret,
        Finish finish,
        Spent spent,
        boolean structured,
        Optional<ToolTurn.Asked> calls) {

    /** One that calls no tools. */
    public ChatReply(String text, boolean quotesSecret, Finish finish, Spent spent, boolean structured) {
        this(text, quotesSecret, finish, spent, structured, Optional.empty());
    }

    public ChatReply withSpent(Spent other) {
        return new ChatReply(text, quotesSecret, finish, other, structured, calls);
    }
}
