package io.patchboard.standalone.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.llm.ChatPrompt;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.gateway.llm.scripted.ChatRequest;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.trials.model.BaselineModel;
import io.patchboard.trials.model.Rates;
import io.patchboard.trials.model.TokenCounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HotpotqaCommandTest {

    @Test
    void arms_table_saysThatNoModelWasUsed_andMakesAReport(@TempDir Path dir) throws Exception {
        Cli played = Cli.run("experiment", "hotpotqa", "--quick", "--rates", "0,0.1", "--out", dir.toString());
        assertThat(played.exitCode()).as(played.toString()).isZero();
        assertThat(played.lines().stream().filter(line -> line.startsWith("Model: ")))
                .hasSize(2)
                .allMatch(line -> line.contains("No language model was used") && line.contains("few questions right"));
        assertThat(played.lines())
                .anyMatch(line -> line.matches("ARM +F1, 95 % +UNSUPPORTED.*COVERAGE.*PRECISION.*INVALID.*"))
                .anyMatch(line -> line.matches("evidence-gate +3 .*"));
        assertThat(Files.readAllLines(dir.resolve("episodes.jsonl"))).hasSize(24);

        Cli reported = Cli.run("experiment", "report", dir.toString(), "-o", dir.toString());
        assertThat(reported.exitCode()).as(reported.toString()).isZero();
        assertThat(dir.resolve("report.md"))
                .content()
                .contains("Questions of HotpotQA", "| plain | invalid |", "| unsupported |", "three questions")
                .doesNotContain("Text games");
    }

    /** What stands behind the endpoint is the baseline, so the run has to come to the same. */
    @Test
    void model_isAskedOverChatCompletions() throws Exception {
        LanguageModel behind = new BaselineModel(Rates.all(0), 1, "any", new TokenCounts());
        try (ScriptedChatServer server = ScriptedChatServer.start().otherwise(request -> answer(behind, request))) {
            Cli real = Cli.run(
                    "experiment",
                    "hotpotqa",
                    "--quick",
                    "--json",
                    "--model",
                    "openai/x",
                    "--base-url",
                    server.baseUrl());
            assertThat(real.exitCode()).as(real.toString()).isZero();
            List<String> baseline = Cli.run("experiment", "hotpotqa", "--quick", "--json", "--rates", "0")
                    .lines();
            assertThat(real.lines()).hasSize(4);
            for (int i = 0; i < 4; i++) {
                assertThat(rates(real.lines().get(i))).isEqualTo(rates(baseline.get(i)));
            }
        }
    }

    @Test
    void whatIsNoFileOfQuestions_isSaid(@TempDir Path dir) throws Exception {
        Cli missing =
                Cli.run("experiment", "hotpotqa", "--data", dir.resolve("none").toString());
        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.err()).contains("--data");
        Path file = Files.writeString(dir.resolve("test.json"), "[{\"_id\":\"a\",\"question\":\"Who?\"}]");
        assertThat(Cli.run("experiment", "hotpotqa", "--data", file.toString()).err())
                .contains("example 0", "Test sets");
        assertThat(Cli.run(
                                "experiment",
                                "hotpotqa",
                                "--data",
                                Files.writeString(file, "[]").toString())
                        .err())
                .contains("there are none");
    }

    private static String rates(String row) {
        return row.replaceAll(".*\"rates\":(.*),\"components\".*", "$1");
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
