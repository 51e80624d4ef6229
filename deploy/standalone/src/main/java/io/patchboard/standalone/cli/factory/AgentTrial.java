package io.patchboard.standalone.cli.factory;

import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.standalone.check.Finding;
import io.patchboard.standalone.check.SampleSource;
import io.patchboard.standalone.check.WorkerCheck;
import io.patchboard.workflow.blueprint.BlueprintExport;
import io.patchboard.workflow.blueprint.WorkerNames;
import io.patchboard.workflow.check.SchemaFit;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.factory.AgentProfile;
import io.patchboard.workflow.factory.AgentSpec;
import io.patchboard.workflow.ir.Workflow;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The verification test before an agent is bound: it is asked what a workflow of that one task asks, and the kernel's
 * own code judges its answer by the task's contract and schemas.
 */
final class AgentTrial {

    private static final Duration USUAL = Duration.ofSeconds(10);
    private static final BigDecimal SECOND = BigDecimal.valueOf(1_000);

    private final Workflow workflow;

    AgentTrial(Workflow workflow) {
        this.workflow = workflow;
    }

    /** What is wrong; empty if nothing is. */
    List<String> run(AgentSpec spec, AgentProfile agent, WorkerBinding binding) throws InterruptedException {
        SampleSource source;
        Optional<Json> example = example(spec, agent);
        try {
            source = source(spec, example.orElse(JsonObject.EMPTY));
        } catch (IllegalArgumentException e) {
            return List.of(e.getMessage());
        }
        Duration limit = spec.seconds()
                .map(seconds -> Duration.ofMillis(seconds.multiply(SECOND).longValue()))
                .filter(given -> given.compareTo(USUAL) < 0)
                .orElse(USUAL);
        List<Finding> found = new ArrayList<>();
        WorkerCheck.run(worker(spec), binding, source, Callbacks.none(), limit, found::add);
        return found.stream()
                .filter(finding -> finding.level() == Finding.Level.fail
                        || agent.example().isPresent() && finding.check().equals("error"))
                .map(finding -> finding.check() + ": " + finding.text())
                .toList();
    }

    /** Its own, or one that the task's schema accepts. */
    private static Optional<Json> example(AgentSpec spec, AgentProfile agent) {
        return agent.example().or(() -> spec.input().flatMap(SchemaFit::example));
    }

    /** @throws IllegalArgumentException saying why there is nothing to ask */
    private SampleSource source(AgentSpec spec, Json example) {
        JsonObject document = alone(spec);
        BlueprintExport.Result written = WorkflowChecker.check(document)
                .workflow()
                .map(BlueprintExport::write)
                .orElseThrow(() -> new IllegalArgumentException("Expected a task that can be tried alone."));
        JsonObject blueprint = written.blueprint()
                .orElseThrow(() -> new IllegalArgumentException(
                        written.unsupported().getFirst().message()));
        CompileResult.Valid compiled = (CompileResult.Valid) BlueprintCompiler.compile(blueprint);
        return SampleSource.of(compiled.blueprint(), blueprint, example, worker(spec));
    }

    private String worker(AgentSpec spec) {
        return WorkerNames.name(workflow, spec.id());
    }

    /** A workflow of that one task, without what leads on from it. */
    private JsonObject alone(AgentSpec spec) {
        JsonPlace node =
                new JsonPlace(spec.node().at().resolve(workflow.document()).orElseThrow(), JsonPointer.ROOT);
        JsonObject task = JsonObject.builder()
                .put("id", worker(spec))
                .put("type", "task")
                .put("name", spec.node().name())
                .putIfPresent("io", node.child("io").map(JsonPlace::value))
                .build();
        JsonObject timeout = JsonObject.of("seconds", Json.of(USUAL.toSeconds()));
        return JsonObject.builder()
                .put("name", workflow.name())
                .put("nodes", JsonArray.of(task))
                .put("policies", JsonObject.of("default", JsonObject.of("timeout", timeout)))
                .put("schemas", JsonObject.copyOf(workflow.schemas()))
                .build();
    }
}
