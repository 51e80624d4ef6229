package io.patchboard.gateway.llm.protocol;

import io.patchboard.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Puts together what comes in pieces, or in several parts. */
final class Fold {

    /** The words of providers for what the model, or a filter behind it, would not say, or not go on with. */
    private static final Set<String> REFUSALS =
            Set.of("refusal", "content_filter", "SAFETY", "PROHIBITED_CONTENT", "BLOCKLIST", "SPII", "RECITATION");

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder refusal = new StringBuilder();
    private String word = "";
    private TokenCount tokens = TokenCount.NONE;
    private Optional<String> model = Optional.empty();
    private final List<ToolCall> calls = new ArrayList<>();
    private boolean toolCalled;
    private boolean ended;

    void text(String piece) {
        text.append(piece);
    }

    void refusal(String piece) {
        refusal.append(piece);
    }

    /** Counts grow while an answer comes. */
    void tokens(TokenCount told) {
        tokens = tokens.max(told);
    }

    void model(Optional<String> named) {
        model = named.filter(name -> !name.isBlank()).or(() -> model);
    }

    /** Of a stream, whose pieces of a call are not put together: nobody with tools asks for one. */
    void toolCalled() {
        toolCalled = true;
    }

    void call(ToolCall call) {
        toolCalled = true;
        calls.add(call);
    }

    /** @param said with which the provider says why the model stopped, if it is not empty; a stream may end after it */
    void finish(Optional<String> said) {
        said.filter(reason -> !reason.isEmpty()).ifPresent(reason -> {
            word = reason;
            ended = true;
        });
    }

    /** A stream says that it is at its end. */
    void end() {
        ended = true;
    }

    Reading ofStream(boolean done, String stop, String length) {
        return ended || done ? said(stop, length, Optional.empty()) : new Reading.CutOff(tokens);
    }

    /**
     * @param stop the word for an answer that is complete
     * @param length the word for one whose tokens were used up
     * @param message what was said, in the protocol's own form
     */
    Reading whole(String stop, String length, Protocol protocol, Json message) {
        return said(
                stop,
                length,
                calls.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new ToolTurn.Asked(text.toString(), calls, protocol.getClass(), message)));
    }

    private Reading said(String stop, String length, Optional<ToolTurn.Asked> asked) {
        if (!refusal.isEmpty()) {
            return new Reading.Refused(refusal.toString(), tokens);
        }
        if (REFUSALS.contains(word)) {
            return new Reading.Refused(text.isEmpty() ? word : word + ": " + text, tokens);
        }
        Finish finish = word.equals(stop) ? Finish.STOP : word.equals(length) ? Finish.LENGTH : Finish.OTHER;
        return new Reading.Said(text.toString(), finish, word, tokens, model, toolCalled, asked);
    }
}
