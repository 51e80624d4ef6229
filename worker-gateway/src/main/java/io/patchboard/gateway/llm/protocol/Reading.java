package io.patchboard.gateway.llm.protocol;

import java.util.Optional;

/** What a response means. */
public sealed interface Reading {

    /** As far as the provider tells; it is charged for in any case. */
    TokenCount tokens();

    /**
     * An answer.
     *
     * @param text may be empty
     * @param word with which the provider says why the model stopped; empty if it does not say
     * @param model that answered, if it is named
     * @param toolCalled whether the model called a tool beside what it said, or in place of it
     * @param calls of tools, as far as they came whole: none of a stream's
     */
    record Said(
            String text,
            Finish finish,
            String word,
            TokenCount tokens,
            Optional<String> model,
            boolean toolCalled,
            Optional<ToolTurn.Asked> calls)
            implements Reading {}

    /** The model, or a filter of its provider, will not answer, or not go on; what it had said is no answer. */
    record Refused(String why, TokenCount tokens) implements Reading {}

    /** The stream ended before the answer did. */
    record CutOff(TokenCount tokens) implements Reading {}

    /** @param text what is no answer of this protocol */
    record Unreadable(String text, TokenCount tokens) implements Reading {}
}
