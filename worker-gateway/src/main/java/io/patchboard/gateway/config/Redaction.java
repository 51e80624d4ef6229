package io.patchboard.gateway.config;

import io.patchboard.gateway.secret.Redactor;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Optional;

/**
 * Keeps a worker's secrets out of what the worker says: of log lines, of errors, and of the records on a board.
 *
 * <p>Workers quote what they were given, in stack traces and in error pages. In text a secret becomes
 * stars, as {@link Redactor} finds it. A patch is not rewritten, because a value with stars in it would be a value that nobody
 * meant: an answer whose patch holds a secret is refused as a whole.
 */
public final class Redaction {

    public static final Redaction NONE = new Redaction(Redactor.NONE);

    private static final int EXCERPT_CHARS = 200;
    private static final int EXCERPT_SOURCE_BYTES = 8 * 1024;

    private final Redactor redactor;

    private Redaction(Redactor redactor) {
        this.redactor = redactor;
    }

    public static Redaction of(Collection<Secret> secrets) {
        return new Redaction(Redactor.of(secrets));
    }

    /** The text with stars for secrets. */
    public String redact(String text) {
        return redactor.redact(text);
    }

    /** The first part of a text that was cut somewhere: without its end, which may be the beginning of a secret. */
    public String redactCut(String text) {
        return redactor.redactCut(text);
    }

    /** The beginning of what a worker said, quoted, for a message. */
    public String excerpt(byte[] said) {
        int length = Math.min(said.length, EXCERPT_SOURCE_BYTES);
        String text = new String(said, 0, length, StandardCharsets.UTF_8);
        String plain = PlainText.of(length < said.length ? redactCut(text) : redact(text));
        boolean all = length == said.length && plain.length() <= EXCERPT_CHARS;
        return "\"" + plain.substring(0, Math.min(plain.length(), EXCERPT_CHARS)) + (all ? "\"" : "...\"");
    }

    /** The answer without secrets: with stars in its error, or a failed one in its place. */
    public Answer guard(Answer answer) {
        if (redactor.isEmpty()) {
            return answer;
        }
        if (isIn(answer.patch())) {
            return new Answer(
                    Json.nul(),
                    answer.usage(),
                    Optional.of("Expected an answer without the worker's secrets, but its patch quotes one;"
                            + " the patch was dropped."));
        }
        return new Answer(answer.patch(), answer.usage(), answer.error().map(this::redact));
    }

    private boolean isIn(Json value) {
        if (value instanceof JsonString text) {
            return redactor.finds(text.value());
        } else if (value instanceof JsonArray array) {
            return array.stream().anyMatch(this::isIn);
        } else if (value instanceof JsonObject object) {
            return object.names().stream().anyMatch(redactor::finds)
                    || object.members().values().stream().anyMatch(this::isIn);
        }
        return false;
    }
}
