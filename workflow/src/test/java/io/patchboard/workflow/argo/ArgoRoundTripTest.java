package io.patchboard.workflow.argo;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Problem;
import io.patchboard.workflow.asl.RandomWorkflows;
import io.patchboard.workflow.asl.WorkflowForm;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.check.Workflows;
import io.patchboard.workflow.ir.Edge;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import io.patchboard.workflow.translation.Imported;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Our workflows to Argo and back. */
class ArgoRoundTripTest {

    private static final int WORKFLOWS = 300;
    private static final int LEAST_KEPT = 100;

    private static ArgoExport.Result export(Json document) {
        return ArgoExport.write(Workflow.read(document).workflow().orElseThrow());
    }

    private static void isKept(Json workflow, JsonObject written) {
        Imported back = ArgoImport.read(written, "other");
        assertThat(back.errors()).isEmpty();
        assertThat(back.unsupported()).isEmpty();
        assertThat(WorkflowForm.of(back.workflow().orElseThrow())).isEqualTo(WorkflowForm.of(workflow));

        Imported alone = ArgoImport.read(ArgoDocuments.bare(written), "other");
        assertThat(alone.unsupported()).isEmpty();
        isSaidByFields(
                Workflow.read(alone.workflow().orElseThrow()).workflow().orElseThrow(),
                Workflow.read(workflow).workflow().orElseThrow());
    }

    /** Types of what does something, order, retries and timeouts are in fields, not in annotations. */
    private static void isSaidByFields(Workflow said, Workflow whole) {
        assertThat(order(said)).isEqualTo(order(whole));
        said.nodes().forEach(node -> {
            Node original = whole.nodes()
                    .filter(other -> other.id().equals(node.id()))
                    .findFirst()
                    .orElseThrow();
            if (!node.type().word().equals("pass")) {
                assertThat(node.type()).isEqualTo(original.type());
            }
            if (node.type().word().matches("task|map|parallel")) {
                assertThat(retry(said, node)).isEqualTo(retry(whole, original));
            }
        });
    }

    private static List<String> order(Workflow workflow) {
        return workflow.graphs()
                .flatMap(graph -> graph.edges().stream())
                .filter(Edge::isControl)
                .map(edge -> edge.from() + " " + edge.kind() + " " + edge.to())
                .sorted()
                .toList();
    }

    private static Optional<String> retry(Workflow workflow, Node node) {
        return workflow.policyOf(node)
                .flatMap(policy -> policy.retries().stream()
                        .findFirst()
                        .map(retry -> retry.maxAttempts() + " "
                                + retry.backoff().or(policy::backoff).map(Policy.Backoff::base)));
    }

    @Test
    void example_thereAndBack() {
        Json order = Workflows.yaml(Workflows.example("order.yaml"));
        ArgoExport.Result out = export(order);

        assertThat(out.unsupported()).isEmpty();
        isKept(order, out.document().orElseThrow());
        assertThat(out.carried())
                .extracting(Problem::pointer)
                .contains(
                        "/policies/careful/compensation",
                        "/policies/careful/idempotencyKey",
                        "/policies/each-item/loopGuards");
    }

    @Test
    @EnabledIf("io.patchboard.workflow.argo.ArgoDocuments#areThere")
    void randomWorkflows_thereAndBack_unlessTheyHaveCircles() {
        ArgoDocuments.Schema schema = ArgoDocuments.schema();
        int kept = 0;
        for (int seed = 0; seed < WORKFLOWS; seed++) {
            JsonObject workflow = new RandomWorkflows(seed).workflow();
            ArgoExport.Result out = export(workflow);
            if (out.document().isPresent()) {
                isKept(workflow, out.document().get());
                schema.takes(out.document().get());
                kept++;
            } else {
                assertThat(out.unsupported())
                        .allSatisfy(problem -> assertThat(problem.message()).contains("closes one"));
            }
        }
        assertThat(kept).isGreaterThanOrEqualTo(LEAST_KEPT);
    }

    @Test
    void editedDocument_isBelievedBeforeItsNotes() {
        JsonObject document = export(Workflows.yaml(Workflows.example("order.yaml")))
                .document()
                .orElseThrow();
        Json edited = JsonReader.parse(document.toString()
                .replace("\"timeout\":\"90s\"", "\"timeout\":\"11s\"")
                .replace("input.total > 1000)", "input.total > 2000)")
                .replace("input.total > 1000}}", "input.total > 2000}}")
                .replace("\"limit\":\"2\"", "\"limit\":\"5\""));

        JsonObject back = ArgoImport.read(edited, "order").workflow().orElseThrow();

        assertThat(WorkflowChecker.check(back).errors()).isEmpty();
        JsonPlace policy = JsonPlace.of(back).into("policies").into("reserve");
        assertThat(policy.into("timeout").integer("seconds")).contains(11L);
        assertThat(policy.into("retry").integer("maxAttempts")).contains(6L);
        assertThat(policy.has("idempotencyKey")).isTrue();
        assertThat(back.toString()).contains("input.total > 2000").doesNotContain("input.total > 1000");
    }

    @Test
    void whatArgoCannotSay_eachWithItsPlace() {
        assertThat(unsupported(Workflows.example("plan-and-repair.yaml"))).containsExactly("/edges/4");
        List<String> lines = new ArrayList<>(List.of(
                "name: odd",
                "nodes:",
                "  - {id: look at, type: task}",
                "  - {id: until, type: wait, params: {until: \"2030-01-01T00:00:00Z\"}}",
                "  - {id: which, type: choice}",
                "  - {id: done, type: succeed}",
                "edges:",
                "  - {from: look at, to: until, kind: sequence}",
                "  - {from: until, to: which, kind: sequence}",
                "  - {from: which, to: done, kind: branch, guard: input.a.startsWith(\"b\")}",
                "policies: {default: {timeout: {seconds: 3}}}"));

        assertThat(unsupported(String.join("\n", lines)))
                .containsExactlyInAnyOrder("/nodes/0/id", "/nodes/1/params", "/edges/2");
    }

    private static List<String> unsupported(String yaml) {
        return export(Workflows.yaml(yaml)).unsupported().stream()
                .map(Problem::pointer)
                .toList();
    }
}
