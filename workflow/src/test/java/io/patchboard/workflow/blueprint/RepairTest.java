package io.patchboard.workflow.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.Cause;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Neighbourhood;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.check.Workflows;
import io.patchboard.workflow.log.AlasLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Localized cascading repair in a workflow, played on the kernel: what is near follows from its edges. */
class RepairTest {

    /** Cut, drill, paint; what the check finds is mended near to it, else planned anew, else handed on as it is. */
    private static final String SHOP = """
            name: shop
            start: cut
            nodes:
              - {id: cut, type: task, policyRef: careful}
              - {id: drill, type: task, policyRef: careful}
              - {id: paint, type: task}
              - {id: check, type: task, role: validator, io: {effect: none}}
              - {id: found, type: choice, policyRef: rounds}
              - {id: mend, type: task, role: repair, policyRef: mending}
              - {id: again, type: task, role: planner, policyRef: recomputing}
              - {id: best, type: task, role: optimizer}
              - {id: done, type: succeed}
            edges:
              - {from: cut, to: drill, kind: sequence, repairable: order}
              - {from: drill, to: paint, kind: sequence, repairable: resource}
              - {from: paint, to: check, kind: sequence, repairable: time}
              - {from: check, to: found, kind: sequence}
              - {from: found, to: done, kind: branch, guard: input.valid}
              - {from: found, to: mend, kind: branch, guard: "true"}
              - {from: mend, to: check, kind: sequence}
              - {from: again, to: check, kind: sequence}
              - {from: best, to: done, kind: sequence}
            policies:
              default: {timeout: {seconds: 30}}
              careful: {timeout: {seconds: 30}, catch: {onError: "*", handlerNode: mend}}
              rounds: {loopGuards: {maxIters: 5}}
              mending:
                timeout: {seconds: 30}
                retry: {maxAttempts: 3}
                backoff: {mode: fixed, base: 1}
                catch: {onError: "*", handlerNode: again}
              recomputing:
                timeout: {seconds: 30}
                retry: {maxAttempts: 2}
                backoff: {mode: fixed, base: 1}
                catch: {onError: "*", handlerNode: best}
            """;

    private static final String BAD = "{\"valid\": false, \"errors\": [\"drilled too early\"]}";
    private static final String GOOD = "{\"valid\": true, \"errors\": []}";

    private static BlueprintExport.Result written(String workflow) {
        WorkflowChecker.Result checked = WorkflowChecker.check(Workflows.yaml(workflow));
        assertThat(checked.errors()).isEmpty();
        BlueprintExport.Result written =
                BlueprintExport.write(checked.workflow().orElseThrow());
        assertThat(written.unsupported()).isEmpty();
        return written;
    }

    /** The check finds a mistake as long as nobody mends it; who mends answers with patches. */
    private static BoardTree run(String workflow, Map<String, Function<WorkerInvoked, String>> patches, int wrong) {
        Map<String, Integer> checks = new HashMap<>();
        BoardTree.Team team = new BoardTree.Team() {
            @Override
            public Json output(WorkerInvoked asked, Json item) {
                boolean valid = checks.merge("all", asked.worker().equals("check") ? 1 : 0, Integer::sum) > wrong;
                return JsonReader.parse(!asked.worker().equals("check") ? "{\"start\": 0}" : valid ? GOOD : BAD);
            }

            @Override
            public Json patch(WorkerInvoked asked, Json item) {
                Function<WorkerInvoked, String> patch = patches.get(asked.worker());
                if (patch == null) {
                    return BoardTree.Team.super.patch(asked, item);
                }
                String text = patch.apply(asked);
                if (text.isEmpty()) {
                    throw new BoardTree.CannotException(Failure.Kind.REFUSED);
                }
                return JsonReader.parse(text);
            }
        };
        return BoardTree.run(written(workflow), JsonObject.EMPTY, team, 1);
    }

