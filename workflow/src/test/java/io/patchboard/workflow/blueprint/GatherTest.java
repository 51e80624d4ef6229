package io.patchboard.workflow.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.check.Workflows;
import io.patchboard.workflow.ir.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Maps and parallels, run: trees of boards whose turns are drawn. */
class GatherTest {

    static final String MAP = """
            name: squares
            nodes:
              - id: each
                type: map
                policyRef: each
                params:
                  items: input.numbers
                  body:
                    nodes:
                      - {id: big, type: choice}
                      - {id: square, type: task}
                      - {id: refuse, type: fail, name: Too large}
                    edges:
                      - {from: big, to: refuse, kind: branch, guard: input > 100}
                      - {from: big, to: square, kind: branch, guard: "true"}
              - {id: sum, type: task}
            edges: [{from: each, to: sum, kind: sequence}]
            policies:
              default: {timeout: {seconds: 30}}
              each: {loopGuards: {maxIters: 50}}
            """;

    private static final String PARALLEL = """
            name: both
            start: sides
            nodes:
              - id: sides
                type: parallel
                policyRef: sides
                params:
                  branches:
                    - nodes: [{id: left, type: task}]
                    - start: right
                      nodes:
                        - {id: right, type: task}
                        - {id: which, type: choice}
                        - {id: odd, type: task}
                        - {id: even, type: succeed}
                      edges:
                        - {from: right, to: which, kind: sequence}
                        - {from: which, to: odd, kind: branch, guard: input % 2 == 1}
                        - {from: which, to: even, kind: branch, guard: "true"}
              - {id: after, type: task}
              - {id: mend, type: task}
            edges: [{from: sides, to: after, kind: sequence}]
            policies:
              default: {timeout: {seconds: 30}}
              sides: {retry: {maxAttempts: 2}, backoff: {mode: fixed, base: 1}, catch: {onError: "*", handlerNode: mend}}
            """;

    private static JsonArray list(long... numbers) {
        List<Json> items = new ArrayList<>();
        for (long number : numbers) {
            items.add(Json.of(number));
        }
        return JsonArray.copyOf(items);
    }

    private static long number(Json json) {
        return ((JsonNumber) json).value().longValueExact();
    }

