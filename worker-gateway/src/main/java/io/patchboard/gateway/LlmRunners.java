package io.patchboard.gateway;

import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.llm.ModelSet;
import io.patchboard.gateway.llm.Models;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.runner.llm.LlmRunner;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;

/** The runners of workers that are language models, and the models that they share. */
final class LlmRunners implements AutoCloseable {

    private final Map<ModelSet, Models> opened = new LinkedHashMap<>();
    private final Clock clock;

    LlmRunners(Clock clock) {
        this.clock = clock;
    }

    Runner runner(String worker, WorkerBinding.Llm binding) {
        Models models = opened.computeIfAbsent(
                binding.models(), set -> Models.open(set.byName().values(), clock));
        return new LlmRunner(worker, models.get(binding.model(), binding.overrides()), binding.timeout(), clock);
    }

    @Override
    public void close() {
        opened.values().forEach(Models::close);
    }
}
