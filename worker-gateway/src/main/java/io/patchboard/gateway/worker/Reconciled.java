package io.patchboard.gateway.worker;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.Locale;

/**
 * What became of a call of a {@link Tool}.
 *
 * @param result of a call that was found; JSON {@code null} otherwise
 */
public record Reconciled(Outcome outcome, Json result) {

    /** What is known. */
    public enum Outcome {
        /** It was done. */
        FOUND,
        /** It was not done. */
        ABSENT,
        /** Nobody knows; a person has to look. */
        UNKNOWN
    }

    /** It was done, and this came of it. */
    public static Reconciled found(Json result) {
        return new Reconciled(Outcome.FOUND, result);
    }

    /** It was not done, so it may be done. */
    public static Reconciled absent() {
        return new Reconciled(Outcome.ABSENT, Json.nul());
    }

    public static Reconciled unknown() {
        return new Reconciled(Outcome.UNKNOWN, Json.nul());
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("outcome", outcome.name().toLowerCase(Locale.ROOT))
                .put("result", result)
                .build();
    }
}
