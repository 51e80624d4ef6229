package io.patchboard.workflow.asl;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.workflow.argo.ArgoDocuments;
import io.patchboard.workflow.argo.ArgoExport;
import io.patchboard.workflow.argo.ArgoImport;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.ir.Workflow;
import io.patchboard.workflow.translation.Imported;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The matrix of ALAS, appendix A.5, as the code has it: {@code docs/alas.md} holds what is made here. */
class ConformanceTest {

    private static final Path PAGE = Path.of("../docs/alas.md");
    private static final Path MADE = Path.of("target/asl-conformance.md");

    /**
     * What a workflow says.
     *
     * @param node members of the node a, which an end follows
     * @param policy of that node
     * @param edge members of the edge from it
     * @param probe where the thing stands: a node's member, the edges, or a part of the policy
     */
    private record Said(String what, String node, String policy, String edge, String probe) {}

    private static final String REFUSED = "refused, with its place";
    private static final String TASK = "'type': 'task'";
    private static final String TIMED = "'timeout': {'seconds': 5}";
    private static final String CHOICE = "'type': 'choice'";

    private static final List<Said> WORKFLOW = List.of(
            new Said("Types task, pass, succeed", TASK, TIMED, "", "type"),
            new Said("Type choice, guards in CEL", CHOICE, TIMED, "'kind': 'branch', 'guard': 'input.n > 1'", "edges"),
            new Said(
                    "Guards with functions but `has` and `size`",
                    CHOICE,
                    TIMED,
                    "'kind': 'branch', 'guard': 'input.a.startsWith(\\'b\\')'",
                    "edges"),
            new Said(
                    "Type wait, `params.seconds` or `until`",
                    "'type': 'wait', 'params': {'seconds': 3}",
                    TIMED,
                    "",
                    "type"),
            new Said("Type wait that says neither", "'type': 'wait'", TIMED, "", "type"),
            new Said(
                    "Type map, `params.body`",
                    "'type': 'map', 'params': {'body': {'nodes': [{'id': 'i', 'type': 'pass'}]}}",
                    TIMED + ", 'loopGuards': {'maxIters': 25000}",
                    "",
                    "type"),
            new Said(
                    "Type parallel, `params.branches`",
                    "'type': 'parallel', 'params': {'branches': [{'nodes': [{'id': 'i', 'type': 'pass'}]}]}",
                    TIMED,
                    "",
                    "type"),
            new Said(
                    "Several nodes that begin, work side by side without a parallel",
                    "'type': 'parallel', 'params': {'branches': [{'nodes': [{'id': 'i', 'type': 'pass'}, {'id': 'j', 'type': 'pass'}]}]}",
                    TIMED,
                    "",
                    "type"),
            new Said("Order: sequence edges", TASK, TIMED, "", "edges"),
            new Said("`repairable` of edges", TASK, TIMED, "'repairable': 'time'", "edges"),
            new Said("Roles", TASK + ", 'role': 'planner'", TIMED, "", "role"),
            new Said("Capabilities", TASK + ", 'capabilities': ['x']", TIMED, "", "capabilities"),
            new Said(
                    "Schemas and effects",
                    TASK + ", 'io': {'input': {'type': 'object'}, 'effect': 'none'}",
                    TIMED,
                    "",
                    "io"),
            new Said(
                    "Retries, backoff, jitter, cap",
                    TASK,
                    TIMED + ", 'retry': {'maxAttempts': 3, 'retryOn': ['x', 'timeout'], 'jitter': true},"
                            + " 'backoff': {'mode': 'exponential', 'base': 1, 'cap': 9}",
                    "",
                    "policy retry"),
            new Said(
                    "Backoff of parts of a second",
                    TASK,
                    TIMED + ", 'retry': {'maxAttempts': 3, 'retryOn': '*'}, 'backoff': {'mode': 'fixed', 'base': 0.5}",
                    "",
                    "policy retry"),
            new Said("Catches", TASK, TIMED + ", 'catch': {'onError': '*', 'handlerNode': 'z'}", "", "policy catch"),
            new Said("Timeout in whole seconds", TASK, TIMED, "", "policy timeout"),
            new Said("Timeout in parts of a second", TASK, "'timeout': {'seconds': 0.5}", "", "policy timeout"),
            new Said("Deadline", TASK, "'timeout': {'deadline': '2030-01-01T00:00:00Z'}", "", "policy timeout"),
            new Said(
                    "Idempotency key",
                    TASK,
                    TIMED + ", 'idempotencyKey': {'template': 'k-{run}'}",
                    "",
                    "policy idempotencyKey"),
            new Said(
                    "Compensation",
                    TASK,
                    TIMED
                            + ", 'idempotencyKey': {'template': 'k-{run}'}, 'compensation': {'handlerNode': 'z', 'safeReinvoke': true}",
                    "",
                    "policy compensation"),
            new Said("Loop guards", TASK, TIMED + ", 'loopGuards': {'maxIters': 4}", "", "policy loopGuards"));

