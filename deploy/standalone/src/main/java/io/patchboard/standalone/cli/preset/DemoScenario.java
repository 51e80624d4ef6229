package io.patchboard.standalone.cli.preset;

import io.patchboard.experiments.episode.MemoryBoard;
import io.patchboard.gateway.preset.blackboard.BlackboardPreset;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.standalone.scenario.Recorder;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;

/** The scenario of a blackboard: what its referee and demo workers do with a problem, played once and recorded. */
final class DemoScenario {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    private static final String PREFIX = "blackboard/";

    private DemoScenario() {}

    static String of(BlackboardPreset preset) {
        Map<String, Worker> demo = BlackboardPreset.workers(CLOCK).workers();
        JsonPlace workers = JsonPlace.of(document(preset.workers())).into("workers");
        MemoryBoard played = MemoryBoard.play(
                new Blueprints(),
                document(preset.blueprint()),
                JsonObject.of("problem", Json.of("Why is the sky blue?")),
                invitation -> answer(demo, workers, invitation));
        JsonObject scenario = Recorder.record(played.board(), played.log(), "blueprint.yaml")
                .scenario()
                .with("name", Json.of("the demo workers solve a problem"));
        return JsonWriter.pretty(scenario) + "\n";
    }

    private static Optional<Json> answer(Map<String, Worker> demo, JsonPlace workers, LogEntry invitation) {
        String name = ((WorkerInvoked) invitation.event()).worker();
        String program = workers.into(name).text("java").orElseThrow().substring(PREFIX.length());
        try {
            Answer answer = demo.get(program).work(new Invocation(invitation));
            return answer.failure().isPresent() ? Optional.empty() : Optional.of(answer.patch());
        } catch (Exception e) {
            throw new IllegalStateException("Expected an answer of the demo worker " + program + ", but " + e + ".", e);
        }
    }

    private static Json document(String yaml) {
        try {
            return BlueprintFile.parse(yaml, Path.of("preset.yaml")).document();
        } catch (BlueprintSyntaxException e) {
            throw new IllegalStateException("Expected YAML of the preset, but " + e.getMessage(), e);
        }
    }
}
