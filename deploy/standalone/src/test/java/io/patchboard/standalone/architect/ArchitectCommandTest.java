package io.patchboard.standalone.architect;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.cli.Cli;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command, with a server that says what a model might, and the real compiler. */
final class ArchitectCommandTest {

    private static final String GOOD = """
            apiVersion: patchboard/v1
            name: greeting
            input: {type: object, required: [name], properties: {name: {type: string}}}
            state:
              schema:
                type: object
                additionalProperties: false
                required: [name]
                properties: {name: {type: string}, greeting: {type: string}}
              initial: {name: {$input: /name}}
            workers:
              greeter:
                instruction: Add a greeting.
                read: [/name]
                write: [{op: [add], path: /greeting}]
            rules:
              - {name: greet, on: {event: created}, invoke: greeter}
            budgets: {invocations: 10}
            complete: {when: has(state.greeting), result: /greeting}
            """;

    private static final String TWO_ERRORS =
            GOOD.replace("invoke: greeter", "invoke: nobody").replace("path: /greeting", "path: /greetings");

    private static final String ENVELOPE = """
            apiVersion: patchboard/v1
            kind: envelope
            read: [/name]
            workers:
              greeter: {write: [{op: [add], path: /greeting}]}
            budgets: {invocations: 20}
            """;

    @TempDir
    Path dir;

