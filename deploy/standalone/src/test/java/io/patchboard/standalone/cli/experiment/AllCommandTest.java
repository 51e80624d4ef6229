package io.patchboard.standalone.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.standalone.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllCommandTest {

    private static final List<String> FOLDERS = List.of("compare", "sweep", "each", "ablations", "hotpotqa", "faults");

    /** One command has each experiment run, and says so at each table; what is there already is not run again. */
    @Test
    @Tag("long")
    void quick_makesThePage_ofAllExperiments(@TempDir Path dir) throws Exception {
        Cli all = Cli.run("experiment", "all", "--quick", "--out", dir.toString());
        assertThat(all.exitCode()).as(all.toString()).isZero();
        assertThat(all.lines())
                .contains("patchboard experiment hotpotqa --seed 1 --quick --rates 0,0.05,0.1 --out "
                        + dir.resolve("hotpotqa"));
        String page = Files.readString(dir.resolve("report.md"));
        for (String folder : FOLDERS) {
            assertThat(page).contains("## Results: " + folder + "\n");
            assertThat(dir.resolve(folder).resolve("run.json")).content().contains("\"commit\"");
        }
        assertThat(page)
                .contains(
                        "| generated |",
                        "| tokens-1k |",
                        "| evidence-gate |",
                        "| unauthorized-write | patchboard | 20 |");
        long episodes = lines(dir);

        Cli again = Cli.run("experiment", "all", "--quick", "--out", dir.toString());
        assertThat(again.exitCode()).as(again.toString()).isZero();
        assertThat(lines(dir)).isEqualTo(episodes);
        assertThat(dir.resolve("report.md")).hasContent(page);
    }

    @Test
    void aCommandThatFails_endsIt(@TempDir Path dir) {
        Cli failed = Cli.run("experiment", "all", "--quick", "--out", dir.toString(), "--alfworld", dir.toString());
        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.err()).contains("games.jsonl");
        assertThat(dir.resolve("report.md")).doesNotExist();
    }

    private static long lines(Path dir) throws Exception {
        try (Stream<Path> files = Files.walk(dir)) {
            long lines = 0;
            for (Path file :
                    files.filter(each -> each.endsWith("episodes.jsonl")).toList()) {
                lines += Files.readAllLines(file).size();
            }
            return lines;
        }
    }
}
