package io.patchboard.kernel.stream;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.record.ProposalKey;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** What a rejection repeats of the record that it rejects: all of a small one, the beginning and hash of others. */
final class Echo {

    /** A rejection repeats what it rejects only up to this size of JSON text, in characters. */
    private static final int MAX_ECHO_CHARS = 64 * 1024;

    /** Of what is larger or not JSON, the beginning. */
    private static final int EXCERPT_BYTES = 200;

    private Echo() {}

    /** A blueprint can be large, and who sent it has it. */
    static JsonObject withoutBlueprint(JsonObject command) {
        return command.without("blueprint");
    }

    static Json echo(JsonObject json, byte[] value) {
        return json.compactChars() <= MAX_ECHO_CHARS
                ? json
                : excerpt(value, JsonPlace.of(json).text("invocationId"));
    }

    /** The invocation is what a rejection does not say otherwise, unless it ends it. */
    static Json excerpt(byte[] value, Optional<String> invocationId) {
        byte[] bytes = value == null ? new byte[0] : value;
        String beginning =
                new String(Arrays.copyOf(bytes, Math.min(bytes.length, EXCERPT_BYTES)), StandardCharsets.UTF_8);
        return JsonObject.builder()
                .put("bytes", bytes.length)
                .put("sha256", CanonicalJson.sha256(bytes))
                .put("beginning", beginning)
                .putStringIfPresent("invocationId", invocationId.filter(ProposalKey::isId))
                .build();
    }
}
