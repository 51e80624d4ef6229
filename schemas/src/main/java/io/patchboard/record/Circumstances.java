package io.patchboard.record;

import io.patchboard.json.JsonObject;
import io.patchboard.text.Cut;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * In which an answer was made, as its worker reports them with its {@link Usage}.
 *
 * @param workerVersion of the worker that answered
 * @param cachedInputTokens those of the input that came out of a provider's cache
 * @param prefixHash SHA-256 of what a model was told before the view, the same for all invocations of a role
 * @param checkpoint SHA-256 of the canonical JSON of the checkpoint that the answer went on from; absent where it began
 *     at the beginning
 */
public record Circumstances(
        Optional<String> workerVersion,
        long cachedInputTokens,
        Optional<String> prefixHash,
        Optional<String> checkpoint) {

    public static final Circumstances NONE = new Circumstances(Optional.empty(), 0, Optional.empty(), Optional.empty());

    /** Of a version. */
    public static final int MOST_VERSION_CHARS = 100;

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    static Circumstances read(Fields fields) {
        Optional<String> version = fields.optionalString("workerVersion");
        version.ifPresent(
                text -> Usage.atMost(MOST_VERSION_CHARS, "characters", text.length(), "/usage/workerVersion"));
        return new Circumstances(
                version,
                Usage.count(fields, "cachedInputTokens"),
                hash(fields, "prefixHash"),
                hash(fields, "checkpoint"));
    }

    /** @throws FieldException if it is none */
    static Optional<String> hash(Fields fields, String name) {
        Optional<String> hash = fields.optionalString(name);
        if (hash.filter(text -> !HASH.matcher(text).matches()).isPresent()) {
            throw new FieldException(
                    "/usage/" + name,
                    "Expected a SHA-256 of 64 lower-case hexadecimal digits at /usage/" + name
                            + ", but got something else.");
        }
        return hash;
    }

    Circumstances mapTexts(UnaryOperator<String> change) {
        return new Circumstances(
                workerVersion.map(change).map(text -> Cut.begin(text, MOST_VERSION_CHARS)),
                cachedInputTokens,
                prefixHash,
                checkpoint);
    }

    public Circumstances withVersion(String version) {
        return new Circumstances(Optional.of(version), cachedInputTokens, prefixHash, checkpoint);
    }

    /** Of a model that was told this first, some of which it knew already. */
    public Circumstances withPrefix(String hash, long cached) {
        return new Circumstances(workerVersion, cached, Optional.of(hash), checkpoint);
    }

    public Circumstances wentOnFrom(Optional<String> hash) {
        return new Circumstances(workerVersion, cachedInputTokens, prefixHash, hash);
    }

    void write(JsonObject.Builder json) {
        json.putStringIfPresent("workerVersion", workerVersion);
        if (cachedInputTokens > 0) {
            json.put("cachedInputTokens", cachedInputTokens);
        }
        json.putStringIfPresent("prefixHash", prefixHash).putStringIfPresent("checkpoint", checkpoint);
    }
}
