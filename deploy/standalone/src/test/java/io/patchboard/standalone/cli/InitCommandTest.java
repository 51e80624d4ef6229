package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.standalone.cli.base.ExitCodes;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InitCommandTest {

    @TempDir
    Path dir;

    private String board() {
        return dir.resolve("my-board").toString();
    }

    @Test
    void whatItWrites_runs_isValid_andIsTested() throws Exception {
        Cli written = Cli.run("init", board());
        assertThat(written.exitCode()).as(written.toString()).isZero();
        assertThat(written.out()).contains("patchboard run " + board(), "patchboard test " + board());

        Cli run = Cli.run("run", board());
        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.out()).contains("Kafka keeps the log");
        assertThat(Cli.run("test", board()).out()).contains("2 scenarios, all as expected");
        Cli valid = Cli.run("blueprint", "validate", board() + "/blueprint.yaml");
        assertThat(valid.exitCode()).as(valid.toString()).isZero();

        assertThat(Files.readString(dir.resolve("my-board/blueprint.yaml")))
                .startsWith("# yaml-language-server: $schema=schemas/blueprint.schema.json")
                .contains("name: my-board")
                .doesNotContain("hello-summary");
        assertThat(Files.readString(dir.resolve("my-board/schemas/blueprint.schema.json")))
                .isEqualTo(Cli.run("schema", "blueprint").out());
    }

    @Test
    void filesThatAreThere_stay() throws Exception {
        Path mine = Files.createDirectory(dir.resolve("my-board")).resolve("worker.py");
        Files.writeString(mine, "mine");

        Cli refused = Cli.run("init", board());

        assertThat(refused.exitCode()).isEqualTo(ExitCodes.FAILED);
        assertThat(refused.err()).contains("worker.py, but it is already there.", "--force");
        assertThat(dir.resolve("my-board")).isDirectoryContaining(file -> file.equals(mine));
        assertThat(mine).hasContent("mine");
        assertThat(dir.resolve("my-board/blueprint.yaml")).doesNotExist();
        assertThat(Cli.run("init", board(), "--force").exitCode()).isZero();
        assertThat(mine).content().contains("import json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"My Board", "/", "1st"})
    void nameThatNoBlueprintCanHave_isRefused(String name) {
        Cli refused = Cli.run("init", dir.resolve(name).toString());

        assertThat(refused.exitCode()).isEqualTo(ExitCodes.FAILED);
        assertThat(refused.err()).contains("Expected a folder whose name can be a blueprint's", "but got \"");
    }
}
