package io.patchboard.standalone.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.standalone.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobShopCommandTest {

    @Test
    void samples_arePlanned_mended_andGuarded() {
        Cli planned = Cli.run("experiment", "job-shop", "--only", "five-by-three", "--time", "1s");
        assertThat(planned.exitCode()).as(planned.toString()).isZero();
        assertThat(planned.err()).contains("five-by-three: 19, best known 19");
        assertThat(planned.lines()).hasSize(2).last().asString().startsWith("five");

        Cli mended = Cli.run("experiment", "job-shop", "--only", "five-by-three", "--disrupted", "1", "--json");
        assertThat(mended.exitCode()).as(mended.toString()).isZero();
        assertThat(mended.lines()).hasSize(3).allMatch(line -> line.contains("\"feasible\":true"));

        Cli guarded = Cli.run("experiment", "job-shop", "--only", "five-by-three", "--faults", "1");
        assertThat(guarded.exitCode()).as(guarded.toString()).isZero();
        assertThat(guarded.lines()).hasSize(21).anyMatch(line -> line.contains("invariants alone"));
    }

    @Test
    void input_isThatOfABoard() {
        assertThat(Cli.run("experiment", "job-shop", "--only", "ft06", "--input")
                        .json()
                        .toString())
                .contains("\"M3\":{\"J1\":{\"duration\":1,\"previous\":\"\",\"next\":\"M1\"}");
        assertThat(Cli.run("experiment", "job-shop", "--input").err()).contains("Name one with --only");
    }

    @Test
    void whatIsNoInstance_isSaid(@TempDir Path dir) throws Exception {
        Cli none = Cli.run("experiment", "job-shop", "--data", dir.toString());
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.err()).contains("bounds.csv");
        Files.writeString(dir.resolve("bounds.csv"), "name\nx,1,1,1,1,open,x.txt\n");
        Files.writeString(dir.resolve("x.txt"), "1 1\nzero 1\n");
        assertThat(Cli.run("experiment", "job-shop", "--data", dir.toString()).err())
                .contains("x.txt: Expected numbers with blanks between in line 2");
        assertThat(Cli.run("experiment", "job-shop", "--only", "ft99").err()).contains("\"ft99\"", "ft06");
        for (String option : new String[] {"--disrupted", "--faults"}) {
            assertThat(Cli.run("experiment", "job-shop", option, "0").err())
                    .contains("Expected " + option + " with a number from 1, but got 0");
        }
        for (String time : new String[] {"1.5s", "2h"}) {
            Cli wrong = Cli.run("experiment", "job-shop", "--time", time);
            assertThat(wrong.exitCode()).isEqualTo(1);
            assertThat(wrong.err()).contains("Expected whole seconds, from 1s to 1h, at --time");
        }
    }
}
