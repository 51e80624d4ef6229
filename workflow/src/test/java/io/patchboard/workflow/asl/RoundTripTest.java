package io.patchboard.workflow.asl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.workflow.argo.ArgoExport;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.ir.Workflow;
import io.patchboard.workflow.translation.Imported;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** There and back. */
class RoundTripTest {

    private static final int WORKFLOWS = 300;
    private static final int VALIDATED = 20;
    private static final int LEAST_MACHINES = 146;

    static AslExport.Result export(Json document) {
        return AslExport.write(Workflow.read(document).workflow().orElseThrow());
    }

    private static Json example(String name) throws IOException {
        return JsonReader.parse(new ObjectMapper()
                .writeValueAsString(new YAMLMapper()
                        .readTree(Path.of("../examples/workflows", name).toFile())));
    }

    private static void isKept(Json workflow) {
        AslExport.Result out = export(workflow);
        assertThat(out.unsupported()).isEmpty();
        JsonObject machine = out.machine().orElseThrow();

        Imported back = AslImport.read(machine, "machine");

        assertThat(back.errors()).isEmpty();
        assertThat(WorkflowForm.of(back.workflow().orElseThrow())).isEqualTo(WorkflowForm.of(workflow));
        isSaidByTheMachine(workflow, machine);
    }

    /** Types, order, retries and catches are in the states themselves, not in the comment. */
    private static void isSaidByTheMachine(Json workflow, JsonObject machine) {
        JsonObject alone =
                AslImport.read(machine.without("Comment"), "machine").workflow().orElseThrow();
        Workflow said = Workflow.read(alone).workflow().orElseThrow();
        Workflow whole = Workflow.read(workflow).workflow().orElseThrow();
        said.nodes().forEach(node -> {
            var original = whole.nodes()
                    .filter(other -> other.id().equals(node.id()))
                    .findFirst()
                    .orElseThrow();
            assertThat(node.type()).isEqualTo(original.type());
            assertThat(onward(said, node.id())).isEqualTo(onward(whole, node.id()));
            if (node.type().word().matches("task|map|parallel")) {
                assertThat(policy(said, node.policyRef(), "retry"))
                        .isEqualTo(policy(whole, original.policyRef(), "retry"));
                assertThat(policy(said, node.policyRef(), "catch"))
                        .isEqualTo(policy(whole, original.policyRef(), "catch"));
            }
        });
    }

    private static List<String> onward(Workflow workflow, String from) {
        return workflow.graphs()
                .flatMap(graph -> graph.edges().stream())
                .filter(edge -> edge.isControl() && edge.from().equals(from))
                .map(edge -> edge.kind() + " " + edge.to())
                .toList();
    }

    private static Optional<Json> policy(Workflow workflow, Optional<String> ref, String member) {
        return PolicyForm.of(JsonPlace.of(workflow.document())
                        .into("policies")
                        .into(ref.orElse("default"))
                        .value())
                .get(member);
    }

    @ParameterizedTest
    @ValueSource(strings = {"order.yaml", "plan-and-repair.yaml"})
    void example_thereAndBack(String name) throws IOException {
        isKept(example(name));
    }

    @Test
    void randomWorkflows_thereAndBack() {
        for (int seed = 0; seed < WORKFLOWS; seed++) {
            JsonObject workflow = new RandomWorkflows(seed).workflow();
            assertThat(WorkflowChecker.check(workflow).errors())
                    .as("seed " + seed)
                    .isEmpty();
            isKept(workflow);
        }
    }

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

    @Test
    void editedMachine_isBelievedBeforeItsComment() throws IOException {
        JsonObject machine = export(example("order.yaml")).machine().orElseThrow();
        Json edited = JsonReader.parse(machine.toString().replace("\"TimeoutSeconds\":90", "\"TimeoutSeconds\":11"));

        JsonObject back = AslImport.read(edited, "order").workflow().orElseThrow();

        assertThat(JsonPlace.of(back)
                        .into("policies")
                        .into("careful")
                        .into("timeout")
                        .integer("seconds"))
                .contains(11L);
    }

    /** Whether the schema of the service's own editor takes it. */
    private static String verdict(Json machine) {
        Validator validator = new ValidatorFactory().createValidator();
        URI schema =
                validator.registerSchema(StateMachines.text("schemas/amazon-states-language-service/bundled.json"));
        return validator.validate(schema, machine.toString()).getErrors().stream()
                .map(error -> error.getInstanceLocation() + ": " + error.getError())
                .collect(Collectors.joining("\n"));
    }

    @Test
    @EnabledIf("io.patchboard.workflow.asl.StateMachines#areThere")
    void exports_areOfTheLanguagesSchema() throws Exception {
        List<Json> workflows = new ArrayList<>(List.of(example("order.yaml"), example("plan-and-repair.yaml")));
        for (int seed = 0; seed < VALIDATED; seed++) {
            workflows.add(new RandomWorkflows(seed).workflow());
        }
        assertThat(verdict(JsonReader.parse("{\"StartAt\": \"a\", \"States\": {\"a\": {\"Type\": \"Task\"}}}")))
                .isNotEmpty();
        for (Json workflow : workflows) {
            assertThat(verdict(export(workflow).machine().orElseThrow())).isEmpty();
        }
    }

    @Test
    @EnabledIf("io.patchboard.workflow.asl.StateMachines#areThere")
    void machines_thereAndBack() throws Exception {
        List<String> others = new ArrayList<>();
        int kept = 0;
        for (JsonPlace row : StateMachines.lines("index.jsonl")) {
            if (row.text("verdict").filter("valid"::equals).isEmpty()) {
                continue;
            }
            Json machine = StateMachines.machine(row);
            Optional<JsonObject> workflow = AslImport.read(machine, "machine").workflow();
            if (workflow.isPresent()) {
                AslExport.Result out = export(workflow.get());
                kept++;
                if (!out.machine().map(machine::equals).orElse(false)) {
                    others.add(row.text("document").orElseThrow() + " " + out);
                }
            }
        }
        assertThat(others).isEmpty();
        assertThat(kept).isGreaterThanOrEqualTo(LEAST_MACHINES);
    }
}
