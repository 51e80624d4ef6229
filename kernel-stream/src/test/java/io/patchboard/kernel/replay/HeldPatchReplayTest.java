package io.patchboard.kernel.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchHeld;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What a gate holds repeats what its worker was invited with, as a commit does. */
class HeldPatchReplayTest {

    private final List<LogEntry> log = held();

    private static List<LogEntry> held() {
        Scenario board = new Scenario("""
                {"apiVersion": "patchboard/v1", "name": "held", "state": {"schema": {}, "initial": {"n": 0}},
                 "workers": {"w": {"write": [{"op": ["replace"], "path": "/n"}]}, "v": {}},
                 "gates": [{"name": "g", "on": {"path": "/n"}}],
                 "rules": [{"name": "r", "on": {"event": "created"}, "invoke": "w"}]}
                """).created();
        board.answer(board.invocation("w"), "[{\"op\": \"replace\", \"path\": \"/n\", \"value\": 1}]");
        return board.log();
    }

    private List<String> found(UnaryOperator<JsonObject> change) {
        List<LogEntry> changed = new ArrayList<>(log);
        changed.replaceAll(
                entry -> entry.event() instanceof PatchHeld ? LogEntry.fromJson(change.apply(entry.toJson())) : entry);
        return BoardReplayTest.replay(BoardReplayTest.chained(changed)).differences().stream()
                .map(Difference::what)
                .toList();
    }

    @Test
    void asItWas_isIdentical() {
        assertThat(log).anyMatch(entry -> entry.event() instanceof PatchHeld);
        assertThat(found(entry -> entry)).isEmpty();
    }

    @Test
    void otherViewTriggerOrWorker_areFound() {
        assertThat(found(entry -> entry.with("viewHash", Json.of("ab".repeat(32)))))
                .contains("viewHash");
        assertThat(found(entry -> entry.without("viewHash"))).contains("viewHash");
        assertThat(found(entry -> entry.with(
                        "trigger", ((JsonObject) entry.get("trigger").orElseThrow()).with("rule", Json.of("other")))))
                .contains("trigger");
        assertThat(found(entry -> entry.with("worker", Json.of("v")))).contains("worker");
        assertThat(found(entry -> entry.without("invocationId"))).contains("viewHash", "trigger");
    }
}
