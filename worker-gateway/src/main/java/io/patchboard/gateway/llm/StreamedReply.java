package io.patchboard.gateway.llm;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.Optional;

/** Waits for the whole of an answer that comes in pieces. Everything happens on the thread that asks. */
final class StreamedReply implements StreamingChatResponseHandler {

    private Optional<ChatResponse> response = Optional.empty();
    private Optional<Throwable> failure = Optional.empty();

    @Override
    public void onCompleteResponse(ChatResponse complete) {
        response = Optional.of(complete);
    }

    @Override
    public void onError(Throwable error) {
        if (failure.isEmpty()) {
            failure = Optional.of(error);
        }
    }

    /** @throws RuntimeException the first failure */
    Optional<ChatResponse> complete() {
        failure.ifPresent(error -> {
            throw error instanceof RuntimeException known ? known : new IllegalStateException(error.toString());
        });
        return response;
    }
}
