package io.patchboard.gateway.llm;

import io.patchboard.gateway.retry.RetryAfter;
import java.net.http.HttpHeaders;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** What an endpoint said, without secrets; for who has to find out what went wrong. */
final class Heard {

    private OptionalInt status = OptionalInt.empty();
    private String contentType = "";
    private Optional<Duration> wait = Optional.empty();
    private String text = "";
    private TokenCount told = TokenCount.NONE;
    private boolean done;

    void status(int code, HttpHeaders headers) {
        status = OptionalInt.of(code);
        contentType = headers.firstValue("content-type").orElse("");
        wait = RetryAfter.read(headers, Clock.systemUTC());
    }

    /** Absent if there was no response at all. */
    OptionalInt status() {
        return status;
    }

    String contentType() {
        return contentType;
    }

    /** How long the endpoint wants to be left alone. */
    Optional<Duration> retryAfter() {
        return wait;
    }

    void text(String body) {
        text = body;
    }

    /** The body; of a stream, the latest event. */
    String text() {
        return text;
    }

    void event(String data) {
        if (data.equals("[DONE]")) {
            done = true;
        } else {
            text = data;
            if (data.contains("\"usage")) {
                told = told.max(TokenCounts.salvage(data));
            }
        }
    }

    /** What it tells of usage, in whatever event. */
    TokenCount spent() {
        return told.max(TokenCounts.salvage(text));
    }

    /** Whether a stream said that it is at its end. */
    boolean isDone() {
        return done;
    }
}
