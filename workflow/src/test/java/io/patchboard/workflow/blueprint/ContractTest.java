package io.patchboard.workflow.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Problem;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.check.Workflows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The typed operations of planning (3.7): what the kernel checks of them, and what a repair may touch. */
class ContractTest {

    private static final String LOOP = """
            name: loop
            start: plan
            nodes:
              - {id: plan, type: task, role: planner}
              - {id: validate, type: task, role: validator}
              - {id: valid, type: choice, policyRef: rounds}
              - {id: repair, type: task, role: repair}
              - id: optimize
                type: task
                role: optimizer
                io: {requires: input.makespan > 0, ensures: output.makespan <= input.makespan}
            edges:
              - {from: plan, to: validate, kind: sequence, repairable: time}
              - {from: validate, to: valid, kind: sequence}
              - {from: valid, to: optimize, kind: branch, guard: input.go}
              - {from: valid, to: repair, kind: branch, guard: "true"}
              - {from: repair, to: validate, kind: sequence, repairable: order}
            policies:
              default: {timeout: {seconds: 30}, retry: {maxAttempts: 3}, backoff: {mode: fixed, base: 1}}
              rounds: {loopGuards: {maxIters: 5}}
            """;

    private static final String BAD = "{\"valid\": false, \"errors\": [\"late\"], \"go\": false, \"makespan\": 9}";
    private static final String GOOD = "{\"valid\": true, \"errors\": [], \"go\": true, \"makespan\": 8}";

    private static BlueprintExport.Result written(String workflow) {
        WorkflowChecker.Result checked = WorkflowChecker.check(Workflows.yaml(workflow));
        assertThat(checked.errors()).isEmpty();
        return BlueprintExport.write(checked.workflow().orElseThrow());
    }

    /** @param answers of each node, one after the other; the last serves for all that follow */
    private static BoardTree run(Map<String, List<String>> answers) {
        Map<String, Integer> asked = new HashMap<>();
        return BoardTree.run(
                written(LOOP),
                JsonObject.EMPTY,
                (invoked, item) -> {
                    List<String> all = answers.getOrDefault(invoked.worker(), List.of("{}"));
                    int turn = asked.merge(invoked.worker(), 1, Integer::sum) - 1;
                    return JsonReader.parse(all.get(Math.min(turn, all.size() - 1)));
                },
                1);
    }

    private static List<String> rejectedBy(BoardTree tree) {
        return tree.log().stream()
                .map(LogEntry::event)
                .filter(PatchRejected.class::isInstance)
                .map(entry -> ((PatchRejected) entry).rejection().rule().orElse("?"))
                .toList();
    }

    private static final String HANDED_ON = """
            name: chain
            start: first
            nodes:
              - {id: first, type: wait, params: {seconds: 5}}
              - {id: a, type: task, io: {input: {type: object, required: [order]}}}
              - {id: pause, type: wait, params: {seconds: 5}}
              - {id: b, type: task, io: {input: {type: object, required: [id]}}}
            edges:
              - {from: first, to: a, kind: sequence}
              - {from: a, to: pause, kind: sequence}
              - {from: pause, to: b, kind: sequence}
            policies:
              default: {timeout: {seconds: 30}, retry: {maxAttempts: 3}, backoff: {mode: fixed, base: 1}}
            """;

    /** What the check leaves undecided, since a node says nothing of its output. */
    @Test
    void whatTheNextOneDoesNotTake_isRejected_andToldToWhoHandsItOn() {
        List<String> answers = new ArrayList<>(List.of("{}", "{\"id\": 1}", "{\"done\": true}"));
        BoardTree tree = BoardTree.run(
                written(HANDED_ON),
                JsonReader.parse("{\"order\": 7}"),
                (invoked, item) -> JsonReader.parse(answers.removeFirst()),
                1);

        assertThat(tree.result()).isEqualTo(JsonReader.parse("{\"done\": true}"));
        assertThat(rejectedBy(tree)).hasSize(1);

        BoardTree without = BoardTree.run(written(HANDED_ON), JsonObject.EMPTY, (invoked, item) -> item, 1);
        assertThat(without.log().getLast().event()).isInstanceOf(CommandRejected.class);
    }

