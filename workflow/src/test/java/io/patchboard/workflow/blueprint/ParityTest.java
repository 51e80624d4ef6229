package io.patchboard.workflow.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.workflow.argo.ArgoExport;
import io.patchboard.workflow.argo.ArgoImport;
import io.patchboard.workflow.asl.AslExport;
import io.patchboard.workflow.asl.AslImport;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.check.Workflows;
import io.patchboard.workflow.ir.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same workflow as it is, as a state machine and for Argo makes the same log but for ids (ALAS, A.9). */
class ParityTest {

    /** What ids, and names that follow from what a blueprint says, stand in. */
    private static final Set<String> IDS = Set.of(
            "boardId",
            "invocationId",
            "proposalId",
            "commandId",
            "previousHash",
            "hash",
            "viewHash",
            "stateHash",
            "child",
            "parent",
            "cause",
            "trigger",
            "blueprint",
            "blueprintHash",
            "abandonedInvocations",
            "superseded");

    private static final String WORK = """
            name: work
            start: look
            nodes:
              - {id: look, type: task, policyRef: tried}
              - {id: rest, type: wait, params: {seconds: 5}}
              - {id: much, type: choice}
              - id: each
                type: map
                policyRef: each
                params:
                  items: input.items
                  body:
                    start: cut
                    nodes: [{id: cut, type: task, policyRef: tried}, {id: sew, type: task}]
                    edges: [{from: cut, to: sew, kind: sequence}]
              - {id: little, type: task}
              - {id: sorry, type: task}
              - {id: done, type: succeed}
            edges:
              - {from: look, to: rest, kind: sequence}
              - {from: rest, to: much, kind: sequence}
              - {from: much, to: each, kind: branch, guard: input.total > 10}
              - {from: much, to: little, kind: branch, guard: "true"}
              - {from: each, to: done, kind: sequence}
              - {from: little, to: done, kind: sequence}
              - {from: sorry, to: done, kind: sequence}
            policies:
              default: {timeout: {seconds: 30}}
              tried: {timeout: {seconds: 9}, retry: {maxAttempts: 2}, backoff: {mode: fixed, base: 1}}
              each: {timeout: {seconds: 500}, loopGuards: {maxIters: 9}, catch: {onError: "*", handlerNode: sorry}}
            """;

    private static Workflow checked(Json document) {
        WorkflowChecker.Result checked = WorkflowChecker.check(document);
        assertThat(checked.errors()).isEmpty();
        return checked.workflow().orElseThrow();
    }

    private static Workflow byMachine(Workflow workflow) {
        JsonObject machine = AslExport.write(workflow).machine().orElseThrow();
        return checked(AslImport.read(machine, "other").workflow().orElseThrow());
    }

    private static Workflow byArgo(Workflow workflow) {
        JsonObject written = ArgoExport.write(workflow).document().orElseThrow();
        return checked(ArgoImport.read(written, "other").workflow().orElseThrow());
    }

    /** Entries of all boards, in the order in which they were made. Faults come by the seed, violations among them. */
    private static List<String> log(Workflow workflow, Json input, int seed) {
        Random faults = new Random(seed);
        BoardTree tree = BoardTree.run(
                BlueprintExport.write(workflow),
                input,
                (asked, item) -> {
                    if (faults.nextInt(4) == 0) {
                        if (faults.nextInt(3) == 0 && asked.worker().equals("reserve")) {
                            return Json.of("no order"); // which its schema refuses
                        }
                        throw new BoardTree.CannotException(
                                faults.nextBoolean() ? Failure.Kind.TIMEOUT : Failure.Kind.BUG);
                    }
                    return item;
                },
                seed);
        List<String> lines = new ArrayList<>();
        for (List<LogEntry> log : tree.logs().values()) {
            for (LogEntry entry : log) {
                JsonObject json = entry.toJson();
                String rule = entry.event() instanceof BoardCreated
                        ? ""
                        : json.get("trigger").map(ParityTest::place).orElse("");
                for (String id : IDS) {
                    json = json.without(id);
                }
                lines.add(json + rule);
            }
        }
        return lines;
    }

    private static String place(Json trigger) {
        JsonObject kept = (JsonObject) trigger;
        return kept.without("actionId").toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void threeRoads_oneLog(int seed) {
        Workflow work = checked(Workflows.yaml(WORK));
        Json input =
                JsonReader.parse("{\"total\": " + (seed % 4 == 0 ? 3 : 30) + ", \"items\": [\"a\", \"b\", \"c\"]}");
        List<String> log = log(work, input, seed);

        assertThat(log).hasSizeGreaterThan(5);
        assertThat(log(byMachine(work), input, seed)).isEqualTo(log);
        assertThat(log(byArgo(work), input, seed)).isEqualTo(log);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void example_oneLog(int seed) {
        Workflow order = checked(Workflows.yaml(Workflows.example("order.yaml")));
        Json input = JsonReader.parse("{\"id\": \"o-1\", \"total\": 2000, \"items\": [\"cup\", \"pot\"]}");
        List<String> log = log(order, input, seed);

        assertThat(log(byMachine(order), input, seed)).isEqualTo(log);
        assertThat(log(byArgo(order), input, seed)).isEqualTo(log);
    }
}
