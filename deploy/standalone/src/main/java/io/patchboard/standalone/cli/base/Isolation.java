package io.patchboard.standalone.cli.base;

import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.llm.ModelConfig;
import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.record.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether those who validate are asked apart from those whose work they validate. */
public final class Isolation {

    private Isolation() {}

    /**
     * Validators that are the same model, or the same program, as whom they validate: they share its mistakes.
     *
     * @param served what stands behind each worker's name
     */
    public static List<Problem> warnings(Json blueprint, Map<String, WorkerBinding> served) {
        List<Problem> warnings = new ArrayList<>();
        for (JsonPlace validator : JsonPlace.of(blueprint).into("workers").members()) {
            validator
                    .child("validates")
                    .ifPresent(of -> of.text().ifPresent(planner -> {
                        Optional<String> shared = shared(served.get(validator.name()), served.get(planner));
                        shared.ifPresent(what -> warnings.add(new Problem(
                                of.at().toString(),
                                "\"" + validator.name() + "\" validates what \"" + planner + "\" makes, and both are "
                                        + what + ": it may make the same mistakes. Have another one validate.")));
                    }));
        }
        return warnings;
    }

    private static Optional<String> shared(WorkerBinding validator, WorkerBinding planner) {
        if (validator == null || planner == null) {
            return Optional.empty();
        }
        Optional<String> model = model(validator);
        if (model.isPresent() && model.equals(model(planner))) {
            return model.map(name -> "the model " + name);
        }
        return validator.plain().equals(planner.plain()) ? Optional.of("the same program") : Optional.empty();
    }

    /** What its provider calls it. */
    private static Optional<String> model(WorkerBinding binding) {
        if (!(binding.plain() instanceof WorkerBinding.Llm llm)) {
            return Optional.empty();
        }
        ModelConfig config = llm.models().byName().get(llm.model());
        return Optional.of(config.model() + " at " + config.baseUrl().getHost());
    }
}
