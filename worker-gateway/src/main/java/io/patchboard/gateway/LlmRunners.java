package io.patchboard.gateway;

import io.patchboard.calls.HttpCaller;
import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.limit.FleetLimits;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.gateway.llm.ModelSet;
import io.patchboard.gateway.llm.Models;
import io.patchboard.gateway.llm.WarmedModel;
import io.patchboard.gateway.runner.Checkpoints;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.runner.llm.Images;
import io.patchboard.gateway.runner.llm.LlmRunner;
import io.patchboard.gateway.runner.llm.tool.ToolBoxes;
import io.patchboard.gateway.runner.llm.tool.Trajectories;
import io.patchboard.gateway.worker.Tool;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The runners of workers that are language models, and the models that they share. */
final class LlmRunners implements AutoCloseable {

    private final Map<ModelSet, Models> opened = new LinkedHashMap<>();
    private final Clock clock;
    private final HttpCaller caller;
    private final Trajectories trajectories;
    private final Checkpoints checkpoints;
    private final FleetLimits limits;

    /** @param caller of tools; closed by its owner */
    LlmRunners(Clock clock, HttpCaller caller, Trajectories trajectories, Checkpoints checkpoints, FleetLimits limits) {
        this.checkpoints = checkpoints;
        this.limits = limits;
        this.clock = clock;
        this.caller = caller;
        this.trajectories = trajectories;
    }

    /**
     * @param provided tools in Java, as {@code PROVIDER/TOOL}
     * @param blobs where images are
     */
    Runner runner(String worker, WorkerBinding.Llm binding, Map<String, Tool> provided, Optional<BlobStore> blobs) {
        Models models = opened.computeIfAbsent(
                binding.models(), set -> Models.open(set.byName().values(), clock, limits));
        LanguageModel model = models.get(binding.model(), binding.overrides());
        return new LlmRunner(
                worker,
                binding.warmUp() ? new WarmedModel(model, clock) : model,
                binding.timeout(),
                clock,
                ToolBoxes.open(worker, binding.tools(), caller, provided),
                trajectories,
                new Images(blobs.filter(store -> models.sees(binding.model(), binding.overrides()))),
                checkpoints);
    }

    @Override
    public void close() {
        opened.values().forEach(Models::close);
    }
}
