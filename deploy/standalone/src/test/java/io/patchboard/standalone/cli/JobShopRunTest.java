package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The example of docs/job-shop.md, by its command: 19 before the breakdown of three units, 22 after. */
class JobShopRunTest {

    @Test
    void jobShop_isPlanned_breaksDown_andIsMendedWhereItBroke() {
        Cli run = Cli.run("run", "../../examples/job-shop");

        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.json().toString())
                .containsSubsequence("\"by\":\"optimizer\",\"makespan\":19", "\"by\":\"repair\",\"makespan\":22");
        assertThat(run.err()).containsSubsequence("/disruptions/0 {machine: \"M1\", from: 4, to: 7", "/accounts 1");
    }

    @Test
    void incidentOnAMachineThatIsNone_isRefusedAtOnce() {
        Cli run = Cli.run(
                "run",
                "../../examples/job-shop",
                "--set",
                "upcoming=[{\"kind\":\"delay\",\"machine\":\"M9\",\"at\":3,\"units\":2}]");

        assertThat(run.exitCode()).as(run.toString()).isNotZero();
        assertThat(run.err()).contains("known-machines", "/upcoming/0");
    }
}
