package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The running example (docs/household.md), by its command. */
class HouseholdRunTest {

    @Test
    void household_showsBlueprint_mistake_andTokens_andReachesTheGoal() {
        Cli run = Cli.run("run", "../../examples/household");

        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.json().toString()).isEqualTo("{\"reached\":true,\"steps\":12}");
        assertThat(run.err())
                .containsSubsequence(
                        "An architect made this blueprint. It grants:",
                        "worker actor",
                        "writes add at /actions/-",
                        "● board",
                        "/actions/10/status \"inadmissible\"",
                        "+ /hints/0 {refused: \"move apple 1 to diningtable 1\", instead: \"go to diningtable 1\"}",
                        "■ board",
                        "  actor      ",
                        "tokens")
                .containsPattern("  architect +[0-9,]+ tokens")
                .containsPattern("  planner +[0-9,]+ tokens")
                .contains("(none, simulated)");
    }
}
