package io.patchboard.standalone.architect;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.cli.Cli;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What the command shows, asks, writes and runs. */
final class ArchitectCommandTest extends ArchitectRig {

    @Test
    void goodBlueprint_isShownAndWritten_andNotRunWithoutATerminal() {
        server.then(yaml(GOOD));

        Cli cli = architect("--workers", workers());

        assertThat(cli.exitCode()).as(cli.err()).isZero();
        assertThat(dir.resolve("out/blueprint.yaml")).hasContent(GOOD);
        assertThat(cli.out())
                .contains("flowchart LR", "worker greeter, queue default", "writes add at /greeting", "reads  /name")
                .contains("board may use 10 invocations", "0 repairs");
        assertThat(cli.err()).contains("Not run. To run it: patchboard run ");
        assertThat(Cli.run(
                                "blueprint",
                                "validate",
                                dir.resolve("out/blueprint.yaml").toString())
                        .exitCode())
                .isZero();
    }

    @Test
    void whatIsGranted_isShownWhole_howeverMuchItIs() {
        String longest = "/secrets/" + "x".repeat(500) + "/end";
        String reads = Stream.concat(
                        IntStream.range(0, 60).mapToObj(i -> "/harmless/" + i), Stream.of("/secrets/**", longest))
                .map(path -> "{path: \"" + path + "\", unchecked: true}")
                .collect(Collectors.joining(", "));
        server.then(yaml(GOOD.replace("read: [/name]", "read: [" + reads + "]")));

        Cli cli = architect();

        assertThat(cli.exitCode()).as(cli.err()).isZero();
        assertThat(cli.lines())
                .contains("  reads  /harmless/0", "  reads  /secrets/**", "  reads  " + longest)
                .filteredOn(line -> line.startsWith("  reads  "))
                .hasSize(62);
    }

    @Test
    void withYes_itRunsToItsResult() {
        server.then(Reply.text("```yaml\n" + GOOD + "```", 100, 10));
        Path input = file("input.json", "{\"name\": \"Ada\"}");

        Cli cli = architect("--workers", workers(), "--input", input.toString(), "--yes", "--json");

        assertThat(cli.exitCode()).as(cli.err()).isZero();
        List<Json> lines = cli.lines().stream().map(JsonReader::parse).toList();
        assertThat(lines.get(0).toString()).contains("\"type\":\"Draft\"", "\"valid\":true", "\"/greeting\"");
        assertThat(lines.get(lines.size() - 1).toString()).contains("\"result\":\"Hello, Ada!\"");
        assertThat(cli.out())
                .as("what the architect cost is the board's first cost")
                .containsPattern(
                        "\"type\":\"BoardCreated\".*\"usage\":\\{\"inputTokens\":100,\"outputTokens\":10,.*\"model\":");
        assertThat(dir.resolve("out/blueprint.usage.json")).content().contains("\"inputTokens\":100");
        assertThat(server.requests().get(0).user()).contains("\"name\": \"Ada\"");
    }

    @Test
    @ResourceLock("System.in")
    void inputOfStdin_runs_andNoFileOfTheUserIsTouched() throws IOException {
        server.then(yaml(GOOD), yaml(GOOD));
        Files.createDirectories(dir.resolve("out"));
        Path mine = file("out/input.json", "{\"name\": \"mine\"}");
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream("{\"name\": \"Eve\"}".getBytes(StandardCharsets.UTF_8)));
            Cli shown = architect("--workers", workers(), "--input", "-");
            System.setIn(new ByteArrayInputStream("{\"name\": \"Eve\"}".getBytes(StandardCharsets.UTF_8)));
            Cli run = architect("--workers", workers(), "--input", "-", "--force", "--yes");

