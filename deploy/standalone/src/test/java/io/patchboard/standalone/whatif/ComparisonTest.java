package io.patchboard.standalone.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.SampleLog;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.replay.whatif.WhatIf;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Flips of a board, with and without a gate. */
class ComparisonTest {

    private static final String BOARD = "b";

    private static final Json UNGATED = JsonReader.parse("""
            {"apiVersion": "patchboard/v1", "name": "counter",
             "state": {"schema": {"type": "object"}, "initial": {"count": 0}},
             "workers": {"counter": {"unsolicited": true, "write": [{"op": ["replace"], "path": "/count"}]}},
             "gates": []}
            """);

    private static final Json GATED = JsonReader.parse(
            UNGATED.toString().replace("\"gates\":[]", "\"gates\":[{\"name\":\"all\",\"on\":{\"path\":\"/count\"}}]"));

    private static final Json PATCH = JsonReader.parse("[{\"op\":\"replace\",\"path\":\"/count\",\"value\":1}]");

    /** Whose worker may do nothing. */
    private static Json mute(Json blueprint) {
        return JsonReader.parse(
                blueprint.toString().replace("\"write\":[{\"op\":[\"replace\"],\"path\":\"/count\"}]", "\"write\":[]"));
    }

    private static SampleLog created(Json blueprint) {
        return new SampleLog(BOARD).created(blueprint, JsonReader.parse("{\"count\":0}"));
    }

    private static PatchHeld held() {
        return new PatchHeld(
                "p-1",
                "counter",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                PATCH,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new PatchHeld.Card("A count", List.of(), List.of(), Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static PatchRejected rejected() {
        return new PatchRejected(
                Optional.of("p-1"),
                Optional.of("counter"),
                Optional.empty(),
                Rejection.of(
                        RejectionCode.WRITE_CONTRACT,
                        "/count",
                        Optional.of("/workers/counter/write"),
                        "Expected no patch."),
                Optional.empty(),
                Optional.empty(),
                Optional.of(JsonObject.builder()
                        .put("proposalId", "p-1")
                        .put("boardId", BOARD)
                        .put("worker", "counter")
                        .put("patch", PATCH)
                        .build()));
    }

    private static String ask(SampleLog log, Json other, WhatIf.Mode mode) {
        CompileResult.Valid valid = (CompileResult.Valid) new Blueprints().compile(other);
        OtherCourse course =
                new OtherCourse(valid.blueprint(), mode, new ChosenBoards(Set.of(BOARD), Optional.empty()));
        Comparison comparison = new Comparison(mode, valid.blueprint().source(), flip -> false);
        log.entries().forEach(course::accept);
        course.end(comparison);
        assertThat(course.damaged()).isEqualTo(new TreeMap<>());
        return comparison.json(course.damaged()).toString();
    }

    @ParameterizedTest
    @EnumSource
    void commitThatAGateWouldHold_flips(WhatIf.Mode mode) {
        assertThat(ask(created(UNGATED).committed("p-1", "", 1), GATED, mode))
                .contains(
                        "\"flips\":1,",
                        "\"clause\":\"held by a gate\"",
                        "\"change\":\"held-now\"",
                        "\"then\":\"commit\",\"now\":\"held by a gate\"");
    }

    @ParameterizedTest
    @EnumSource
    void heldPatchThatNoGateWouldHold_flips(WhatIf.Mode mode) {
        assertThat(ask(created(GATED).add(held()), UNGATED, mode))
                .contains(
                        "\"flips\":1,",
                        "\"clause\":\"held by a gate\"",
                        "\"change\":\"committed-now\"",
                        "\"then\":\"held by a gate\",\"now\":\"commit\"");
    }

    @ParameterizedTest
    @EnumSource
    void heldPatchThatWouldBeRejected_flips(WhatIf.Mode mode) {
        assertThat(ask(created(GATED).add(held()), mute(GATED), mode))
                .contains(
                        "\"flips\":1,",
                        "\"clause\":\"/workers/counter/write\"",
                        "\"change\":\"rejected-now\"",
                        "\"then\":\"held by a gate\",\"now\":\"rejection AUTHORIZATION write-contract");
    }

    @ParameterizedTest
    @EnumSource
    void rejectedPatchThatAGateWouldHold_flips(WhatIf.Mode mode) {
        assertThat(ask(created(mute(GATED)).add(rejected()), GATED, mode))
                .contains(
                        "\"flips\":1,",
                        "\"clause\":\"/workers/counter/write\"",
                        "\"change\":\"held-now\"",
                        "\"now\":\"held by a gate\"");
    }
}
