package io.patchboard.workflow.argo;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Problem;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.check.Workflows;
import io.patchboard.workflow.ir.Workflow;
import io.patchboard.workflow.translation.Imported;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** What Argo's users write, as workflows. */
class ArgoExamplesTest {

    private static final Path PAGE = Path.of("../docs/alas.md");
    private static final Path MADE = Path.of("target/argo-examples.md");

    /** Of a hundred with steps or a DAG. */
    private static final int LEAST = 70;

    /** Argo's own table of its examples: which are read, and why the others are not. */
    @Test
    @EnabledIf("io.patchboard.workflow.argo.ArgoDocuments#areThere")
    void publicExamples_areRead_wellFormed_andComeBack() throws IOException {
        List<String> refused = new ArrayList<>();
        List<String> callers = ArgoDocuments.callers();
        for (String name : callers) {
            String shorter = name.replaceFirst(".*/", "").replaceFirst("\\.yaml$", "");
            Json document = ArgoDocuments.document(name);
            Imported read = ArgoImport.read(document, "example");
            if (read.workflow().isPresent()) {
                isWhole(document, read.workflow().get(), shorter);
            } else {
                assertThat(read.errors()).as(name).isEmpty();
                Problem first = read.unsupported().get(0);
                refused.add("| " + shorter + " | `" + first.pointer() + "` | "
                        + first.message().replace("\\n", " ").replace("|", "\\|") + " |");
            }
        }
        int kept = callers.size() - refused.size();
        String table = kept + " of " + callers.size() + " public examples with steps or a DAG are read ("
                + Math.round(1000.0 * kept / callers.size()) / 10.0 + " %). The others, each with its first reason:\n\n"
                + "| Example | At | Reason |\n|---|---|---|\n" + String.join("\n", refused) + "\n";
        Files.writeString(MADE, table);

        assertThat(100 * kept).as(table).isGreaterThanOrEqualTo(LEAST * callers.size());
        assertThat(Files.readString(PAGE))
                .as("docs/alas.md; its table should be what is in workflow/" + MADE)
                .contains("\n\n" + table + "\n");
    }

    private static void isWhole(Json document, JsonObject workflow, String name) {
        assertThat(WorkflowChecker.check(workflow).errors()).as(name).isEmpty();
        ArgoExport.Result out =
                ArgoExport.write(Workflow.read(workflow).workflow().orElseThrow());
        assertThat(out.document()).as(name).contains((JsonObject) document);
    }

    private static JsonPlace read(String yaml) {
        Imported read = ArgoImport.read(Workflows.yaml(yaml), "w");
        assertThat(read.errors()).isEmpty();
        assertThat(read.unsupported()).isEmpty();
        assertThat(WorkflowChecker.check(read.workflow().orElseThrow()).errors())
                .isEmpty();
        return JsonPlace.of(read.workflow().get());
    }

    private static List<String> refused(String yaml) {
        return ArgoImport.read(Workflows.yaml(yaml), "w").unsupported().stream()
                .map(Problem::pointer)
                .toList();
    }

    private static List<String> ids(JsonPlace graph) {
        return graph.items("nodes").stream()
                .map(node -> node.text("id").orElseThrow())
                .toList();
    }

    private static final String DIAMOND = """
            apiVersion: argoproj.io/v1alpha1
            kind: Workflow
            metadata: {generateName: d-}
            spec:
              entrypoint: main
              templates:
                - name: main
                  dag:
                    tasks:
                      - {name: D, depends: B && C.Succeeded, template: work}
                      - {name: A, template: work}
                      - {name: B, dependencies: [A], template: work}
                      - {name: C, depends: A, template: work, withItems: [1, 2]}
                - name: work
                  timeout: 5m
                  retryStrategy: {limit: 3, retryPolicy: Always, backoff: {duration: "2", factor: 2, cap: 1m}}
                  container: {image: busybox}
            """;

    @Test
    void dag_seriesAndSides() {
        JsonPlace workflow = read(DIAMOND);

        assertThat(ids(workflow)).containsExactly("A", "sides-1", "D");
        assertThat(workflow.items("edges"))
                .extracting(edge ->
                        edge.text("from").orElseThrow() + edge.text("to").orElseThrow())
                .containsExactly("Asides-1", "sides-1D");
        List<JsonPlace> branches = workflow.items("nodes").get(1).into("params").items("branches");
        assertThat(branches).extracting(branch -> ids(branch)).containsExactly(List.of("B"), List.of("C"));
        JsonPlace map = branches.get(1).items("nodes").get(0);
        assertThat(map.text("type")).contains("map");
        assertThat(map.into("params").text("items")).contains("[1,2]");
        JsonPlace policy = workflow.into("policies").into("A");
        assertThat(policy.value()).isEqualTo(JsonReader.parse("""
                        {"timeout": {"seconds": 300}, "retry": {"maxAttempts": 4, "retryOn": ["*"],
                          "backoff": {"mode": "exponential", "base": 2, "factor": 2, "cap": 60}}}"""));
    }