    private static final List<List<String>> MACHINE = List.of(
            List.of(
                    "Pass with `Result`, `InputPath`, `ResultPath`, `Parameters`",
                    "'Type': 'Pass', 'InputPath': '$.a', 'Parameters': {'b.$': 'States.UUID()'}, 'ResultPath': '$.c', 'End': true"),
            List.of(
                    "`Assign`, `Output` and `QueryLanguage`",
                    "'Type': 'Pass', 'QueryLanguage': 'JSONata', 'Assign': {'v': 1}, 'Output': '{% $states.input.a %}', 'End': true"),
            List.of(
                    "Task with `Resource`, `Credentials`, `HeartbeatSeconds`, `Comment`",
                    "'Type': 'Task', 'Resource': 'r', 'Credentials': {'RoleArn': 'x'}, 'HeartbeatSeconds': 3, 'Comment': 'c', 'End': true"),
            List.of(
                    "`Retry` with all its fields, `Catch` with `ResultPath`",
                    "'Type': 'Task', 'Resource': 'r', 'Retry': [{'ErrorEquals': ['States.ALL'], 'IntervalSeconds': 2, 'MaxAttempts': 0,"
                            + " 'BackoffRate': 1.5, 'MaxDelaySeconds': 9, 'JitterStrategy': 'FULL'}],"
                            + " 'Catch': [{'ErrorEquals': ['E'], 'Next': 'z', 'ResultPath': '$.e'}], 'Next': 'z'"),
            List.of("Wait by `Seconds`, `Timestamp` or a path", "'Type': 'Wait', 'SecondsPath': '$.s', 'End': true"),
            List.of(
                    "Choice: comparisons, `And`, `Or`, `Not`, tests",
                    "'Type': 'Choice', 'Choices': [{'And': [{'Variable': '$.a', 'StringMatches': 'x*'}, {'Not': {'Variable': '$.b', 'IsNull': true}}],"
                            + " 'Next': 'z'}], 'Default': 'z'"),
            List.of(
                    "Choice: paths into the context object and variables",
                    "'Type': 'Choice', 'Choices': [{'Variable': '$$.Execution.Id', 'StringEquals': 'x', 'Next': 'z'}]"),
            List.of(
                    "Choice: conditions in JSONata, comparisons and `$not`, `$exists`",
                    "'Type': 'Choice', 'QueryLanguage': 'JSONata', 'Choices': [{'Condition': '{% $not($states.input.a = 1) %}', 'Next': 'z'}]"),
            List.of(
                    "Choice: all else of JSONata",
                    "'Type': 'Choice', 'QueryLanguage': 'JSONata', 'Choices': [{'Condition': '{% $sum($states.input.a) > 1 %}', 'Next': 'z'}]"),
            List.of(
                    "Map with `ItemProcessor` or `Iterator`, `ItemsPath`, `MaxConcurrency`",
                    "'Type': 'Map', 'ItemsPath': '$.a', 'MaxConcurrency': 2, 'ItemProcessor': {'ProcessorConfig': {'Mode': 'INLINE'},"
                            + " 'StartAt': 'i', 'States': {'i': {'Type': 'Succeed'}}}, 'End': true"),
            List.of(
                    "Distributed map: `ItemReader`, `ItemBatcher`, `ResultWriter`",
                    "'Type': 'Map', 'ItemReader': {'Resource': 'r'}, 'ItemBatcher': {'MaxItemsPerBatch': 2}, 'ItemProcessor': {"
                            + "'StartAt': 'i', 'States': {'i': {'Type': 'Succeed'}}}, 'End': true"),
            List.of(
                    "Parallel",
                    "'Type': 'Parallel', 'Branches': [{'StartAt': 'i', 'States': {'i': {'Type': 'Succeed'}}}], 'End': true"),
            List.of("Fail with `Error`, `Cause` and their paths", "'Type': 'Fail', 'ErrorPath': '$.e', 'Cause': 'c'"));

