package io.patchboard.gateway.config;

import io.patchboard.gateway.llm.Generation;
import io.patchboard.gateway.llm.StructuredOutput;
import io.patchboard.json.Json;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a model, or one of the workers that use it, says about how answers are asked for. */
final class GenerationReader {

    static final Set<String> NAMES = Set.of("temperature", "maxOutputTokens", "structured", "stream", "params");

    private static final int MOST_TOKENS = 10_000_000;

    private final Values values;

    GenerationReader(Values values) {
        this.values = values;
    }

    Generation read(JsonObject settings, JsonPointer at) {
        return new Generation(
                values.optional(settings, at, "temperature", values::amount),
                values.optional(
                        settings,
                        at,
                        "maxOutputTokens",
                        (value, place) -> values.integer(value, place, 1, MOST_TOKENS)),
                values.optional(settings, at, "structured", this::structured),
                values.optional(settings, at, "stream", values::bool),
                settings.get("params")
                        .map(value -> values.object(value, at.child("params")))
                        .orElse(JsonObject.EMPTY));
    }

    /** In YAML 1.1 an {@code on} or {@code off} without quotes is a boolean. */
    private Optional<StructuredOutput> structured(Json value, JsonPointer at) {
        if (value instanceof JsonBoolean bool) {
            return Optional.of(bool.value() ? StructuredOutput.ON : StructuredOutput.OFF);
        }
        return values.word(value, at, Set.of("auto", "on", "off"))
                .map(word -> StructuredOutput.valueOf(word.toUpperCase(Locale.ROOT)));
    }
}
