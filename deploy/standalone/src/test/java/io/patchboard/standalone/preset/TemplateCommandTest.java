package io.patchboard.standalone.preset;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.llm.scripted.ChatRequest;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.json.Json;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands that write templates, and that what they write runs. */
@Tag("long")
final class TemplateCommandTest {

    private static AllInOne patchboard;

    @TempDir
    Path dir;

    @BeforeAll
    static void start(@TempDir Path data) {
        patchboard = AllInOne.start(AllInOneConfig.on(data));
    }

    @AfterAll
    static void stop() {
        patchboard.close();
    }

    /** The team, on the cluster that all tests share. */
    private Cli runTeam(String... settings) {
        List<String> command = new ArrayList<>(List.of(
                "run",
                dir.resolve("team").toString(),
                "--bootstrap-server",
                patchboard.connection().bootstrapServers()));
        for (String setting : settings) {
            command.addAll(List.of("--set", setting));
        }
        return Cli.run(command.toArray(String[]::new));
    }

    private Cli write(String preset, String... more) {
        List<String> all = new ArrayList<>(
                List.of("preset", preset, "-o", dir.resolve("team").toString()));
        all.addAll(List.of(more));
        return Cli.run(all.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "generator-judge | task=t | rubric=r | \"(demo) draft 2 of: t\"",
                "critics | document=d | | \"summary\":\"(demo) 3 critiques\"",
                "debate | motion=m | | \"(demo) 4 speeches about: m\"",
                "chain | document=d | | \"(demo) All: 1 facts\"",
                "parallel | task=t | pieces=[{\"text\": \"a\"}, {\"text\": \"b\"}] | \"text\":\"(demo) 2 of 2 pieces\"",
                "orchestrator | goal=g | | \"(demo) 3 reports\"",
                "loop | task=t | | \"(demo) work 2 on: t\""
            })
    void demoWorkers_runAtOnce(String preset, String first, String second, String result) {
        assertThat(write(preset).exitCode()).isZero();

        Cli run = second == null ? runTeam(first) : runTeam(first, second);

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.json().toString()).contains(result);
    }

    /** What a model gets to read suffices to do its part, and no generator's prompt has the rubric. */
    @Test
    void model_makesItReal() throws IOException {
        List<String> generators = new ArrayList<>();
        try (ScriptedChatServer server = ScriptedChatServer.start()) {
            server.otherwise(request -> {
                if (!request.system().contains("Grade the latest draft")) {
                    synchronized (generators) {
                        generators.add(request.system() + request.user());
                    }
                }
                return Reply.text(reply(request));
            });
            assertThat(write("generator-judge", "--model", "openai/m", "--base-url", server.baseUrl())
                            .exitCode())
                    .isZero();
            assertThat(dir.resolve("team/demo.py")).doesNotExist();

            Cli run = runTeam("task=t", "rubric=THE SECRET RUBRIC");

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.json()).isEqualTo(Json.of("a draft"));
        }
        assertThat(generators)
                .isNotEmpty()
                .allSatisfy(prompt -> assertThat(prompt).doesNotContain("SECRET"));
    }

    private static String reply(ChatRequest request) {
        if (!request.system().contains("Grade the latest draft")) {
            return "{\"patch\": [{\"op\": \"add\", \"path\": \"/drafts/-\", \"value\": \"a draft\"}]}";
        }
        return request.user().contains("THE SECRET RUBRIC")
                ? "{\"patch\": [{\"op\": \"add\", \"path\": \"/verdicts/-\", \"value\": {\"verdict\": \"accept\", \"score\": 90,"
                        + " \"feedback\": []}}, {\"op\": \"copy\", \"from\": \"/drafts/0\", \"path\": \"/best\"}]}"
                : "no rubric";
    }

    @Test
    void wrongModels_areRefused_andNothingIsWritten() throws IOException {
        assertThat(write("debate", "--model", "gpt").err()).startsWith("Expected PROVIDER/MODEL");
        assertThat(write("debate", "--model", "other/m").err()).startsWith("Expected PROVIDER/MODEL");
        assertThat(write("debate", "--model", "openai/").exitCode()).isEqualTo(1);
        assertThat(write("debate", "--base-url", "http://localhost:1").err()).startsWith("Expected --model");
        assertThat(dir.resolve("team")).doesNotExist();

        assertThat(write("debate").exitCode()).isZero();
        Files.writeString(dir.resolve("team/demo.py"), "mine");
        assertThat(write("debate").err()).contains("already there", "--force");
        assertThat(dir.resolve("team/demo.py")).hasContent("mine");
    }
}