    private static Json json(String text) {
        return JsonReader.parse(text.replace("\\'", "\u0001").replace('\'', '"').replace("\u0001", "'"));
    }

    private static Json document(Said said) {
        String edge = said.edge().contains("kind")
                ? said.edge()
                : "'kind': 'sequence'" + (said.edge().isEmpty() ? "" : ", " + said.edge());
        Json document = json("{'name': 'm', 'nodes': [{'id': 'a', " + said.node()
                + ", 'policyRef': 'p'}, {'id': 'z', 'type': 'succeed'}]," + " 'edges': [{'from': 'a', 'to': 'z', "
                + edge + "}], 'policies': {'p': {" + said.policy() + "}, 'default': {}}}");
        assertThat(WorkflowChecker.check(document).errors()).as(said.what()).isEmpty();
        return document;
    }

    private static String inMachine(Said said) {
        Json document = document(said);
        AslExport.Result out =
                AslExport.write(Workflow.read(document).workflow().orElseThrow());
        assertThat(out.unsupported().isEmpty()).isEqualTo(out.machine().isPresent());
        return out.machine()
                .map(machine -> where(
                        said,
                        document,
                        AslImport.read(machine, "m"),
                        AslImport.read(machine.without("Comment"), "m"),
                        "the comment"))
                .orElse(REFUSED);
    }

    private static String inArgo(Said said) {
        Json document = document(said);
        ArgoExport.Result out =
                ArgoExport.write(Workflow.read(document).workflow().orElseThrow());
        assertThat(out.unsupported().isEmpty()).isEqualTo(out.document().isPresent());
        return out.document()
                .map(written -> where(
                        said,
                        document,
                        ArgoImport.read(written, "m"),
                        ArgoImport.read(ArgoDocuments.bare(written), "m"),
                        "an annotation"))
                .orElse(REFUSED);
    }

    /** @param apart where it stands if what the fields alone say is not all */
    private static String where(Said said, Json document, Imported read, Imported fields, String apart) {
        JsonObject whole = read.workflow().orElseThrow();
        JsonObject alone = fields.workflow().orElseThrow();
        Json wanted = probe(document, said.probe());
        assertThat(probe(whole, said.probe())).as(said.what()).isEqualTo(wanted);
        return probe(alone, said.probe()).equals(wanted) ? "fields" : apart;
    }

    private static Json probe(Json document, String probe) {
        JsonPlace node = Carrier.nodes(JsonPlace.of(document)).get("a");
        if (probe.startsWith("policy ")) {
            Json policy = JsonPlace.of(document)
                    .into("policies")
                    .into(node.text("policyRef").orElse("default"))
                    .value();
            return JsonPlace.of(PolicyForm.of(policy)).into(probe.substring(7)).value();
        }
        return probe.equals("edges")
                ? JsonPlace.of(document).into("edges").value()
                : node.into(probe).value();
    }

    private static String back(String state) {
        Json machine = json("{'StartAt': 'a', 'States': {'a': {" + state + "}"
                + (state.contains("'z'") ? ", 'z': {'Type': 'Succeed'}" : "") + "}}");
        Imported read = AslImport.read(machine, "m");
        assertThat(read.errors()).as(state).isEmpty();
        if (read.workflow().isEmpty()) {
            return REFUSED;
        }
        assertThat(WorkflowChecker.check(read.workflow().get()).errors())
                .as(state)
                .isEmpty();
        AslExport.Result out =
                AslExport.write(Workflow.read(read.workflow().get()).workflow().orElseThrow());
        return out.machine().filter(machine::equals).isPresent()
                ? "read, comes back equal"
                : "read, comes back otherwise";
    }

    @Test
    void matrix_isThatOfThePage() throws IOException {
        List<String> lines = new ArrayList<>(List.of("| Workflow | In the state machine | In Argo |", "|---|---|---|"));
        WORKFLOW.forEach(said -> lines.add("| " + said.what() + " | " + inMachine(said) + " | " + inArgo(said) + " |"));
        lines.addAll(List.of("", "| State machine | As a workflow |", "|---|---|"));
        MACHINE.forEach(row -> lines.add("| " + row.get(0) + " | " + back(row.get(1)) + " |"));
        String matrix = String.join("\n", lines) + "\n";
        Files.writeString(MADE, matrix);

        assertThat(Files.readString(PAGE))
                .as("docs/alas.md; its matrix should be what is in workflow/" + MADE)
                .contains("\n\n" + matrix + "\n");
    }
}
