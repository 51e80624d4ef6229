package io.patchboard.standalone.preset;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.blueprints.preset.Preset;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.cli.base.ExitCodes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each preset brings a scenario of what it promises, which holds, and which fails where the promise is taken away. */
final class PresetScenariosTest {

    @TempDir
    Path dir;

    private void isAsExpected(String... preset) {
        List<String> command = new ArrayList<>(List.of("preset"));
        command.addAll(List.of(preset));
        command.addAll(List.of("-o", dir.toString()));
        Cli written = Cli.run(command.toArray(String[]::new));
        assertThat(written.exitCode()).as(written.toString()).isZero();
        assertThat(written.out()).contains("patchboard test " + dir);

        Cli played = Cli.run("test", dir.toString());
        assertThat(played.exitCode()).as(played.toString()).isZero();
        assertThat(played.out()).contains("1 scenario, all as expected");
    }

    @ParameterizedTest
    @EnumSource
    void ofATemplate_isAsExpected_andNoMoreWithoutInvariantsAndContracts(Preset preset) throws Exception {
        isAsExpected(preset.id());
        Path blueprint = dir.resolve("blueprint.yaml");
        String text = Files.readString(blueprint);
        Files.writeString(
                blueprint,
                text.replaceAll("(?s)\ninvariants:.*?\npolicies:", "\npolicies:")
                        .replaceAll(
                                "write: \\[\\{op: \\[[a-z]+\\], path: [^}]*\\}\\]",
                                "write: [{op: [add, replace, copy], path: /**}]")
                        .replaceAll(
                                "(?s)write:\n.*?patch:", "write: [{op: [add, replace, copy], path: /**}]\n    patch:"));

        Cli played = Cli.run("test", dir.toString());
        assertThat(played.exitCode()).as(played.toString()).isEqualTo(ExitCodes.CHECK_FAILED);
        assertThat(played.out()).contains("Expected a rejection");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a,b", "a,b --coordinator boss --decider d", "a --coordinator a --no-strict --max-rounds 200"})
    void ofABlackboard_isAsExpected(String team) throws Exception {
        List<String> command = new ArrayList<>(List.of("blackboard", "--agents"));
        command.addAll(List.of(team.split(" ")));
        isAsExpected(command.toArray(String[]::new));

        assertThat(dir.resolve("completes.scenario.json")).content().contains("(demo)", "completed");
    }
}
