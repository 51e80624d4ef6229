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

    static Json example(String name) throws IOException {
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