    /** Squares numbers, and sums lists of them. */
    private static Json arithmetic(WorkerInvoked asked, Json item) {
        return switch (asked.worker()) {
            case "square" -> Json.of(number(item) * number(item));
            case "sum" ->
                Json.of(JsonPlace.of(item).items().stream()
                        .mapToLong(each -> number(each.value()))
                        .sum());
            default -> item;
        };
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void map_resultsInTheOrderOfItems_whoeverIsDoneFirst(long seed) {
        List<Json> seen = new ArrayList<>();
        BoardTree tree = BoardTree.run(
                write(MAP),
                JsonReader.parse("{\"numbers\":[5,3,4,1,2,9]}"),
                (asked, item) -> {
                    if (asked.worker().equals("sum")) {
                        seen.add(item);
                    }
                    return arithmetic(asked, item);
                },
                seed);

        assertThat(seen).containsExactly(list(25, 9, 16, 1, 4, 81));
        assertThat(tree.result()).isEqualTo(Json.of(136L));
    }

    @Test
    void map_ofNothing_isAnEmptyList() {
        BoardTree tree = BoardTree.run(write(MAP), JsonReader.parse("{\"numbers\":[]}"), GatherTest::arithmetic, 1);

        assertThat(tree.result()).isEqualTo(Json.of(0L));
    }

    @Test
    void map_ofWhatIsNoList_fails() {
        BoardTree tree = BoardTree.run(write(MAP), JsonReader.parse("{\"numbers\":7}"), GatherTest::arithmetic, 1);

        assertThat(events(tree.log(), NeedsPerson.class)).hasSize(1);
    }

    @Test
    void map_oneItemFails_theNodeFails_andNothingIsLeftAtWork() {
        BoardTree tree =
                BoardTree.run(write(MAP), JsonReader.parse("{\"numbers\":[5,101,3]}"), GatherTest::arithmetic, 7);

        assertThat(events(tree.log(), NeedsPerson.class)).hasSize(1);
        assertThat(tree.logs().values().stream()
                        .skip(1)
                        .map(List::getLast)
                        .map(LogEntry::event)
                        .toList())
                .allSatisfy(end -> assertThat(end)
                        .isInstanceOfAny(
                                BoardCompleted.class, BoardHalted.class, BoardCancelled.class, CommandRejected.class));
    }

    @Test
    void map_moreItemsThanItsGuardLets_fails() {
        BoardTree tree = BoardTree.run(
                write(MAP.replace("maxIters: 50", "maxIters: 2, predicate: item < 40 && index < 40")),
                JsonReader.parse("{\"numbers\":[1,2,3]}"),
                GatherTest::arithmetic,
                1);

        assertThat(events(tree.log(), NeedsPerson.class)).hasSize(1);
        assertThat(tree.logs().values().stream().flatMap(List::stream).toList())
                .filteredOn(entry -> entry.event() instanceof BranchStopped)
                .isNotEmpty();
    }

    @Test
    void map_concurrency_isTheRules() {
        BlueprintExport.Result written =
                write(MAP.replace("items: input.numbers", "items: input.numbers\n      maxConcurrency: 2"));

        assertThat(part(written, "squares.each-")
                        .into("rules")
                        .items()
                        .getFirst()
                        .integer("maxConcurrent"))
                .contains(2L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void parallel_resultsInTheOrderOfBranches_eachTheOutputItEndedWith(long seed) {
        assertThat(BoardTree.run(write(PARALLEL), Json.of(7L), GatherTest::twice, seed)
                        .result())
                .isEqualTo(JsonReader.parse("{\"after\":[[14,14]],\"mend\":[],\"sides\":[[14,14]]}"));
        assertThat(BoardTree.run(
                                write(PARALLEL),
                                Json.of(7L),
                                (asked, item) -> asked.worker().equals("right") ? Json.of(9L) : twice(asked, item),
                                seed)
                        .result())
                .isEqualTo(JsonReader.parse("{\"after\":[[14,18]],\"mend\":[],\"sides\":[[14,18]]}"));
    }

    private static Json twice(WorkerInvoked asked, Json item) {
        return item instanceof JsonNumber ? Json.of(2 * number(item)) : item;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void parallel_oneBranchFails_isRetriedAndCaughtAsATask(long seed) {
        List<String> asked = new ArrayList<>();
        BoardTree tree = BoardTree.run(
                write(PARALLEL),
                Json.of(7L),
                (invoked, item) -> {
                    asked.add(invoked.worker());
                    if (invoked.worker().equals("left")) {
                        throw new BoardTree.CannotException(Failure.Kind.BUG);
                    }
                    return twice(invoked, item);
                },
                seed);

        assertThat(asked.stream().filter("left"::equals)).as("two attempts").hasSize(2);
        assertThat(JsonPlace.of(tree.result()).into("mend").value()).isEqualTo(list(14));
        assertThat(asked).doesNotContain("after");
    }

    @Test
    void nested_keysKnowTheirItemAndIndex() {
        BlueprintExport.Result written = write(Workflows.example("order.yaml"));
        List<String> packed = new ArrayList<>();
        BoardTree tree = BoardTree.run(
                written,
                JsonReader.parse("{\"id\":\"o-1\",\"total\":2000,\"items\":[\"cup\",\"pot\"]}"),
                (asked, item) -> {
                    if (asked.worker().equals("pack")) {
                        packed.add(item.toString() + " "
                                + asked.trigger().actionId().orElseThrow());
                    }
                    return item;
                },
                3);

        assertThat(tree.result()).isEqualTo(JsonReader.parse("[[\"cup\",\"pot\"],[\"cup\",\"pot\"]]"));
        assertThat(packed).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void fail_byAnEdge_halts_andSaysWhy() {
        BoardTree tree = BoardTree.run(write("""
                name: gate
                nodes:
                  - {id: look, type: task}
                  - {id: good, type: choice}
                  - {id: use, type: task}
                  - {id: sorry, type: fail, name: Not good enough}
                edges:
                  - {from: look, to: good, kind: sequence}
                  - {from: good, to: use, kind: branch, guard: input > 3}
                  - {from: good, to: sorry, kind: branch, guard: "true"}
                policies: {default: {timeout: {seconds: 30}}}
                """), Json.of(2L), (asked, item) -> item, 1);

        assertThat(tree.log().getLast().event()).isInstanceOfSatisfying(BoardHalted.class, halted -> {
            assertThat(halted.reason()).isEqualTo(BoardHalted.Reason.FAILED);
            assertThat(halted.detail()).isEqualTo("sorry");
        });
    }

    private static JsonPlace part(BlueprintExport.Result written, String prefix) {
        return written.parts().stream()
                .map(JsonPlace::of)
                .filter(part -> part.text("name").orElseThrow().matches(Pattern.quote(prefix) + "[0-9a-f]+"))
                .findFirst()
                .orElseThrow();
    }

    private static <T> List<T> events(List<LogEntry> log, Class<T> type) {
        return log.stream()
                .map(LogEntry::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    static BlueprintExport.Result write(String yaml) {
        BlueprintExport.Result result = BlueprintExport.write(checked(yaml));
        assertThat(result.unsupported()).isEmpty();
        return result;
    }

    static Workflow checked(String yaml) {
        WorkflowChecker.Result checked = WorkflowChecker.check(Workflows.yaml(yaml));
        assertThat(checked.errors()).isEmpty();
        return checked.workflow().orElseThrow();
    }
}