    private static String rewritten(String... nodes) {
        String all = String.join(
                ", ",
                Stream.of(nodes)
                        .map(node -> "{\"op\": \"replace\", \"path\": \"/outputs/" + node
                                + "/0\", \"value\": {\"start\": 7}}")
                        .toList());
        return "[" + all + (all.isEmpty() ? "" : ", ")
                + "{\"op\": \"add\", \"path\": \"/outputs/mend/-\", \"value\": {\"mended\": true}}]";
    }

    private static <E> List<E> events(BoardTree tree, Class<E> kind) {
        return tree.log().stream()
                .map(LogEntry::event)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    private static List<WorkerInvoked> asked(BoardTree tree, String worker) {
        return events(tree, WorkerInvoked.class).stream()
                .filter(invoked -> invoked.worker().equals(worker))
                .toList();
    }

    private static List<String> near(WorkerInvoked invoked) {
        return invoked.neighbourhood().map(Neighbourhood::places).orElse(List.of());
    }

    private static JsonPlace repair(BoardTree tree) {
        AlasLog alas = new AlasLog();
        return tree.log().stream()
                .map(alas::next)
                .map(JsonPlace::of)
                .flatMap(entry -> entry.child("repair").stream())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void patchOutside_isRejected_neighbourhoodGrows_andTheLogTellsWhatItTook() {
        BoardTree tree = run(SHOP, Map.of("mend", asked -> rewritten("drill", "paint")), 1);

        assertThat(asked(tree, "mend"))
                .extracting(RepairTest::near)
                .containsExactly(
                        List.of("/outputs/check/0", "/outputs/paint/0", "/outputs/mend"),
                        List.of("/outputs/check/0", "/outputs/paint/0", "/outputs/mend", "/outputs/drill/0"));
        assertThat(events(tree, PatchRejected.class)).singleElement().satisfies(refused -> {
            assertThat(refused.rejection().stage().word()).isEqualTo("AUTHORIZATION");
            assertThat(refused.rejection().code()).isEqualTo("neighbourhood");
        });
        assertThat(repair(tree).value()).isEqualTo(JsonReader.parse("""
                {"by": "mend", "attempts": 2, "radius": 2, "growths": 1, "takeovers": 0, "operations": 3, "places": 3,
                 "moved": 2, "tokens": 0}"""));
        assertThat(tree.log().getLast().event()).isInstanceOf(BoardCompleted.class);
    }

    /** A step of each kind is followed, or those of some kinds alone. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{radius: 3} | /outputs/paint/0 /outputs/mend /outputs/drill/0 /outputs/cut/0",
                "{radius: 3, kinds: [time]} | /outputs/paint/0 /outputs/mend",
                "{radius: 3, kinds: [time, resource]} | /outputs/paint/0 /outputs/mend /outputs/drill/0",
            })
    void kinds_areThoseOfTheEdges(String neighbourhood, String expected) {
        String shop = SHOP.replace("role: repair,", "role: repair, params: {neighbourhood: " + neighbourhood + "},");
        BoardTree tree = run(shop, Map.of("mend", asked -> rewritten("paint")), 1);

        assertThat(near(asked(tree, "mend").getFirst())).containsExactly(("/outputs/check/0 " + expected).split(" "));
    }

    @Test
    void noNeighbourhoodIsEnough_allIsPlannedAnew_thenTheBestThereIs() {
        BoardTree tree = run(
                SHOP,
                Map.of(
                        "mend",
                        asked -> "",
                        "again",
                        asked -> "",
                        "best",
                        asked -> "[{\"op\": \"add\", \"path\": \"/outputs/best/-\","
                                + " \"value\": {\"note\": \"optimization skipped\"}}]"),
                9);

        assertThat(asked(tree, "mend"))
                .extracting(invoked -> invoked.neighbourhood().orElseThrow().radius())
                .containsExactly(1L, 2L, 3L);
        assertThat(asked(tree, "again"))
                .hasSize(2)
                .allSatisfy(invoked -> assertThat(invoked.neighbourhood()).isEmpty())
                .first()
                .satisfies(invoked ->
                        assertThat(invoked.cause().map(Cause::action)).contains(Cause.Action.CATCH));
        assertThat(repair(tree).text("by")).contains("best");
        assertThat(repair(tree).integer("takeovers")).contains(2L);
        assertThat(repair(tree).integer("growths")).contains(2L);
        assertThat(tree.result().toString()).contains("\"best\":[{\"note\":\"optimization skipped\"}]");
    }

    @Test
    void nodeThatFails_isMendedNearToItself() {
        BoardTree tree = run(SHOP, Map.of("drill", asked -> "", "mend", asked -> rewritten("cut")), 0);

        assertThat(near(asked(tree, "mend").getFirst()))
                .startsWith("/outputs/cut/0")
                .contains("/outputs/mend");
        assertThat(events(tree, PatchCommitted.class))
                .anySatisfy(
                        committed -> assertThat(committed.patch().toString()).contains("/outputs/cut/0"));
        assertThat(tree.log().getLast().event()).isInstanceOf(BoardCompleted.class);
    }

    @Test
    void edgeThatIsNotRepairable_isNoWay() {
        String shop = SHOP.replace(", repairable: order", "");
        BoardTree tree = run(shop, Map.of("drill", asked -> "", "mend", asked -> rewritten("cut")), 0);

        assertThat(events(tree, PatchRejected.class))
                .filteredOn(refused -> refused.worker().equals(Optional.of("mend")))
                .hasSize(3)
                .allSatisfy(refused ->
                        assertThat(refused.rejection().stage().word()).isEqualTo("AUTHORIZATION"));
        assertThat(events(tree, PatchCommitted.class))
                .extracting(PatchCommitted::worker)
                .doesNotContain("mend");
    }

    /** Whatever is tried: nothing beyond what an attempt was given is changed, and it comes to an end. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void whoeverCheats_changesNothingElse_andIsDone(int seed) {
        Random random = new Random(seed);
        BoardTree tree = run(SHOP, Map.of("mend", asked -> cheating(random)), 1_000);

        Map<String, WorkerInvoked> asked = new HashMap<>();
        asked(tree, "mend").forEach(invoked -> asked.put(invoked.invocationId(), invoked));
        for (PatchCommitted committed : events(tree, PatchCommitted.class)) {
            WorkerInvoked invoked = asked.get(committed.invocationId().orElse(""));
            if (invoked != null) {
                assertThat(((JsonArray) committed.patch()).items())
                        .extracting(operation ->
                                JsonPlace.of(operation).text("path").orElseThrow())
                        .allSatisfy(path ->
                                assertThat(near(invoked)).anyMatch(place -> (path + "/").startsWith(place + "/")))
                        .noneMatch(path -> path.startsWith("/outputs/check") || path.startsWith("/input"));
            }
        }
        assertThat(asked(tree, "mend")).hasSizeBetween(1, 15);
        assertThat(asked(tree, "check")).hasSizeLessThanOrEqualTo(16);
    }

    private static String cheating(Random random) {
        List<String> ops = List.of("replace", "add", "remove", "copy", "move", "test");
        List<String> places = List.of(
                "",
                "/input",
                "/outputs",
                "/outputs/cut/0",
                "/outputs/drill/0/start",
                "/outputs/drill/-",
                "/outputs/paint/0",
                "/outputs/paint",
                "/outputs/check/0",
                "/outputs/check/0/valid",
                "/outputs/check/-",
                "/outputs/mend/-",
                "/outputs/mend/0",
                "/outputs/best/-",
                "/outputs/again/-",
                "/result",
                "/outputs/paint/0/start",
                "nowhere");
        StringBuilder patch = new StringBuilder("[");
        for (int i = random.nextInt(3); i >= 0; i--) {
            String place = places.get(random.nextInt(places.size()));
            patch.append("{\"op\": \"" + ops.get(random.nextInt(ops.size())) + "\", \"path\": \"" + place
                    + "\", \"from\": \"" + places.get(random.nextInt(places.size())) + "\", \"value\": " + GOOD
                    + "}, ");
        }
        return random.nextInt(8) == 0 ? "" : patch + "{\"op\": \"add\", \"path\": \"/outputs/mend/-\", \"value\": {}}]";
    }
}
