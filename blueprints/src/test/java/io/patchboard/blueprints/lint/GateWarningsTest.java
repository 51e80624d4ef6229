package io.patchboard.blueprints.lint;

import static io.patchboard.blueprints.lint.LintedBlueprint.grant;
import static io.patchboard.blueprints.lint.LintedBlueprint.rule;
import static io.patchboard.blueprints.lint.LintedBlueprint.warnings;
import static io.patchboard.blueprints.lint.LintedBlueprint.worker;
import static io.patchboard.blueprints.lint.LintedBlueprint.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gates that let something through that they probably should not. */
class GateWarningsTest {

    private static List<Problem> gated(String grant, String gate) {
        return warnings("state: {schema: true, initial: {amount: 1}}\n"
                + workflow(worker("w", grant), rule("begin", "{event: created}", "w"))
                + "gates: [{name: g, " + gate + "}]\n");
    }

    @ParameterizedTest
    @CsvSource({
        "remove, /amount, /amount, true",
        "move, /orders/*, /orders/*/amount, true",
        "remove, /**, /amount, true",
        "remove, /orders/1, /orders/**, true",
        "add, /amount, /amount, false",
        "replace, /amount, /amount, false",
        "remove, /other, /amount, false",
        "remove, /orders/1, /orders, false",
    })
    void gateOnReplacementsAlone_isWarnedOf_whereAWorkerMayRemoveAndAdd(
            String operation, String path, String gated, boolean warned) {
        List<Problem> found = gated(grant(operation, path), "on: {op: [replace], path: '" + gated + "'}");

        assertThat(found).extracting(Problem::pointer).isEqualTo(warned ? List.of("/gates/0/on/op") : List.of());
    }

    @ParameterizedTest
    @CsvSource({"'op: [add, remove, replace], '", "'op: [add, replace], '", "'op: [replace, remove], '", "''"})
    void gateThatSeesTheRemovalOrTheAddition_isNot(String kinds) {
        assertThat(gated(grant("remove", "/amount"), "on: {" + kinds + "path: /amount}"))
                .isEmpty();
    }

    @Test
    void gateOnAnotherWorker_isNot() {
        assertThat(warnings("state: {schema: true, initial: {amount: 1}}\n"
                        + workflow(
                                worker("w", grant("remove", "/amount")) + worker("v", grant("replace", "/amount")),
                                rule("begin", "{event: created}", "w") + rule("go", "{event: created}", "v"))
                        + "gates: [{name: g, worker: v, on: {op: [replace], path: /amount}}]\n"))
                .isEmpty();
    }

    @Test
    void oneApproverAlone_isWarnedOf_unlessSomebodyDecidesAfterHim() {
        assertThat(gated(grant("add", "/amount"), "approvers: [ada], on: {path: /amount}"))
                .extracting(Problem::pointer)
                .containsExactly("/gates/0/approvers");
        assertThat(gated(grant("add", "/amount"), "approvers: [ada], escalateTo: [boss], on: {path: /amount}"))
                .isEmpty();
    }
}
