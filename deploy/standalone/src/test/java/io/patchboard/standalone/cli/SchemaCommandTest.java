package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.patchboard.encoding.RecordSchemas;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.standalone.sources.SourcesFile;
import io.patchboard.standalone.workers.Examples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The schemas that editors use, and the completion. */
class SchemaCommandTest {

    private static final String MODELINE = "# yaml-language-server: $schema=";

    /** Everything that a workers file may say. */
    private static final String EVERYTHING = """
            group: ours
            models:
              fast: {provider: openai, model: small, baseUrl: "http://localhost:1/v1", apiKey: {file: key}, timeout: 30s,
                     concurrency: 2, requestsPerMinute: 60, retries: 3, backoff: 1s, headers: {X-Team: blue, X-Key: {file: key}},
                     prices: {input: 0.1, output: 0.2, cachedInput: 0.05, cacheWrite: 0.1}, fallback: slow,
                     temperature: 0.5, maxOutputTokens: 100, structured: auto, stream: true, params: {seed: 1}}
              slow: {provider: anthropic, model: large, apiKey: {file: key}}
            workers:
              a: {process: [python3, w.py], timeout: PT1M, instances: 2, env: {A: b, C: {file: key}}, inheritEnv: [PATH],
                  limits: {memory: 512MiB, cpu: 10s, openFiles: 100, processes: 10}}
              b: {http: "https://example.org/", headers: {X-Team: blue, Authorization: {file: key, prefix: "Bearer "}},
                  secret: {file: signing}, timeout: 5s, concurrency: 3, retry: {attempts: 2, base: 1s, cap: 5s}}
              c: {http: {url: "https://example.org/", concurrency: 3}, timeout: 5s}
              d: {llm: fast, timeout: 1m}
              e: {llm: {model: fast, temperature: 0, maxOutputTokens: 10, structured: on, stream: false, params: {}}}
              f: {java: "provider/worker", timeout: 1m, concurrency: 4}
              g:
                llm: slow
                tools:
                  - mcp: {command: [python3, s.py], env: {A: b}, inheritEnv: false, limits: {openFiles: 9}, allow: [a], prefix: s_}
                  - mcp: {url: "https://example.org/mcp", headers: {Authorization: {file: key, prefix: "Bearer "}}, allow: [a, b]}
                  - {http: "https://example.org/", headers: {X-Team: blue}, name: h, description: Helps., input: {}, output: {}}
                  - {process: [python3, t.py], env: {A: b}, name: p, description: Helps., input: {type: object}}
                  - {java: "provider/tool"}
                toolLimits: {calls: 3, tokens: 1000, timeout: 5s, resultChars: 100, window: 8000}
              h: {a2a: {card: "https://example.org/card.json", skill: s, headers: {X-Team: blue}, timeout: 5s, concurrency: 3}}
              i: {a2a: {card: "https://example.org/card.json", skill: s}, timeout: 5s}
            """;

    /** Files of another system, with a schema of that. */
    private static final String OF_ARGO = ".argo.yaml";

    @TempDir
    Path dir;

    private static Json yaml(String text) throws IOException {
        return JsonReader.parse(new ObjectMapper().writeValueAsString(new YAMLMapper().readTree(text)));
    }

