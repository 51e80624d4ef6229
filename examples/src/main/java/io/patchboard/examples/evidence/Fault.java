package io.patchboard.examples.evidence;

import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import java.util.Locale;

/** A mistake that a worker makes on purpose, if the board's list {@code /faults} names it. */
enum Fault {
    /** The retriever invents an operation that JSON Patch does not have. Rejected at {@code SYNTAX}. */
    MALFORMED_PATCH,

    /**
     * Every extractor insists that the list of claims still is as its view showed it, although it only appends. Of two
     * that started from the same view, one is too late, whichever it is. Rejected at {@code PRECONDITION}.
     */
    STALE_UPDATE,

    /**
     * The extractor puts its claim about the first source into a sentence of its own and calls that a quote. As a draft
     * this is committed; it is the verifier, taken in by familiar words, who is rejected, at {@code INVARIANT}.
     */
    MADE_UP_QUOTE,

    /**
     * Asked to rework a refuted claim, which is there if {@link #MADE_UP_QUOTE} is listed too, the extractor offers it
     * again. Rejected at {@code INVARIANT}.
     */
    REPETITION,

    /** The writer gives a claim the verdict it would like, along with its answer. Rejected at {@code AUTHORIZATION}. */
    OUTSIDE_CONTRACT;

    /** The name in the board's list. */
    String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean isListedIn(Invocation invocation) {
        return invocation
                .field("/faults")
                .map(faults -> faults instanceof JsonArray list && list.items().contains(Json.of(wireName())))
                .orElse(false);
    }

    /** Whether the worker is to make this mistake now: it is listed, and no answer was rejected yet. */
    boolean isDue(Invocation invocation) {
        return invocation.attempt() == 1 && isListedIn(invocation);
    }
}
