package io.patchboard.gateway.runner;

import io.patchboard.gateway.config.PlainText;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.FieldException;
import io.patchboard.record.Fields;
import java.util.List;
import java.util.Optional;

/**
 * What a worker says before it answers.
 *
 * @param progress in words, for people
 * @param checkpoint what the next attempt is to be given
 */
public record Report(Optional<String> progress, Optional<Json> checkpoint) {

    private static final List<String> ANSWERING = List.of("patch", "error", "failure");

    /** Whether these members are one, and no answer. */
    public static boolean isOne(JsonObject members) {
        return (members.has("progress") || members.has("checkpoint"))
                && ANSWERING.stream().noneMatch(members::has);
    }

    /**
     * With stars for its worker's secrets in what is for people.
     *
     * @throws IllegalArgumentException if the checkpoint quotes one
     */
    Report guarded(Redaction redaction) {
        if (checkpoint.filter(redaction::isQuotedIn).isPresent()) {
            throw new IllegalArgumentException(
                    "Expected a checkpoint without the worker's secrets, but it quotes one; it was dropped.");
        }
        return new Report(progress.map(said -> PlainText.of(redaction.redact(said))), checkpoint);
    }

    /** @throws FieldException if one of them is of the wrong type */
    public static Report read(Fields fields) {
        return new Report(fields.optionalString("progress"), fields.optionalJson("checkpoint"));
    }
}
