package io.patchboard.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.gateway.http.Callers;
import io.patchboard.record.Problem;
import io.patchboard.sign.Signer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WorkersFileTest {

    @TempDir
    Path folder;

    @Test
    void load_concurrencyOfAJavaWorker_typedAndBounded() throws Exception {
        Path file = folder.resolve("workers.yaml");
        Files.writeString(file, "workers:\n  w: {java: p/w, concurrency: 1000}\n  x: {java: p/x}\n");
        Map<String, WorkerBinding> workers = WorkersFile.load(file).workers();
        assertThat(workers.get("w").concurrency()).hasValue(1000);
        assertThat(workers.get("x").concurrency()).isEmpty();

        Files.writeString(file, "workers:\n  w: {java: p/w, concurrency: 0}\n");
        assertThatThrownBy(() -> WorkersFile.load(file)).hasMessageContaining("/workers/w/concurrency");
    }

    @Test
    void program_inheritingAll_getsNoSecretOfOthersAndMayQuoteNone() throws Exception {
        Map<String, String> gateway = Map.of(
                "OPENAI_API_KEY",
                "sk-of-the-model",
                "CHECKER",
                "key-of-the-checker",
                "OWN",
                "key-of-its-own",
                Callers.TOKEN_VARIABLE,
                "token-of-http",
                "PATCHBOARD_SECRET",
                "secret-of-the-kernel",
                "HOME",
                "/home/x");
        String yaml = """
                models: {fast: {provider: openai, model: small}}
                workers:
                  all: {process: [cat], env: {KEY: {env: OWN}}}
                  named: {process: [cat], inheritEnv: [CHECKER]}
                  checker: {http: "http://localhost/", secret: {env: CHECKER}}
                  judge: {llm: fast}
                """;
        Map<String, WorkerBinding> workers =
                WorkersFile.parse(yaml, folder.resolve("w.yaml"), gateway).workers();
        ProgramEnvironment all = ((WorkerBinding.Program) workers.get("all")).environment();
        ProgramEnvironment named = ((WorkerBinding.Program) workers.get("named")).environment();

        assertThat(all.of(gateway)).isEqualTo(Map.of("HOME", "/home/x", "KEY", "key-of-its-own"));
        assertThat(named.of(gateway)).isEqualTo(Map.of("CHECKER", "key-of-the-checker"));
        assertThat(all.redaction().redact("key-of-its-own sk-of-the-model key-of-the-checker"))
                .isEqualTo("*** *** ***");
        assertThat(workers.toString()).doesNotContain("sk-of", "key-of");
    }

    @Test
    void signingKey_ofWhateverKind_signsInItsWorkersName() throws Exception {
        Signer author = Signer.generate();
        Files.writeString(folder.resolve("author.pem"), author.pem());
        String yaml = """
                workers:
                  author: {process: [cat], signingKey: {file: author.pem}}
                  caller: {http: {url: "http://localhost/"}, signingKey: {env: KEY}}
                  other: {java: p/w}
                """;

        WorkersFile file = WorkersFile.parse(yaml, folder.resolve("w.yaml"), Map.of("KEY", author.pem()));

        assertThat(file.workers()).containsOnlyKeys("author", "caller", "other");
        assertThat(file.signers()).containsOnlyKeys("author", "caller");
        assertThat(file.signers().get("author").publicKey()).isEqualTo(author.publicKey());
        assertThatThrownBy(() -> WorkersFile.parse(yaml, folder.resolve("w.yaml"), Map.of("KEY", "half a password")))
                .hasMessageContaining("/workers/caller/signingKey")
                .hasMessageContaining("openssl genpkey")
                .hasMessageNotContaining("half");
    }

    @Test
    void load_everyKey_typed() throws Exception {
        Path file = folder.resolve("workers.yaml");
        Files.writeString(file, """
                group: reviewers
                workers:
                  summarizer:
                    process: ["python3", "worker.py", ""]
                    timeout: PT30S
                    instances: 2
                    env: {KEY: value, EMPTY: ""}
                  plain:
                    process: [./run]
                  retriever:
                    java: evidence-review/retriever
                """);

        WorkersFile content = WorkersFile.load(file);

        assertThat(content.group()).contains("reviewers");
        assertThat(content.workers())
                .containsEntry(
                        "summarizer",
                        new WorkerBinding.Program(
                                List.of("python3", "worker.py", ""),
                                folder.toAbsolutePath(),
                                Duration.ofSeconds(30),
                                2,
                                Map.of("KEY", "value", "EMPTY", "")))
                .containsEntry(
                        "plain",
                        new WorkerBinding.Program(
                                List.of("./run"), folder.toAbsolutePath(), Duration.ofSeconds(60), 1, Map.of()))
                .containsEntry(
                        "retriever",
                        new WorkerBinding.Provided("evidence-review", "retriever", Duration.ofSeconds(60)));
    }

    @Test
    void parse_manyErrors_reportedAtOnceWithPointers() {
        ConfigException error = parse("""
                grup: g
                workers:
                  a: {process: python3, timeout: 30, instances: 0, env: {N: 1}}
                  b: {process: [x], java: p/w}
                  c: {}
                  d: {java: nowhere}
                  e: {process: [x], timout: PT1S}
                  f: 7
                  g: {process: [""]}
                  h: {process: [x], timeout: PT-1S}
                """);

        assertThat(error.problems())
                .extracting(Problem::pointer)
                .containsExactly(
                        "/grup",
                        "/workers/a/process",
                        "/workers/a/instances",
                        "/workers/a/env/N",
                        "/workers/a/timeout",
                        "/workers/b",
                        "/workers/c",
                        "/workers/d/java",
                        "/workers/e/timout",
                        "/workers/f",
                        "/workers/g/process/0",
                        "/workers/h/timeout");
        assertThat(error.getMessage().lines())
                .allSatisfy(line -> assertThat(line).startsWith("w.yaml: Expected "));
        assertThat(error).hasMessageContaining("Expected a string at /workers/a/env/N, but got 1; put it in quotes.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "w: {process: python3 a.py} | /workers/w/process | Did you mean [\"python3\",\"a.py\"]?",
                "w: {command: [python3, a.py]} | /workers/w | Did you mean \"process\" in place of \"command\"?",
                "w: {model: small} | /workers/w | Did you mean \"llm\" in place of \"model\"?",
                "w: {proces: [x]} | /workers/w | Did you mean \"process\"?",
                "w: {llm: small} | /workers/w/llm | models, which the file does not have, at",
                "w: 'http://localhost' | /workers/w | Did you mean {http: URL}?",
                "w: {http: 'http://localhost', retry: {max: 3}} | /workers/w/retry/max | Did you mean \"attempts\"?",
                "w: {process: [x], limit: small} | /workers/w/limit | limits, which the file does not have, at",
                "w: {process: [x], environment: {A: b}} | /workers/w/environment | Did you mean \"env\"?",
            })
    void parse_mistake_toldWithWhatMayBeMeant(String worker, String pointer, String words) {
        assertThat(parse("workers: {" + worker + "}").problems())
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.pointer()).isEqualTo(pointer);
                    assertThat(problem.message()).contains(words);
                });
    }

    @Test
    void parse_keyByAnotherName_isToldOnce() {
        assertThat(parse("""
                models: {m: {provider: openai, model: x, key: {env: HOME}}}
                workers: {w: {llm: m}}
                """).problems()).singleElement().satisfies(problem -> {
            assertThat(problem.pointer()).isEqualTo("/models/m/key");
            assertThat(problem.message()).contains("Did you mean \"apiKey\"?");
        });
    }

    @Test
    void parse_programWithEnvironmentAndLimits_typed() throws Exception {
        WorkersFile content = WorkersFile.parse("""
                workers:
                  w:
                    process: [x]
                    env: {MODEL: small, KEY: {env: THE_KEY}}
                    inheritEnv: [HOME]
                    limits: {memory: 512MiB, cpu: PT60S, openFiles: 256, processes: 32}
                  bare: {process: [x], inheritEnv: false}
                """, Path.of("w.yaml"), Map.of("THE_KEY", "sk-12345"));

        WorkerBinding.Program program =
                (WorkerBinding.Program) content.workers().get("w");
        assertThat(program.environment().of(Map.of("HOME", "/h", "LANG", "C", "PATH", "/bin")))
                .isEqualTo(Map.of("HOME", "/h", "PATH", "/bin", "MODEL", "small", "KEY", "sk-12345"));
        assertThat(program.limits().before(program.command()))
                .containsExactly("prlimit", "--as=536870912", "--cpu=60:61", "--nofile=256", "--nproc=32", "--", "x");
        assertThat(content.toString()).doesNotContain("sk-12345");
        WorkerBinding.Program bare = (WorkerBinding.Program) content.workers().get("bare");
        assertThat(bare.environment().of(Map.of("HOME", "/h", "PATH", "/bin"))).isEqualTo(Map.of("PATH", "/bin"));
        assertThat(bare.limits().before(bare.command())).containsExactly("x");
    }

    @Test
    void parse_programWithWrongEnvironmentOrLimits_refused() {
        assertThat(parse("""
                workers:
                  a: {process: [x], inheritEnv: some, env: {KEY: {env: NOT_SET_ANYWHERE}}, limits: {disk: 1}}
                  b: {process: [x], limits: {memory: 512, cpu: 60, openFiles: 0}}
                """).problems())
                .extracting(Problem::pointer)
                .containsExactlyInAnyOrder(
                        "/workers/a/inheritEnv",
                        "/workers/a/env/KEY",
                        "/workers/a/limits/disk",
                        "/workers/b/limits/memory",
                        "/workers/b/limits/cpu",
                        "/workers/b/limits/openFiles");
    }

    @Test
    void parse_duplicateWorker_refused() {
        assertThat(parse("workers:\n  a: {java: p/w}\n  a: {java: p/v}\n")).hasMessageContaining("uplicate");
    }

    @Test
    void parse_alias_refusedRatherThanTakenAsText() {
        assertThat(parse("workers:\n  a: {java: &x p/w}\n  b: {java: *x}\n")).hasMessageContaining("alias *x");
    }

    @Test
    void parse_brokenOrEmptyOrWorkerless_refused() {
        assertThat(parse("workers: [")).hasMessageContaining("Expected YAML");
        assertThat(parse("")).hasMessageContaining("empty");
        assertThat(parse("group: g")).hasMessageContaining("Expected an object of workers by name at /workers");
        assertThat(parse("workers: none")).hasMessageContaining("Expected an object at /workers");
    }

    @Test
    void load_missingFile_saysSo() {
        assertThat(catchThrowableOfType(ConfigException.class, () -> WorkersFile.load(folder.resolve("nowhere.yaml"))))
                .hasMessageContaining("but there is none at");
    }

    private static ConfigException parse(String yaml) {
        return catchThrowableOfType(ConfigException.class, () -> WorkersFile.parse(yaml, Path.of("w.yaml")));
    }
}
