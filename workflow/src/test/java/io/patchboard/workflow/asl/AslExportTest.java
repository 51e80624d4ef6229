package io.patchboard.workflow.asl;

import static io.patchboard.workflow.asl.RoundTripTest.example;
import static io.patchboard.workflow.asl.RoundTripTest.export;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.workflow.argo.ArgoExport;
import io.patchboard.workflow.ir.Workflow;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What a workflow is as a state machine. */
class AslExportTest {

    @Test
    void whatTheServiceDoesNotDo_isSaid() throws IOException {
        assertThat(export(example("order.yaml")).carried())
                .extracting(problem -> problem.pointer())
                .contains(
                        "/policies/careful/compensation",
                        "/policies/careful/idempotencyKey",
                        "/policies/each-item/loopGuards");
    }

    @Test
    void fork_unsupportedWithItsPlace() {
        Json workflow = JsonReader.parse("""
                {"name": "w", "policies": {"default": {}}, "nodes": [{"id": "a", "type": "pass"},
                  {"id": "b", "type": "succeed"}, {"id": "c", "type": "succeed"}, {"id": "w", "type": "wait"}],
                 "edges": [{"from": "a", "to": "b", "kind": "sequence"}, {"from": "a", "to": "w", "kind": "sequence"},
                   {"from": "w", "to": "c", "kind": "sequence"}]}
                """);

        AslExport.Result result = export(workflow);

        assertThat(result.machine()).isEmpty();
        assertThat(result.unsupported())
                .extracting(problem -> problem.pointer())
                .containsExactly("/edges/1", "/nodes/3");
    }

    /** It is what other states have that say nothing, and not what a state of that name says. */
    @Test
    void stateCalledDefault_hasAPolicyOfItsOwn() {
        Json machine = JsonReader.parse("""
                {"StartAt": "A", "States": {
                  "A": {"Type": "Task", "Resource": "r", "Next": "default"},
                  "default": {"Type": "Task", "Resource": "r", "TimeoutSeconds": 5, "Next": "default-2",
                    "Retry": [{"ErrorEquals": ["States.ALL"], "MaxAttempts": 2}]},
                  "default-2": {"Type": "Task", "Resource": "r", "TimeoutSeconds": 7, "End": true}}}
                """);
        JsonObject document = AslImport.read(machine, "machine").workflow().orElseThrow();
        Workflow workflow = Workflow.read(document).workflow().orElseThrow();

        assertThat(workflow.nodes()
                        .map(node -> node.id() + " "
                                + workflow.policyOf(node)
                                        .orElseThrow()
                                        .retries()
                                        .size() + " "
                                + workflow.policyOf(node)
                                        .orElseThrow()
                                        .timeout()
                                        .orElseThrow()
                                        .seconds()
                                        .orElseThrow())
                        .toList())
                .containsExactlyInAnyOrder("A 0 99999999", "default 1 5", "default-2 0 7");
        assertThat(export(document).machine()).contains((JsonObject) machine);
    }

    /** A handler is told what the failed node was given, and not its error, which a state machine would have. */
    @Test
    void catches_leaveTheErrorOut_inTheLanguageOfTheirState() {
        String workflow = """
                {"name": "w", %s"nodes": [{"id": "a", "type": "task", "policyRef": "p"}, {"id": "b", "type": "task"}],
                 "edges": [], "policies": {"default": {"timeout": {"seconds": 9}},
                   "p": {"timeout": {"seconds": 9}, "catch": {"onError": "*", "handlerNode": "b"}}}}
                """;

        assertThat(export(JsonReader.parse(workflow.formatted(""))).machine().toString())
                .contains("\"Next\":\"b\",\"ResultPath\":null}]");
        String jsonata = "\"meta\": {\"asl\": {\"QueryLanguage\": \"JSONata\"}}, ";
        assertThat(export(JsonReader.parse(workflow.formatted(jsonata)))
                        .machine()
                        .toString())
                .contains("\"Next\":\"b\",\"Output\":\"{% $states.input %}\"}]");
    }

    /** A state that says itself what it catches has its error told, also once that leads elsewhere. */
    @Test
    void catchThatIsEdited_keepsWhatItSaysOfData() {
        String machine = """
                {"StartAt": "A", "States": {
                  "A": {"Type": "Task", "Resource": "r", "End": true, "Catch": [
                    {"ErrorEquals": ["Busy"], "Next": "H"}, {"ErrorEquals": ["Odd"], "ResultPath": "$.e", "Next": "H"}]},
                  "H": {"Type": "Succeed"},
                  "I": {"Type": "Succeed"}}}
                """;
        JsonObject read =
                AslImport.read(JsonReader.parse(machine), "machine").workflow().orElseThrow();
        Json edited = JsonReader.parse(read.toString().replace("\"handlerNode\":\"H\"", "\"handlerNode\":\"I\""));

        assertThat(export(edited).machine().orElseThrow().toString())
                .contains("[{\"ErrorEquals\":[\"Busy\"],\"Next\":\"I\"},"
                        + "{\"ErrorEquals\":[\"Odd\"],\"ResultPath\":\"$.e\",\"Next\":\"I\"}]");
    }

    /** Guards that ask what things are before what is in them are still conditions, of JSONata and of Argo. */
    @Test
    void guardsOfConditions_areConditions_alsoOnceOneOfThemIsEdited() {
        JsonObject read =
                AslImport.read(JsonReader.parse("""
                        {"QueryLanguage": "JSONata", "StartAt": "Which", "States": {
                          "Which": {"Type": "Choice", "Default": "End", "Choices": [
                            {"Condition": "{% $exists($states.input.a.b) %}", "Next": "End"},
                            {"Condition": "{% $states.input.c = 1 %}", "Next": "End"}]},
                          "End": {"Type": "Succeed"}}}
                        """), "machine").workflow().orElseThrow();
        Json edited = JsonReader.parse(read.toString().replace("input.c == 1", "input.c == 2"));

        assertThat(export(edited).machine().orElseThrow().toString())
                .contains("{% $exists($states.input.a) and $exists($states.input.a.b) %}", "= 2");
        assertThat(ArgoExport.write(Workflow.read(read).workflow().orElseThrow())
                        .unsupported())
                .isEmpty();
    }

    /** As many items at once as the workflow says, and not all. */
    @Test
    void concurrencyOfAMap_isAField() {
        Json workflow = JsonReader.parse("""
                {"name": "w", "policies": {"default": {"loopGuards": {"maxIters": 9}}}, "edges": [],
                 "nodes": [{"id": "each", "type": "map", "params": {"maxConcurrency": 2,
                   "body": {"nodes": [{"id": "one", "type": "pass"}]}}}]}
                """);

        assertThat(JsonPlace.of(export(workflow).machine().orElseThrow())
                        .into("States")
                        .into("each")
                        .integer("MaxConcurrency"))
                .contains(2L);
    }
}
