package io.patchboard.gateway.config;

import io.patchboard.gateway.secret.Redactor;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.Failure;
import io.patchboard.record.Usage;
import io.patchboard.text.Cut;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps a worker's secrets out of what the worker says: of log lines, of errors, and of the records on a board.
 *
 * <p>Workers quote what they were given, in stack traces and in error pages. In text a secret becomes stars, as
 * {@link Redactor} finds it. A patch is not rewritten, because a value with stars in it would be a value that nobody
 * meant: an answer whose patch holds a secret is refused as a whole.
 */
public final class Redaction {

    public static final Redaction NONE = new Redaction(Redactor.NONE, Redactor.NONE);

    /** What the board is told in place of such a patch. */
    public static final String PATCH_QUOTES_SECRET =
            "Expected an answer without the worker's secrets, but its patch quotes one; the patch was dropped.";

    private static final int LEAST_IN_PATCHES = 16;
    private static final int EXCERPT_CHARS = 200;
    private static final int EXCERPT_SOURCE_BYTES = 8 * 1024;

    private final Redactor inText;
    private final Redactor inPatches;

    private Redaction(Redactor inText, Redactor inPatches) {
        this.inText = inText;
        this.inPatches = inPatches;
    }

    public static Redaction of(Collection<Secret> secrets) {
        return of(secrets, List.of());
    }

    /**
     * @param parts of secrets, such as the segments of a URL's path. They become stars in text, too; but only of
     *     {@value #LEAST_IN_PATCHES} characters or more are they looked for in patches, as shorter ones may be plain
     *     words
     */
    static Redaction of(Collection<Secret> secrets, Collection<Secret> parts) {
        List<Secret> distinctive = parts.stream()
                .filter(part -> part.reveal().length() >= LEAST_IN_PATCHES)
                .toList();
        return new Redaction(Redactor.of(both(secrets, parts)), Redactor.of(both(secrets, distinctive)));
    }

    private static List<Secret> both(Collection<Secret> some, Collection<Secret> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /** The text with stars for secrets. */
    public String redact(String text) {
        return inText.redact(text);
    }

    /** The first part of a text that was cut somewhere: without its end, which may be the beginning of a secret. */
    public String redactCut(String text) {
        return inText.redactCut(text);
    }

    /** The beginning of what a worker said, quoted, for a message. */
    public String excerpt(byte[] said) {
        int length = Math.min(said.length, EXCERPT_SOURCE_BYTES);
        String text = new String(said, 0, length, StandardCharsets.UTF_8);
        String plain = PlainText.of(length < said.length ? redactCut(text) : redact(text));
        boolean all = length == said.length && plain.length() <= EXCERPT_CHARS;
        return "\"" + Cut.begin(plain, EXCERPT_CHARS) + (all ? "\"" : "...\"");
    }

    /**
     * The answer without secrets: with stars in its texts, or a failed one in its place. A worker's signature is void
     * where something was changed.
     */
    public Answer guard(Answer answer) {
        Answer guarded = guarded(answer);
        return answer.proof().map(guarded::signed).filter(answer::equals).orElse(guarded);
    }

    private Answer guarded(Answer answer) {
        Optional<Usage> usage = answer.usage().map(used -> used.mapTexts(text -> PlainText.of(redact(text))));
        return isIn(answer.patch())
                ? new Answer(Json.nul(), usage, Optional.of(Failure.of(Failure.Kind.INVALID, PATCH_QUOTES_SECRET)))
                : new Answer(
                        answer.patch(),
                        usage,
                        answer.failure().map(failure -> failure.withMessage(redact(failure.message()))));
    }

    /** Whether a value that is kept as it is quotes a secret. */
    public boolean isQuotedIn(Json value) {
        return isIn(value);
    }

    private boolean isIn(Json value) {
        if (inPatches.isEmpty()) {
            return false;
        }
        if (value instanceof JsonString text) {
            return inPatches.finds(text.value());
        } else if (value instanceof JsonArray array) {
            return array.stream().anyMatch(this::isIn);
        } else if (value instanceof JsonObject object) {
            return object.names().stream().anyMatch(inPatches::finds)
                    || object.members().values().stream().anyMatch(this::isIn);
        }
        return false;
    }
}