            assertThat(shown.err()).contains("--input FILE");
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("Hello, Eve!");
        } finally {
            System.setIn(before);
        }
        assertThat(mine).hasContent("{\"name\": \"mine\"}");
        assertThat(dir.resolve("out"))
                .isDirectoryNotContaining(path -> path.toString().contains(".input"));
    }

    @Test
    void nobodyToServe_saysWhatIsToBeDone() {
        server.then(yaml(GOOD));

        Cli cli = architect("--yes");

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.err()).contains("Nobody serves greeter yet", "--workers FILE");
    }

    @Test
    void workerThatNobodyServes_isAnError() {
        server.then(yaml(GOOD.replace("greeter", "stranger")), yaml(GOOD));

        Cli cli = architect("--workers", workers());

        assertThat(cli.exitCode()).isZero();
        assertThat(server.requests().get(0).user()).contains("Workers that somebody serves: greeter");
        assertThat(server.requests().get(1).user()).contains("at /workers/stranger: Expected one of the workers");
    }

    @Test
    void envelopeOfTheDocumentation_isOne() throws IOException {
        String page = Files.readString(Path.of("../../docs/architect.md"));
        String envelope = page.substring(page.indexOf("```yaml") + 7, page.indexOf("```", page.indexOf("```yaml") + 7));
        server.otherwise(request -> yaml(GOOD));

        Cli cli = architect("--envelope", file("envelope.yaml", envelope).toString(), "--max-repairs", "0");

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(cli.err()).contains("error at /workers/greeter: ");
    }

    @Test
    void envelopeThatIsNone_isTold_beforeAnybodyIsAsked() {
        Cli cli = architect(
                "--envelope",
                file("envelope.yaml", "kind: envelope\nworkers: {}").toString());

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).contains("error at /workers", "Expected a valid envelope");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void modelsOfAFile_areUsed_andTheirKeysStandNowhere() throws IOException {
        String key = "sk-of-a-file";
        file("key", key);
        String models = file(
                        "models.yaml",
                        "models: {drawer: {provider: openai, model: gpt-x, baseUrl: '" + server.baseUrl()
                                + "', apiKey: {file: key}, retries: 0}}")
                .toString();
        server.then(
                Reply.json(401, "{\"error\":{\"message\":\"bad key " + key + "\"}}"), yaml(GOOD + "# " + key + "\n"));

        Cli refused = Cli.run(
                "architect",
                "greet",
                "--models",
                models,
                "-o",
                dir.resolve("out").toString());
        Cli taken = Cli.run(
                "architect",
                "greet",
                "--models",
                models,
                "-o",
                dir.resolve("out").toString());

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).contains("drawer", "401");
        assertThat(taken.exitCode()).as(taken.err()).isZero();
        assertThat(refused.out() + refused.err() + taken.out() + taken.err()).doesNotContain(key);
        assertThat(dir.resolve("out/blueprint.yaml"))
                .content()
                .doesNotContain(key)
                .contains("# ***");
        assertThat(server.requests().get(0).headers().getFirst("Authorization")).isEqualTo("Bearer " + key);
        assertThat(Cli.run("architect", "greet", "--models", models, "--model", "other")
                        .err())
                .contains("one of [drawer], but got \"other\"");
    }

    @Test
    void modelThatIsDown_isExitCode1() {
        server.otherwise(request -> Reply.json(400, "{\"error\":{\"message\":\"no such model\"}}"));

        Cli cli = architect();

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).contains("Expected an answer from model openai/scripted, but");
    }

    @Test
    void wrongUsage_isTold_beforeAnybodyIsAsked() {
        file("is-there.yaml", "mine");

        assertThat(architect("--max-repairs", "21").exitCode()).isEqualTo(1);
        assertThat(architect("-o", dir.resolve("is-there.yaml").toString()).err())
                .contains("specified only once");
        assertThat(architect("--input", dir.resolve("none.json").toString()).err())
                .contains("no such file");
        assertThat(Cli.run("architect", " ", "--model", "openai/m", "--base-url", server.baseUrl())
                        .err())
                .contains("Expected a request in words");
        assertThat(Cli.run("architect", "x").err()).contains("Expected a model");
        assertThat(Cli.run("architect", "x", "--model", "nonsense").err()).contains("PROVIDER/MODEL");
        assertThat(Cli.run(
                                "architect",
                                "x",
                                "--model",
                                "openai/m",
                                "--base-url",
                                server.baseUrl(),
                                "-o",
                                dir.resolve("is-there.yaml").toString())
                        .err())
                .contains("already there", "--force");
        assertThat(server.requests()).isEmpty();
        assertThat(dir.resolve("is-there.yaml")).hasContent("mine");
    }
}
