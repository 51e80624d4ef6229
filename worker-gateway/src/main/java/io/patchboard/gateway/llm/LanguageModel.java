package io.patchboard.gateway.llm;

import java.time.Instant;

/** A model to talk to. Safe for use by several threads. */
@FunctionalInterface
public interface LanguageModel {

    /**
     * Asks once, however many requests that takes: it waits for its turn, repeats what may pass, and turns to the
     * model's fallback. The calling thread is held until the answer is there, but never past the deadline.
     *
     * @throws ChatException if there is no answer; the message says why
     * @throws InterruptedException if the thread was interrupted, or the models were closed
     */
    ChatReply chat(ChatPrompt prompt, Instant deadline) throws ChatException, InterruptedException;
}
