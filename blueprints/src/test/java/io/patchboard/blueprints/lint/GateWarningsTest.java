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

/** Gates that let something through that they probably should not. */
class GateWarningsTest {

    private static List<Problem> gated(String grant, String gate) {
        return warnings("state: {schema: true, initial: {amount: 1}}\n"
                + workflow(worker("w", grant), rule("begin", "{event: created}", "w"))
                + "gates: [{name: g, " + gate + "}]\n");
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
