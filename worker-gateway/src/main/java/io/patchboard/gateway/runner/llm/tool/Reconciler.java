package io.patchboard.gateway.runner.llm.tool;

import io.patchboard.calls.Deadline;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonSyntaxException;
import java.util.Optional;

/**
 * Finds out whether a call was done of which nobody heard. Whoever is asked is called as a tool is, with
 * {@code {"idempotencyKey", "arguments"}}, and answers {@code {"outcome": "found" | "absent" | "unknown", "result"}}.
 *
 * @param tool whose calls they are
 * @param asked absent where nobody can be
 */
record Reconciler(String tool, Optional<CallableTool> asked) {

    private static final JsonReader READER = new JsonReader(JsonLimits.SENT);

    /**
     * What came of it, where it was done; absent where it was not.
     *
     * @throws UnknownOutcomeException if nobody knows
     */
    Optional<Json> find(JsonObject arguments, String key, Deadline deadline)
            throws UnknownOutcomeException, InterruptedException {
        if (asked.isEmpty()) {
            throw unknown(key, "nobody can be asked (reconcile)");
        }
        JsonObject question = JsonObject.builder()
                .put("idempotencyKey", key)
                .put("arguments", arguments)
                .build();
        JsonPlace answer;
        try {
            answer = JsonPlace.of(parsed(asked.get().call(question, key, deadline)));
        } catch (NoAnswerException e) {
            Redaction redaction = asked.get().redaction();
            throw unknown(key, "whoever reconciles was asked, but " + redaction.redact(String.valueOf(e.getMessage())));
        }
        return switch (answer.text("outcome").orElse("")) {
            case "found" -> Optional.of(answer.into("result").value());
            case "absent" -> Optional.empty();
            case "unknown" -> throw unknown(key, "whoever reconciles does not know either");
            default -> throw unknown(key, "whoever reconciles said none of found, absent and unknown as its outcome");
        };
    }

    /** Of tools that give texts the answer may be one. */
    private static Json parsed(Json answer) {
        try {
            return answer instanceof JsonString text ? READER.read(text.value()) : answer;
        } catch (JsonSyntaxException e) {
            return answer;
        }
    }

    private UnknownOutcomeException unknown(String key, String why) {
        return new UnknownOutcomeException("Expected to know whether tool \"" + tool + "\" did what it was called for"
                + " under idempotency key " + key + ", but " + why + ".");
    }
}
