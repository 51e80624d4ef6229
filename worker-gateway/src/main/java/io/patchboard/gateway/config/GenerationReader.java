package io.patchboard.gateway.config;

import io.patchboard.gateway.llm.Generation;
import io.patchboard.gateway.llm.StructuredOutput;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a model, or one of the workers that use it, says about how answers are asked for. */
final class GenerationReader {

    static final Set<String> NAMES =
            Set.of("temperature", "maxOutputTokens", "structured", "stream", "images", "params");

    private static final int MOST_TOKENS = 10_000_000;

    private final Values values;

    GenerationReader(Values values) {
        this.values = values;
    }

    Generation read(JsonPlace settings) {
        return new Generation(
                settings.child("temperature").flatMap(values::amount),
                values.integer(settings, "maxOutputTokens", 1, MOST_TOKENS),
                settings.child("structured").flatMap(this::structured),
                settings.child("stream").flatMap(values::bool),
                settings.child("images").flatMap(values::bool),
                settings.child("params")
                        .map(values::object)
                        .map(params -> (JsonObject) params.value())
                        .orElse(JsonObject.EMPTY));
    }

    /** In YAML 1.1 an {@code on} or {@code off} without quotes is a boolean. */
    private Optional<StructuredOutput> structured(JsonPlace place) {
        if (place.value() instanceof JsonBoolean bool) {
            return Optional.of(bool.value() ? StructuredOutput.ON : StructuredOutput.OFF);
        }
        return values.word(place, Set.of("auto", "on", "off"))
                .map(word -> StructuredOutput.valueOf(word.toUpperCase(Locale.ROOT)));
    }
}