    @Test
    void operations_thatKeepTheirContracts_comeToTheEnd() {
        BoardTree tree = run(Map.of("validate", List.of(BAD, GOOD), "optimize", List.of("{\"makespan\": 7}")));

        assertThat(rejectedBy(tree)).isEmpty();
        assertThat(tree.result()).isEqualTo(JsonReader.parse("{\"makespan\": 7}"));
    }

    @Test
    void verdict_thatContradictsItself_isRejected() {
        BoardTree tree = run(Map.of(
                "validate",
                List.of("{\"valid\": true, \"errors\": [\"late\"], \"go\": true, \"makespan\": 8}", GOOD),
                "optimize",
                List.of("{\"makespan\": 8}")));

        assertThat(rejectedBy(tree)).containsExactly("validate.verdict");
    }

    @Test
    void optimizer_isNotAskedForAPlanThatIsNotValid() {
        BoardTree tree = run(Map.of(
                "validate",
                List.of(BAD.replace("\"go\": false", "\"go\": true"), GOOD),
                "optimize",
                List.of("{\"makespan\": 8}")));

        assertThat(rejectedBy(tree)).containsExactly("optimize.requires");
    }

    @Test
    void precondition_ofItsOwn_bindsWhoHandsOn() {
        BoardTree tree = run(
                Map.of("validate", List.of(GOOD.replace("8}", "0}"), GOOD), "optimize", List.of("{\"makespan\": 8}")));

        assertThat(rejectedBy(tree)).containsExactly("optimize.requires");
    }

    @Test
    void optimizer_thatMakesThePlanLonger_isRejected() {
        BoardTree tree =
                run(Map.of("validate", List.of(GOOD), "optimize", List.of("{\"makespan\": 9}", "{\"makespan\": 8}")));

        assertThat(rejectedBy(tree)).containsExactly("optimize.ensures");
        assertThat(tree.result()).isEqualTo(JsonReader.parse("{\"makespan\": 8}"));
    }

    @Test
    void validator_isHeldApartFromThePlanner() {
        JsonPlace validator = JsonPlace.of(written(LOOP).blueprint().orElseThrow())
                .into("workers")
                .into("validate");

        assertThat(validator.text("validates")).contains("plan");
        assertThat(validator.items("read"))
                .extracting(place -> place.text().orElseThrow())
                .containsExactly("/outputs/plan/*", "/outputs/repair/*");
    }

    /** What the plan's edge and that of an earlier repair lead to, and its own output; never the verdict. */
    @Test
    void repair_mayReplaceWhatRepairableEdgesLeadTo() {
        JsonPlace repair = JsonPlace.of(written(LOOP).blueprint().orElseThrow())
                .into("workers")
                .into("repair");

        assertThat(repair.items("write"))
                .extracting(grant -> grant.into("op").items().get(0).text().orElseThrow() + " "
                        + grant.text("path").orElseThrow())
                .containsExactly("add /outputs/repair/-", "replace /outputs/plan/*");
        assertThat(repair.has("neighbourhood")).isTrue();
        assertThat(JsonPlace.of(written(LOOP.replace(", repairable: time", "").replace(", repairable: order", ""))
                                .blueprint()
                                .orElseThrow())
                        .has("neighbourhoods"))
                .isFalse();
    }

    @Test
    void postconditions_overAnInputThatIsNotKnown_areNamed() {
        String twoWays = LOOP.replace(
                "{id: validate, type: task, role: validator}",
                "{id: validate, type: task, role: validator, io: {ensures: size(input) == size(output)}}");

        assertThat(written(twoWays).unsupported()).extracting(Problem::pointer).containsExactly("/nodes/1/io/ensures");
    }

    @Test
    void contracts_areChecked() {
        String wrong = LOOP.replace("requires: input.makespan > 0", "requires: output.makespan > 0")
                .replace(
                        "{id: valid, type: choice, policyRef: rounds}",
                        "{id: valid, type: choice, policyRef: rounds, io: {ensures: 'true'}}")
                .replace("role: validator}", "role: validator, io: {output: {type: object}}}");

        assertThat(WorkflowChecker.check(Workflows.yaml(wrong)).errors())
                .extracting(Problem::pointer)
                .contains("/nodes/1/io/output", "/nodes/2/io/ensures", "/nodes/4/io/requires");
    }
}