    @Test
    void dag_neitherSeriesNorSides_isRefusedWithItsPlace() {
        assertThat(refused(DIAMOND.replace("B && C.Succeeded", "B")
                        .replace(
                                "{name: A, template: work}",
                                "{name: A, template: work}\n          - {name: Z, template: work}"
                                        + "\n          - {name: Y, depends: Z && A, template: work}")
                        .replace("dependencies: [A]", "dependencies: [Z]")))
                .containsExactly("/spec/templates/0/dag/tasks");
        for (String other : List.of("B || C", "B && C.Succeeded || C.Skipped", "'!B && C'", "(B && C.Failed)")) {
            assertThat(refused(DIAMOND.replace("B && C.Succeeded", other)))
                    .as(other)
                    .contains("/spec/templates/0/dag/tasks/0/depends");
        }
        assertThat(ids(read(DIAMOND.replace("B && C.Succeeded", "(B && (C.Succeeded || C.Skipped || C.Daemoned))"))))
                .containsExactly("A", "sides-1", "D");
    }

    private static final String STEPS = """
            apiVersion: argoproj.io/v1alpha1
            kind: Workflow
            metadata: {generateName: s-}
            spec:
              entrypoint: main
              templates:
                - name: main
                  steps:
                    - [{name: flip, template: work}, {name: spin, template: work}]
                    - - {name: heads, template: work, when: "{{steps.flip.outputs.result}} == heads && {{steps.spin.outputs.parameters.n}} > 3"}
                      - {name: nested, template: inner, hooks: {exit: {template: work}}}
                    - - {name: wait, template: pause}
                - name: inner
                  steps: [[{name: one, template: work}], [{name: all, template: work, withParam: "{{steps.one.outputs.result}}", when: "{{item.ok}} == true"}]]
                - {name: pause, suspend: {duration: "20"}}
                - {name: work, container: {image: busybox}}
            """;

    @Test
    void steps_conditionsNestedTemplatesLoopsAndExits() {
        JsonPlace workflow = read(STEPS);

        assertThat(ids(workflow)).containsExactly("sides-1", "sides-2", "wait");
        List<JsonPlace> branches = workflow.items("nodes").get(1).into("params").items("branches");
        assertThat(ids(branches.get(0))).containsExactly("heads.when", "heads", "heads.when.end");
        assertThat(branches.get(0).items("edges").get(0).text("guard"))
                .contains("input[0].result == \"heads\" && input[1].parameters.n > 3");
        assertThat(ids(branches.get(1)))
                .containsExactly("nested", "nested.exit", "nested.exit-failed", "nested.failed");
        assertThat(workflow.into("policies").into("nested").into("catch").text("handlerNode"))
                .contains("nested.exit-failed");
        JsonPlace inner = branches.get(1)
                .items("nodes")
                .get(0)
                .into("params")
                .items("branches")
                .get(0);
        assertThat(ids(inner)).containsExactly("nested.one", "nested.all");
        JsonPlace all = inner.items("nodes").get(1).into("params");
        assertThat(all.text("items")).contains("input.result");
        assertThat(all.into("body").items("edges").get(0).text("guard")).contains("input.ok == true");
        assertThat(workflow.items("nodes").get(2).into("params").integer("seconds"))
                .contains(20L);
    }

    @Test
    void whatAWorkflowCannotSay_eachWithItsPlace() {
        assertThat(refused(STEPS.replace("name: one, template: work", "name: one, template: main")))
                .contains("/spec/templates/1/steps/0/0/template");
        assertThat(refused(STEPS.replace("hooks: {exit:", "hooks: {running:")))
                .containsExactly("/spec/templates/0/steps/1/1/hooks/running");
        assertThat(refused(STEPS.replace("{{steps.spin.outputs.parameters.n}}", "{{workflow.status}}")))
                .containsExactly("/spec/templates/0/steps/1/0/when");
        assertThat(refused(STEPS.replace("hooks: {exit:", "continueOn: {failed: true}, hooks: {exit:")))
                .containsExactly("/spec/templates/0/steps/1/1/continueOn");
        assertThat(refused(DIAMOND.replace("limit: 3, ", ""))).contains("/spec/templates/1/retryStrategy/limit");
        assertThat(refused(DIAMOND.replace("kind: Workflow", "kind: CronWorkflow")))
                .containsExactly("/kind");
    }

