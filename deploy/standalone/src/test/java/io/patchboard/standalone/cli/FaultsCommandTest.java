package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultsCommandTest {

    @Test
    void json_isOneObjectPerLine_andTheSameForTheSameSeed() {
        Cli cli = Cli.run("faults", "--per-type", "2", "--seed", "3", "--json");

        assertThat(cli.exitCode()).as(cli.err()).isZero();
        List<JsonObject> lines = cli.lines().stream()
                .map(JsonReader::parse)
                .map(JsonObject.class::cast)
                .toList();
        assertThat(lines).hasSize(19);
        assertThat(lines.subList(0, 18))
                .allSatisfy(row -> assertThat(row.names())
                        .containsExactly(
                                "fault", "system", "injected", "count", "rate", "low", "high", "paper", "mildest"))
                .allSatisfy(row -> assertThat(row.get("injected")).contains(Json.of(2)));
        assertThat(lines.get(18).names()).containsExactly("honestRuns", "haltedByMistake");
        assertThat(cli.err()).contains("Injecting 2 faults: invalid-json");
        assertThat(Cli.run("faults", "--per-type", "2", "--seed", "3", "--json").out())
                .isEqualTo(cli.out());
    }

    @Test
    void table_showsEveryRow_besideThePaper() {
        Cli cli = Cli.run("faults", "--per-type", "1");

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.out())
                .contains(
                        "unauthorized-write             patchboard        0/1",
                        "0.81",
                        "0.43",
                        "0.96",
                        "MILDEST",
                        "No language model",
                        "Honest runs: 1");
    }

    @Test
    void circuits_areComparedOnTheSameRuns() {
        Cli cli = Cli.run("faults", "--circuits", "--per-type", "2");
        assertThat(cli.exitCode()).as(cli.err()).isZero();
        assertThat(cli.out()).contains("HONEST HALTED", "default ", "paper, threshold 2", "paper, threshold 4");

        Cli json = Cli.run("faults", "--circuits", "--per-type", "1", "--json");
        assertThat(json.lines()).hasSize(3).first().asString().contains("\"circuit\":\"default\"");
    }

    @ParameterizedTest
    @CsvSource({"--per-type, 0", "--per-type, -3", "--per-type, many", "--seed, x", "--per-type, 100001"})
    void badValue_isOneSentence_andExitCode1(String option, String value) {
        Cli cli = Cli.run("faults", option, value);

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err()).contains(option, value);
    }
}