    private final ScriptedChatServer server = ScriptedChatServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private Cli architect(String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "architect",
                "greet somebody",
                "--model",
                "openai/scripted",
                "--base-url",
                server.baseUrl(),
                "-o",
                dir.resolve("out").toString()));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    private static Reply yaml(String blueprint) {
        return Reply.text("```yaml\n" + blueprint + "```");
    }

    private Path file(String name, String text) {
        try {
            return Files.writeString(dir.resolve(name), text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private String workers() {
        file("greeter.py", """
                import json, sys
                for line in sys.stdin:
                    name = json.loads(line)['view']['state']['/name']
                    patch = [{'op': 'add', 'path': '/greeting', 'value': 'Hello, ' + name + '!'}]
                    print(json.dumps({'patch': patch}), flush=True)
                """);
        return file("workers.yaml", "workers: {greeter: {process: [python3, greeter.py]}}")
                .toString();
    }

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
        String harmless =
                IntStream.range(0, 60).mapToObj(i -> "/harmless/" + i + ", ").collect(Collectors.joining());
        String longest = "/secrets/" + "x".repeat(500) + "/end";
        server.then(yaml(GOOD.replace("read: [/name]", "read: [" + harmless + "\"/secrets/**\", " + longest + "]")));

        Cli cli = architect();

        assertThat(cli.exitCode()).as(cli.err()).isZero();
        assertThat(cli.lines())
                .contains("  reads  /harmless/0", "  reads  /secrets/**", "  reads  " + longest)
                .filteredOn(line -> line.startsWith("  reads  "))
                .hasSize(62);
    }

    @Test
    void withYes_itRunsToItsResult() {
        server.then(yaml(GOOD));
        Path input = file("input.json", "{\"name\": \"Ada\"}");

        Cli cli = architect("--workers", workers(), "--input", input.toString(), "--yes", "--json");

        assertThat(cli.exitCode()).as(cli.err()).isZero();
        List<Json> lines = cli.lines().stream().map(JsonReader::parse).toList();
        assertThat(lines.get(0).toString()).contains("\"type\":\"Draft\"", "\"valid\":true", "\"/greeting\"");
        assertThat(lines.get(lines.size() - 1).toString()).contains("\"result\":\"Hello, Ada!\"");
        assertThat(server.requests().get(0).user()).contains("\"name\": \"Ada\"");
    }

    @Test
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
    void inputThatRunWouldTake_isWhatTheModelIsTold() throws IOException {
        server.then(yaml(GOOD));
        Files.createDirectories(dir.resolve("out"));
        file("out/input.json", "{\"name\": \"Grace\"}");

        Cli cli = architect("--workers", workers());

        assertThat(cli.exitCode()).as(cli.err()).isZero();
        assertThat(server.requests().get(0).user()).contains("\"name\": \"Grace\"");
        assertThat(cli.err()).contains("--input " + dir.resolve("out/input.json"));
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
    void twoErrors_areRepaired() {
        server.then(yaml(TWO_ERRORS), yaml(GOOD));

        Cli cli = architect();

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.err()).contains("Attempt 1 has 2 errors");
        assertThat(server.requests().get(1).user())
                .contains("at /rules/0/invoke: Expected", "at /workers/greeter/write/0/path: Expected");
        assertThat(dir.resolve("out/blueprint.yaml")).hasContent(GOOD);
    }

    @Test
    void errorInEachOfTwoAttempts_isRepaired() {
        server.then(
                yaml(GOOD.replace("invoke: greeter", "invoke: nobody")),
                yaml(GOOD.replace("has(state.greeting)", "has(state.")),
                yaml(GOOD));

        assertThat(architect().exitCode()).isZero();
        assertThat(server.requests()).hasSize(3);
    }

    @Test
    void neverRepaired_isExitCode6_andNothingRuns() {
        server.otherwise(request -> yaml(TWO_ERRORS));

        Cli cli = architect("--workers", workers(), "--yes", "--max-repairs", "2");

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(server.requests()).hasSize(3);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err())
                .contains("error at /rules/0/invoke: ", "after 2 repairs, but 2 are left", "blueprint.refused.yaml");
        assertThat(dir.resolve("out/blueprint.yaml")).doesNotExist();
        assertThat(dir.resolve("out/blueprint.refused.yaml")).hasContent(TWO_ERRORS);
    }

    @Test
    void blueprintThatNamesAProgram_isRefused() {
        server.otherwise(
                request -> yaml(GOOD.replace("instruction: Add", "process: [rm, -rf, /]\n    instruction: Add")));

        Cli cli = architect("--workers", workers(), "--yes");

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(cli.err()).contains("/workers/greeter");
    }

    @Test
    void withinTheEnvelope_isTaken_andTheModelKnowsIt() {
        server.then(yaml(GOOD));

        Cli cli = architect("--envelope", file("envelope.yaml", ENVELOPE).toString());

        assertThat(cli.exitCode()).as(cli.err()).isZero();
        assertThat(server.requests().get(0).user()).contains("\"kind\": \"envelope\"");
    }

    @Test
    void outsideTheEnvelope_goesBackForRepair_andIsNeverRun() {
        String greedy = GOOD.replace("read: [/name]", "read: [\"\"]").replace("invocations: 10", "invocations: 30");
        server.otherwise(request -> yaml(greedy));

        Cli cli = architect(
                "--envelope",
                file("envelope.yaml", ENVELOPE).toString(),
                "--workers",
                workers(),
                "--yes",
                "--max-repairs",
                "1",
                "--json");

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(cli.json().toString()).contains("\"/workers/greeter/read/0\"", "\"/budgets/invocations\"");
        assertThat(server.requests().get(1).user())
                .contains("at /workers/greeter/read/0: Expected a path within what may be read");
        assertThat(dir.resolve("out/blueprint.yaml")).doesNotExist();
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
    void garbage_isExitCode6() {
        server.otherwise(request -> Reply.text("\u001b[2J I am sorry, \u0007 I cannot."));

        Cli cli = architect("--max-repairs", "1");

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(cli.err()).contains("Expected one blueprint in a code block").doesNotContain("\u001b");
        assertThat(dir.resolve("out")).doesNotExist();
    }

    @Test
    void modelThatIsDown_isExitCode1() {
        server.otherwise(request -> Reply.json(400, "{\"error\":{\"message\":\"no such model\"}}"));

        Cli cli = architect();

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).contains("Expected an answer from model openai/scripted, but");
    }

    @Test
    void modelThatStopsAnswering_isExitCode1_andTheLastAttemptIsKept() {
        server.then(yaml(TWO_ERRORS)).otherwise(request -> Reply.json(401, "{}"));

        Cli cli = architect("--workers", workers(), "--yes");

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).contains("HTTP 401", "blueprint.refused.yaml", "error at /rules/0/invoke");
        assertThat(dir.resolve("out/blueprint.yaml")).doesNotExist();
        assertThat(dir.resolve("out/blueprint.refused.yaml")).hasContent(TWO_ERRORS);
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