    @Test
    void templateOfAnotherResource_isATask() {
        String steps = STEPS.replace("template: pause", "templateRef: {name: a, template: b}")
                .replace("{exit: {template: work}}", "{exit: {templateRef: {name: a, template: c}}}");
        JsonPlace wait = read(steps).items("nodes").get(2);

        assertThat(wait.text("type")).contains("task");
        assertThat(wait.into("params").into("argo").into("templateRef").text("template"))
                .contains("b");
        assertThat(ArgoImport.read(Workflows.yaml(steps), "w").carried())
                .extracting(Problem::pointer)
                .containsExactlyInAnyOrder(
                        "/spec/templates/0/steps/2/0/templateRef", "/spec/templates/0/steps/1/1/templateRef");
    }

    @Test
    void continueOn_isACatchThatGoesOn() {
        String steps = STEPS.replace("hooks: {exit: {template: work}}", "continueOn: {failed: true}");
        JsonPlace workflow = read(steps);

        JsonPlace branch =
                workflow.items("nodes").get(1).into("params").items("branches").get(1);
        assertThat(ids(branch)).containsExactly("nested", "nested.failed");
        JsonPlace caught = workflow.into("policies").into("nested").into("catch");
        assertThat(caught.text("handlerNode")).contains("nested.failed");
        assertThat(caught.items("onError"))
                .extracting(error -> error.text().orElseThrow())
                .containsExactly("bug", "invalid", "refused", "timeout");
        String tried = STEPS.replace("flip, template: work}", "flip, template: work, continueOn: {error: true}}");
        assertThat(read(tried.replace("{{steps.flip.outputs.result}} == heads", "{{steps.flip.status}} == Error"))
                        .value()
                        .toString())
                .contains("(input[0] == [] ? \\\"Error\\\" : \\\"Succeeded\\\") == \\\"Error\\\" && ");
        assertThat(refused(tried))
                .as("whether it has an output is not known")
                .containsExactly("/spec/templates/0/steps/1/0/when");
    }

    /** What is called on exit is there twice, and knows what became of the rest. */
    @Test
    void exit_knowsTheStatus() {
        String exits = STEPS.replace("entrypoint: main", "entrypoint: main\n  onExit: tell")
                .replace(
                        "    - {name: pause,",
                        "    - {name: tell, steps: [[{name: cry, template: work,"
                                + " when: \"{{workflow.status}} != Succeeded\"}]]}\n    - {name: pause,");

        assertThat(read(exits).value().toString())
                .contains("\"guard\":\"\\\"Succeeded\\\" != \\\"Succeeded\\\"\"")
                .contains("\"guard\":\"\\\"Failed\\\" != \\\"Succeeded\\\"\"");
    }

    @Test
    void sequences_countUpAndDown_inTheirFormat() {
        String loop = STEPS.replace("withParam: \"{{steps.one.outputs.result}}\", when: \"{{item.ok}} == true\"", "%s");
        Map.of(
                        "withSequence: {count: 3}",
                        "[\"0\", \"1\", \"2\"]",
                        "withSequence: {count: 0}",
                        "[]",
                        "withSequence: {start: '5', end: '3'}",
                        "[\"5\", \"4\", \"3\"]",
                        "withSequence: {start: 9, count: '3', format: 'user%02X'}",
                        "[\"user09\", \"user0A\", \"user0B\"]")
                .forEach((sequence, items) -> assertThat(
                                read(loop.formatted(sequence)).value().toString())
                        .as(sequence)
                        .contains(Json.of(items).toString()));
        assertThat(refused(loop.formatted("withSequence: {count: 3, format: '%s%n'}")))
                .hasSize(1);
        assertThat(refused(loop.formatted("withSequence: {count: \"{{steps.two.outputs.result}}\"}")))
                .hasSize(1);
    }

    @Test
    void whatIsKeptAndNotDone_isNamed() {
        String kept = DIAMOND.replace(
                        "entrypoint: main", "entrypoint: main\n  parallelism: 2\n  activeDeadlineSeconds: 9")
                .replace("      dag:", "      dag:\n        failFast: false")
                .replace("      timeout: 5m", "      timeout: 5m\n      memoize: {key: a}");

        assertThat(ArgoImport.read(Workflows.yaml(kept), "w").carried())
                .extracting(Problem::pointer)
                .containsExactly(
                        "/spec/activeDeadlineSeconds",
                        "/spec/parallelism",
                        "/spec/templates/0/dag/failFast",
                        "/spec/templates/1/memoize");
    }
}
