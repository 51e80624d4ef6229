package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import io.patchboard.standalone.workers.Examples;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of {@code docs/http.md}, run in their order. */
class DocumentedCommandsTest {

    private static final Pattern COMMANDS = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path dir;

    @Test
    void commands_asTheyStandInTheDocument_work() throws Exception {
        Examples.need("jq", "jq", "--version");
        Examples.need("curl (7.82 or newer)", "curl", "--json", "{}", "--version");
        String document = Files.readString(Path.of("../../docs/http.md"));
        List<String> commands = COMMANDS.matcher(document)
                .results()
                .map(MatchResult::group)
                .map(block -> block.substring("```sh\n".length(), block.length() - "```".length()))
                .toList();
        try (AllInOne all = AllInOne.start(AllInOneConfig.on(dir.resolve("data")));
                RunningApi api = new RunningApi(all)) {
            // The first command of a kernel that has just begun may take longer than a request waits for it.
            assertThat(api.createBoard("before", "q-before").status()).isEqualTo(201);
            String script = "set -euo pipefail\n" + String.join("echo; echo ----\n", commands);
            Process bash = new ProcessBuilder("bash", "-c", script.replace("http://localhost:8080", api.url()))
                    .directory(dir.toFile())
                    .redirectErrorStream(true)
                    .start();

            String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(bash.waitFor()).as(output).isZero();
            String[] outputs = output.split("\n----\n");
            assertThat(outputs).as(output).hasSize(commands.size());
            assertThat(outputs[0]).contains("\"boardId\":\"notes-1\"", "\"version\":1");
            assertThat(outputs[1]).contains("\"boardId\":\"plain-1\"");
            assertThat(outputs[2]).contains("\"pointer\"", "\"message\"");
            assertThat(outputs[3]).contains("PatchCommitted", "/notes/0");
            assertThat(outputs[4]).contains("422", "AUTHORIZATION");
            assertThat(outputs[5]).contains("422", "AUTHORIZATION", "\"dryRun\": true");
            assertThat(outputs[6]).contains("\"path\": \"/notes/1\"", "Bread");
            assertThat(outputs[7]).containsPattern("\"[0-9a-f]{64}\"");
            assertThat(outputs[8]).contains("scribe", "leaseUntil");
            assertThat(outputs[9]).contains("leaseUntil");
            assertThat(outputs[10]).contains("PatchCommitted", "Bread");
            assertThat(outputs[11]).contains("BoardPaused", "BoardResumed", "BoardCancelled");
            assertThat(outputs[12]).contains("BoardMarked", "BoardEdited", "BoardRestored", "BoardCreated");
            assertThat(outputs[13]).contains("\"version\":1", "\"boardId\":\"by-name\"", "\"rollouts\":[]");
            assertThat(outputs[14]).contains("{\"items\":[]}", "not-waiting");
            assertThat(outputs[15]).contains("[\"Milk\",\"Bread\"]");
            assertThat(outputs[16]).contains("\"type\":\"image/png\"", "pretend that this is a picture");
            assertThat(outputs[17]).contains("202 Accepted", "\"proposalId\":\"p-async\"");
        }
    }
}
