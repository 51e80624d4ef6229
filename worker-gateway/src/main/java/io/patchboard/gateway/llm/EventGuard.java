package io.patchboard.gateway.llm;

import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import io.patchboard.gateway.secret.Redactor;
import java.util.Optional;

/**
 * Stands between the events of a stream and who reads them: takes secrets out, and ends the stream at the first event
 * that cannot be read. Otherwise the library would log that event, and go on without it.
 */
final class EventGuard implements ServerSentEventListener {

    private final ServerSentEventListener listener;
    private final Redactor redactor;
    private final Redactor answers;
    private final Heard heard;
    private Optional<Throwable> failure = Optional.empty();

    EventGuard(ServerSentEventListener listener, Redactor redactor, Redactor answers, Heard heard) {
        this.listener = listener;
        this.redactor = redactor;
        this.answers = answers;
        this.heard = heard;
    }

    Optional<Throwable> failure() {
        return failure;
    }

    @Override
    public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
        heard.event(redactor.redact(event.data()));
        try {
            listener.onEvent(new ServerSentEvent(event.event(), heard.withoutSecrets(event.data(), answers)), context);
        } catch (RuntimeException e) {
            onError(e);
            context.parsingHandle().cancel();
        }
    }

    @Override
    public void onError(Throwable throwable) {
        if (failure.isEmpty()) {
            failure = Optional.of(throwable);
        }
    }
}
