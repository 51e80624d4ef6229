package io.patchboard.standalone.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.llm.ChatPrompt;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.gateway.llm.scripted.ChatRequest;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.trials.model.Rates;
import io.patchboard.trials.model.SimulatedModel;
import io.patchboard.trials.model.TokenCounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("long")
class EpisodesTest {

    private static Cli run(String... more) {
        List<String> command = new ArrayList<>(List.of("experiment", "alfworld", "--quick"));
        command.addAll(List.of(more));
        return Cli.run(command.toArray(String[]::new));
    }

    @Test
    void arms_table_saysThatNoModelWasUsed_andLinesCanBeResumed(@TempDir Path dir) throws Exception {
        String[] asked = {"--arms", "patchboard,plain", "--rates", "0,0.1", "--out", dir.toString()};
        Cli first = run(asked);
        assertThat(first.exitCode()).as(first.toString()).isZero();
        assertThat(first.lines().stream().filter(line -> line.startsWith("Model: ")))
                .hasSize(2)
                .allMatch(line -> line.contains("No language model was used"));
        assertThat(first.lines()).anyMatch(line -> line.matches("plain +6 +\\d.*"));
        Path episodes = dir.resolve("episodes.jsonl");
        List<String> lines = Files.readAllLines(episodes);
        assertThat(lines).hasSize(24).allMatch(line -> line.contains("\"seed\":1"));

        Files.writeString(episodes, String.join("\n", lines.subList(0, 7)) + "\n{\"arm\":\"pla");
        Cli again = run(asked);
        assertThat(again.out()).isEqualTo(first.out());
        assertThat(Files.readAllLines(episodes)).isEqualTo(lines);

        Path page = dir.resolve("page");
        Cli reported = Cli.run("experiment", "report", dir.toString(), "-o", page.toString());
        assertThat(reported.exitCode()).as(reported.toString()).isZero();
        assertThat(page.resolve("report.html")).content().contains("No language model was used", "six games", "commit");
        assertThat(page.resolve("report.md")).content().contains("| plain | 6 |", "none, simulated");

        Cli other = run("--steps", "5", "--out", dir.toString());
        assertThat(other.exitCode()).isEqualTo(1);
        assertThat(other.err()).contains("Choose another folder");
    }

    @Test
    void whatAnotherCommitPlayed_countsToo_andIsSaid(@TempDir Path dir) throws Exception {
        String[] asked = {"--arms", "plain,plain", "--rates", "0,0.0", "--out", dir.toString()};
        assertThat(run(asked).err()).doesNotContain("another commit");
        Path run = dir.resolve("run.json");
        JsonObject written = (JsonObject) JsonReader.parse(Files.readString(run));
        Files.writeString(run, JsonWriter.compact(written.with("commit", Json.of("0123"))));

        assertThat(run(asked).err()).contains("played by another commit");
        assertThat(Files.readAllLines(dir.resolve("episodes.jsonl"))).hasSize(6); // what is named twice is played once
    }

    /** Another seed is other luck, and seeds are numbered from it. */
    @Test
    void seed_isTheFirstOfAll() {
        String[] asked = {"--arms", "plain", "--rates", "0.1", "--seeds", "2", "--json"};
        String first = run(asked).out();
        List<String> later = new ArrayList<>(List.of(asked));
        later.addAll(List.of("--seed", "7"));
        Cli other = run(later.toArray(String[]::new));
        assertThat(other.exitCode()).as(other.toString()).isZero();
        assertThat(other.out()).isNotEqualTo(first);
        assertThat(run(later.toArray(String[]::new)).out()).isEqualTo(other.out());
    }

    @ParameterizedTest
    @CsvSource({
        "--arms, nobody, patchboard",
        "--mistakes, nothing, overlook",
        "--rates, 2, from 0 to 1",
        "--seeds, 0, from 1",
        "--steps, 101, from 1 to 100",
        "--concurrency, 0, from 1"
    })
    void whatCannotBeDone_isSaid(String option, String value, String expected) {
        Cli refused = run(option, value);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).contains(expected);
    }

    @Test
    void report_ofNothing_saysWhatWasExpected(@TempDir Path dir) throws Exception {
        Cli nothing = Cli.run("experiment", "report", dir.toString());
        assertThat(nothing.exitCode()).isEqualTo(1);
        assertThat(nothing.err()).contains("--out");
        Files.writeString(dir.resolve("run.json"), "{}");
        Files.writeString(dir.resolve("episodes.jsonl"), "{\"arm\":7}\n");
        assertThat(Cli.run("experiment", "report", dir.toString()).err()).contains("line 1");
    }

    /** What stands behind the endpoint is the simulated model, so the run has to come to the same. */
    @Test
    void model_isAskedOverChatCompletions_withTheSamePrompts(@TempDir Path dir) throws Exception {
        LanguageModel behind = new SimulatedModel(Rates.all(0), 1, "any", new TokenCounts());
        try (ScriptedChatServer server = ScriptedChatServer.start().otherwise(request -> answer(behind, request))) {
            Cli played = run(
                    "--arms",
                    "patchboard,generated,structured",
                    "--model",
                    "openai/scripted",
                    "--base-url",
                    server.baseUrl(),
                    "--out",
                    dir.toString());
            assertThat(played.exitCode()).as(played.toString()).isZero();
            assertThat(dir.resolve("run.json")).content().contains("\"time\": \"PT1M\"");
            assertThat(played.out()).contains("language model").doesNotContain("No language model");
            assertThat(server.requests())
                    .isNotEmpty()
                    .allMatch(request -> request.text().contains("\"temperature\":0"));
        }
        List<String> simulated = run("--arms", "patchboard,generated,structured", "--rates", "0", "--json")
                .lines();
        List<String> real = Files.readAllLines(dir.resolve("episodes.jsonl"));
        assertThat(real).hasSize(18);
        assertThat(real.stream().filter(line -> line.contains("\"architect\""))).hasSize(6);
        assertThat(real.stream()
                                .filter(line -> line.contains("\"reached\":true"))
                                .count()
                        / 18.0)
                .isEqualTo(successOf(simulated), org.assertj.core.data.Offset.offset(0.001));
    }

    @Test
    void model_thatCannotBeReached_endsTheRun() {
        Cli refused = run("--model", "openai/nobody", "--base-url", "http://127.0.0.1:9/v1", "--arms", "patchboard");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).contains("nobody", "run it again");
    }

    private static double successOf(List<String> rows) {
        return rows.stream()
                .mapToDouble(row -> Double.parseDouble(row.replaceAll(".*\"success\":\\{\"value\":([0-9.]+).*", "$1")))
                .average()
                .orElseThrow();
    }

    private static Reply answer(LanguageModel model, ChatRequest request) {
        try {
            return Reply.text(
                    model.chat(ChatPrompt.of(request.system(), request.user()), Instant.MAX)
                            .text(),
                    1000,
                    10);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
