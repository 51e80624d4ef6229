package io.patchboard.gateway.llm;

import io.patchboard.gateway.retry.RetryAfter;
import io.patchboard.gateway.secret.Redactor;
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
    private boolean quotesSecret;

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

    /** What the answer is read from, with stars for secrets. */
    String withoutSecrets(String data, Redactor answers) {
        String safe = answers.redact(data);
        quotesSecret |= !safe.equals(data);
        return safe;
    }

    /** Whether there were secrets in what the answer was read from. */
    boolean quotesSecret() {
        return quotesSecret;
    }

    /** Whether a stream said that it is at its end. */
    boolean isDone() {
        return done;
    }
}
