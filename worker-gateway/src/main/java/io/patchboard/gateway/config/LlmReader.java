package io.patchboard.gateway.config;

import io.patchboard.gateway.llm.Generation;
import io.patchboard.gateway.llm.ModelSet;
import io.patchboard.json.JsonPlace;
import io.patchboard.text.Spelling;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** {@code llm: MODEL} or {@code llm: {model: MODEL, temperature: ..., ...}}, and tools beside it. */
final class LlmReader implements BindingReader {

    private static final String WARM_UP = "warmUp";

    private final ModelSet models;

    /** @param models that workers may name */
    LlmReader(ModelSet models) {
        this.models = models;
    }

    @Override
    public Optional<WorkerBinding> read(JsonPlace worker, Values values) {
        Set<String> beside = new TreeSet<>(ToolsReader.NAMES);
        beside.addAll(Set.of("llm", "timeout"));
        values.refuseUnknown(worker, beside);
        Duration timeout = values.timeout(worker);
        ToolSet tools = new ToolsReader(values).read(worker);
        JsonPlace llm = worker.into("llm");
        if (llm.text().isPresent()) {
            return model(llm, values)
                    .map(name -> new WorkerBinding.Llm(models, name, Generation.DEFAULT, timeout, tools, false));
        }
        JsonPlace settings = values.object(llm);
        Set<String> known = new TreeSet<>(GenerationReader.NAMES);
        known.addAll(Set.of("model", WARM_UP));
        values.refuseUnknown(settings, known);
        Generation overrides = new GenerationReader(values).read(settings);
        boolean warmUp = settings.child(WARM_UP).flatMap(values::bool).orElse(false);
        if (llm.isObject() && !settings.has("model")) {
            values.problem(llm.at().child("model"), "the name of a model", "got nothing");
        }
        return settings.child("model")
                .flatMap(place -> model(place, values))
                .map(name -> new WorkerBinding.Llm(models, name, overrides, timeout, tools, warmUp));
    }

    private Optional<String> model(JsonPlace place, Values values) {
        return values.text(place).filter(name -> {
            boolean known = models.byName().containsKey(name);
            boolean sectionUnread =
                    models.byName().isEmpty() && !values.problems().isEmpty();
            if (!known && !sectionUnread) {
                values.problem(
                        place.at(),
                        models.byName().isEmpty()
                                ? "a model of the section models, which the file does not have,"
                                : "one of the models " + models.byName().keySet() + " of the section models",
                        "got \"" + name + "\"",
                        Spelling.question(name, models.byName().keySet()));
            }
            return known;
        });
    }
}