    private static JsonSchema schema(String kind) throws Exception {
        Cli cli = Cli.run("schema", kind);
        assertThat(cli.exitCode()).as(cli.err()).isZero();
        return JsonSchema.compile(cli.json());
    }

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.walk(Examples.REPOSITORY.resolve("examples"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> !file.toString().endsWith(OF_ARGO))
                    .filter(file -> !file.toString().contains("/target/"))
                    .toList();
        }
    }

    @Test
    void everyExample_namesTheSchemaThatItSatisfies() throws Exception {
        assertThat(examples()).hasSizeGreaterThan(6);
        for (Path example : examples()) {
            String text = Files.readString(example);
            assertThat(text).as(example.toString()).startsWith(MODELINE);
            Path named = example.resolveSibling(
                            text.lines().findFirst().orElseThrow().substring(MODELINE.length()))
                    .normalize();
            assertThat(named).as(example.toString()).exists();
            Json schema = JsonReader.parse(Files.readString(named));
            assertThat(JsonSchema.compile(schema).validateAll(yaml(text), 10))
                    .as(example.toString())
                    .isEmpty();
        }
    }

    @Test
    void workersFile_withEverything_isTakenByItsReaderAndItsSchema() throws Exception {
        Files.writeString(dir.resolve("key"), "a-secret-of-some-length");
        Files.writeString(dir.resolve("signing"), "whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ=");

        assertThat(WorkersFile.parse(EVERYTHING, dir.resolve("workers.yaml")).workers())
                .hasSize(9);
        assertThat(schema("workers").validateAll(yaml(EVERYTHING), 10)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "workers: {a: {process: python3}}",
                "workers: {a: {proces: [python3]}}",
                "workers: {a: {process: [python3], llm: fast}}",
                "workers: {a: {process: [python3], limits: {memory: 1GB}}}",
                "workers: {a: {process: [python3], instances: 0}}",
                "{workers: {}, model: {}}",
                "{workers: {}, models: {m: {provider: openai, model: m, apiKey: sk-plain}}}",
                "{workers: {}, models: {m: {provider: other, model: m}}}",
                "models: {}",
                "{models: {m: {provider: openai, model: m, apiKey: {file: key}}}, workers: {a: {llm: m, tools: [{mcp: {command: [a]}}]}}}",
            })
    void workersFile_withAMistake_isRefusedByBoth(String text) throws Exception {
        assertThatThrownBy(() -> WorkersFile.parse(text, dir.resolve("workers.yaml")))
                .isInstanceOf(ConfigException.class);
        assertThat(schema("workers").validateAll(yaml(text), 10)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sources: {a: {topic: t, board: {blueprint: b@1, input: {x: event}, labels: {l: key}}, when: event.x}}",
                "sources: {a: {topic: t, correlate: {board: key}, worker: w, patch: [{op: move, from: /a, path: event.to}]}}",
                "sources: {a: {every: '0 7 * * *', zone: Europe/Berlin, catchUp: 12h, board: {blueprint: b}}}",
                "sources: {a: {topic: t, webhook: {secret: {env: PATH}}, board: {blueprint: b}}}",
            })
    void sourcesFile_isTakenByBoth(String text) throws Exception {
        assertThat(SourcesFile.parse(text, dir.resolve("sources.yaml"))).hasSize(1);
        assertThat(schema("sources").validateAll(yaml(text), 10)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sources: {}",
                "source: {}",
                "sources: {a: {topic: t}}",
                "sources: {a: {topic: t, board: {}}}",
                "sources: {a: {topic: t, webhook: {secret: plain}, board: {blueprint: b}}}",
                "sources: {a: {every: '0 7 * * *', webhook: {secret: {env: PATH}}, board: {blueprint: b}}}",
                "sources: {a: {topic: t, every: '0 7 * * *', board: {blueprint: b}}}",
                "sources: {a: {topic: t, catchUp: 1h, board: {blueprint: b}}}",
                "sources: {a: {topic: 'no topic', board: {blueprint: b}}}",
                "sources: {'a b': {topic: t, board: {blueprint: b}}}",
                "sources: {a: {topic: t, board: {blueprint: b}, worker: w, correlate: {board: key}, patch: [{op: add, path: /a}]}}",
                "sources: {a: {topic: t, correlate: {board: key}, worker: w, patch: []}}",
                "sources: {a: {topic: t, correlate: {board: key}, worker: w, patch: [{op: set, path: /a}]}}",
            })
    void sourcesFile_withAMistake_isRefusedByBoth(String text) throws Exception {
        assertThatThrownBy(() -> SourcesFile.parse(text, dir.resolve("sources.yaml")))
                .isInstanceOf(ConfigException.class);
        assertThat(schema("sources").validateAll(yaml(text), 10)).isNotEmpty();
    }

    @Test
    void records_areThoseOfTheContract_andOthersAreNotFound() throws Exception {
        for (String record : RecordSchemas.ALL) {
            assertThat(Cli.run("schema", "record", record).json().toString()).contains("\"name\":\"" + record + "\"");
        }
        assertThat(Cli.run("schema", "envelope").json().toString()).contains("$schema");
        assertThat(Cli.run("schema", "record", "PatchPropsal").err()).contains("Did you mean \"PatchProposal\"?");
        assertThat(Cli.run("schema", "blueprnt").err()).contains("Did you mean \"blueprint\"?");
        assertThat(Cli.run("schema", "record").exitCode()).isEqualTo(1);
    }

    @Test
    void completion_knowsCommandsAndOptions() {
        for (String shell : List.of("bash", "zsh")) {
            Cli cli = Cli.run("completion", shell);
            assertThat(cli.exitCode()).isZero();
            assertThat(cli.out()).contains("_complete_patchboard", "watch", "--bootstrap-server", "bashcompinit");
        }
        assertThat(Cli.run("completion", "csh").err()).contains("bash", "zsh", "fish");
    }

    @Test
    void completionOfFish_hasALineForEachCommandAndOption() {
        List<String> lines = Cli.run("completion", "fish").lines();
        assertThat(lines).noneMatch(line -> line.contains("${"));
        // Quotes open and close: fish reads a line to its end.
        assertThat(lines)
                .allSatisfy(line -> assertThat(line.replace("\\'", "")
                                        .chars()
                                        .filter(c -> c == '\'')
                                        .count()
                                % 2)
                        .isZero());
        assertThat(expected(PatchBoard.commandLine(), ""))
                .hasSizeGreaterThan(200)
                .allSatisfy(start -> assertThat(lines)
                        .filteredOn(line -> line.startsWith(start + " ") || line.equals(start))
                        .hasSize(1));
        assertThat(lines)
                .anyMatch(line ->
                        line.startsWith("complete -c patchboard -n '__patchboard_at board log' -s f -l follow -d"))
                .anyMatch(
                        line -> line.startsWith("complete -c patchboard -n '__patchboard_at run' -l workers -r -F -d"))
                .anyMatch(line ->
                        line.startsWith("complete -c patchboard -n '__patchboard_next board' -f -a resolve -d"));
    }

    private static List<String> expected(CommandLine command, String words) {
        Stream<String> own = command.getCommandSpec().options().stream()
                .map(option -> "complete -c patchboard -n '__patchboard_at" + words + "'"
                        + Stream.of(option.names())
                                .map(name ->
                                        name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.charAt(1))
                                .collect(Collectors.joining()));
        Stream<String> below = command.getSubcommands().values().stream()
                .flatMap(next -> Stream.concat(
                        Stream.of("complete -c patchboard -n '__patchboard_next" + words + "' -f -a "
                                + next.getCommandName()),
                        expected(next, words + " " + next.getCommandName()).stream()));
        return Stream.concat(own, below).toList();
    }
}
