package io.patchboard.gateway.config;

import io.patchboard.gateway.llm.Generation;
import io.patchboard.gateway.llm.ModelSet;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.text.Spelling;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** {@code llm: MODEL} or {@code llm: {model: MODEL, temperature: ..., ...}}. */
final class LlmReader implements BindingReader {

    private final ModelSet models;

    /** @param models that workers may name */
    LlmReader(ModelSet models) {
        this.models = models;
    }

    @Override
    public Optional<WorkerBinding> read(JsonObject worker, JsonPointer at, Values values) {
        values.refuseUnknown(worker, at, Set.of("llm", "timeout"));
        Duration timeout = values.timeout(worker, at);
        Json llm = worker.get("llm").orElse(Json.nul());
        JsonPointer place = at.child("llm");
        if (llm instanceof JsonString) {
            return model(llm, place, values)
                    .map(name -> new WorkerBinding.Llm(models, name, Generation.DEFAULT, timeout));
        }
        JsonObject settings = values.object(llm, place);
        Set<String> known = new TreeSet<>(GenerationReader.NAMES);
        known.add("model");
        values.refuseUnknown(settings, place, known);
        Generation overrides = new GenerationReader(values).read(settings, place);
        if (llm instanceof JsonObject && !settings.has("model")) {
            values.problem(place.child("model"), "the name of a model", "got nothing");
        }
        return values.optional(settings, place, "model", (value, where) -> model(value, where, values))
                .map(name -> new WorkerBinding.Llm(models, name, overrides, timeout));
    }

    private Optional<String> model(Json value, JsonPointer at, Values values) {
        return values.text(value, at).filter(name -> {
            boolean known = models.byName().containsKey(name);
            if (!known) {
                values.problem(
                        at,
                        "one of the models " + models.byName().keySet() + " of the section models",
                        "got \"" + name + "\"",
                        Spelling.question(name, models.byName().keySet()));
            }
            return known;
        });
    }
}
