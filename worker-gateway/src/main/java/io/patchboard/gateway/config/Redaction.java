package io.patchboard.gateway.config;

import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps a worker's secrets out of what the worker says: of log lines, of errors, and of the records on a board.
 *
 * <p>Workers quote what they were given, in stack traces and in error pages. In text a secret becomes stars; it is found as
 * it is, as JSON writes it, and line by line if it has several. A patch is not rewritten, because a value with stars in it
 * would be a value that nobody meant: an answer whose patch holds a secret is refused as a whole. A worker that encodes a
 * secret before it says it is not seen through; secrets of fewer than 4 characters are not looked for.
 */
public final class Redaction {

    public static final Redaction NONE = new Redaction(List.of());

    private static final int EXCERPT_CHARS = 200;
    private static final int EXCERPT_SOURCE_BYTES = 8 * 1024;
    private static final int LEAST_LINE = 8;

    private final List<Secret> forms;
    private final int longest;

    private Redaction(List<Secret> forms) {
        this.forms = forms;
        this.longest =
                forms.stream().mapToInt(form -> form.reveal().length()).max().orElse(0);
    }

    public static Redaction of(Collection<Secret> secrets) {
        return new Redaction(secrets.stream()
                .flatMap(secret -> forms(secret.reveal()))
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .map(Secret::new)
                .toList());
    }

    private static Stream<String> forms(String secret) {
        String quoted = Json.of(secret).toString();
        Stream<String> whole = Stream.of(secret, quoted.substring(1, quoted.length() - 1));
        return Stream.concat(whole, secret.lines().map(String::strip).filter(line -> line.length() >= LEAST_LINE));
    }

    /** The text with stars for secrets. */
    public String redact(String text) {
        String redacted = text;
        for (Secret form : forms) {
            redacted = form.redact(redacted);
        }
        return redacted;
    }

    /** The first part of a text that was cut somewhere: without its end, which may be the beginning of a secret. */
    public String redactCut(String text) {
        return redact(text.substring(0, Math.max(0, text.length() - longest)));
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
        if (forms.isEmpty()) {
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
            return isIn(text.value());
        } else if (value instanceof JsonArray array) {
            return array.stream().anyMatch(this::isIn);
        } else if (value instanceof JsonObject object) {
            return object.names().stream().anyMatch(this::isIn)
                    || object.members().values().stream().anyMatch(this::isIn);
        }
        return false;
    }

    private boolean isIn(String text) {
        return !redact(text).equals(text);
    }
}
