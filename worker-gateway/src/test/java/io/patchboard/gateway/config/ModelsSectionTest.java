package io.patchboard.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.gateway.llm.Generation;
import io.patchboard.gateway.llm.Limits;
import io.patchboard.gateway.llm.ModelConfig;
import io.patchboard.gateway.llm.Prices;
import io.patchboard.gateway.llm.Provider;
import io.patchboard.gateway.llm.StructuredOutput;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Problem;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ModelsSectionTest {

    @TempDir
    Path folder;

    @Test
    void loadModels_whatTheFileLeavesOut_asUsualForTheCaller() throws Exception {
        Path file = Files.writeString(folder.resolve("models.yaml"), """
                models:
                  one: {provider: openai, model: m, baseUrl: "http://localhost:1/v1"}
                  two: {provider: openai, model: m, baseUrl: "http://localhost:1/v1", timeout: PT20S}
                """);
        Limits usual = new Limits(1, Optional.empty(), Duration.ofMinutes(5), 2, Duration.ofSeconds(1));

        Map<String, ModelConfig> models = WorkersFile.loadModels(file, usual).byName();

        assertThat(models.get("one").limits()).isEqualTo(usual);
        assertThat(models.get("two").limits().timeout()).isEqualTo(Duration.ofSeconds(20));
        assertThat(models.get("two").limits().retries()).isEqualTo(2);
    }

    @Test
    void parse_everyKey_typed() throws Exception {
        Files.writeString(folder.resolve("key"), "sk-from-file\n");
        WorkersFile file = WorkersFile.parse(
                """
                models:
                  fast:
                    provider: openai
                    baseUrl: http://localhost:11434/v1
                    model: qwen3:8b
                    apiKey: {file: key}
                    temperature: 0.2
                    maxOutputTokens: 900
                    structured: off
                    stream: true
                    params: {top_k: 20}
                    headers: {X-Team: blue, X-Key: {env: TEAM_KEY}}
                    timeout: PT20S
                    concurrency: 9
                    requestsPerMinute: 90
                    retries: 1
                    backoff: PT1S
                    prices: {input: 0.15, output: 0.6, cachedInput: 0.07, cacheWrite: 0.2}
                    fallback: big
                  big: {provider: anthropic, model: claude-x}
                workers:
                  extractor: {llm: fast}
                  judge: {llm: {model: big, temperature: 1, structured: "on"}, timeout: PT5M}
                """, folder.resolve("w.yaml"), Map.of("ANTHROPIC_API_KEY", "sk-ant-0", "TEAM_KEY", "t-0123"));

        WorkerBinding.Llm extractor = (WorkerBinding.Llm) file.workers().get("extractor");
        WorkerBinding.Llm judge = (WorkerBinding.Llm) file.workers().get("judge");
        ModelConfig fast = extractor.models().byName().get("fast");
        assertThat(extractor.model()).isEqualTo("fast");
        assertThat(extractor.overrides()).isEqualTo(Generation.DEFAULT);
        assertThat(judge.models()).isSameAs(extractor.models());
        assertThat(judge.timeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(judge.overrides().temperature()).contains(BigDecimal.ONE);
        assertThat(judge.overrides().structured()).contains(StructuredOutput.ON);
        assertThat(fast.provider()).isEqualTo(Provider.OPENAI);
        assertThat(fast.baseUrl()).isEqualTo(URI.create("http://localhost:11434/v1"));
        assertThat(fast.model()).isEqualTo("qwen3:8b");
        assertThat(fast.apiKey().orElseThrow().reveal()).isEqualTo("sk-from-file");
        assertThat(fast.generation())
                .isEqualTo(new Generation(
                        Optional.of(new BigDecimal("0.2")),
                        Optional.of(900),
                        Optional.of(StructuredOutput.OFF),
                        Optional.of(true),
                        (JsonObject) JsonReader.parse("{\"top_k\":20}")));
        assertThat(fast.limits())
                .isEqualTo(new Limits(9, Optional.of(90), Duration.ofSeconds(20), 1, Duration.ofSeconds(1)));
        assertThat(fast.prices())
                .contains(new Prices(
                        new BigDecimal("0.15"),
                        new BigDecimal("0.6"),
                        Optional.of(new BigDecimal("0.07")),
                        Optional.of(new BigDecimal("0.2"))));
        assertThat(fast.fallback()).contains("big");
        assertThat(fast.headers()).isEqualTo(Map.of("X-Team", "blue"));
        assertThat(fast.secretHeaders().get("X-Key").reveal()).isEqualTo("t-0123");
        assertThat(extractor.models().byName().get("big").baseUrl()).isEqualTo(Provider.ANTHROPIC.home());
        assertThat(file.toString()).doesNotContain("sk-from-file", "sk-ant-0", "t-0123");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "provider: ollama, baseUrl: http://h/v1 | provider | it is openai, with a baseUrl",
                "provider: openai, baseUrl: localhost:11434/v1 | baseUrl | does not begin with http://",
                "provider: openai, baseUrl: http://h/v1/chat/completions | baseUrl | without /chat/completions",
                "provider: openai, baseUrl: http://h/v1, fallback: aa | fallback | Did you mean \"a\"?",
            })
    void parse_mistake_toldWithWhatMayBeMeant(String model, String member, String words) {
        ConfigException error = parse("models: {a: {model: m, " + model + "}}\nworkers: {w: {llm: a}}\n");

        assertThat(error.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.pointer()).isEqualTo("/models/a/" + member);
            assertThat(problem.message()).contains(words);
        });
    }

    @Test
    void parse_manyErrors_reportedAtOnceWithPointersAndWithoutKeys() {
        ConfigException error = parse("""
                models:
                  a: {provider: azure, model: m}
                  b: {model: m}
                  c: {provider: openai, model: m}
                  d: {provider: openai, baseUrl: "http://me:sk-in-url@host/v1", model: m}
                  e: {provider: openai, baseUrl: http://h/v1, model: m, apiKey: sk-in-file}
                  f: {provider: openai, baseUrl: http://h/v1, model: m, fallback: nowhere, temprature: 1}
                  g: {provider: openai, baseUrl: http://h/v1, model: m, fallback: h}
                  h: {provider: openai, baseUrl: http://h/v1, model: m, fallback: g}
                  i: {provider: anthropic, baseUrl: http://h/v1, model: m}
                  j: {provider: gemini, baseUrl: http://h/v1, concurrency: 0, structured: yes please, retries: -1}
                  k: {provider: openai, baseUrl: http://h/v1, model: m, prices: {input: 1, cached: 2}}
                  l: {provider: openai, baseUrl: http://h/v1, model: m, prices: {input: 1234567.5, output: 1e-30}}
                  m: 7
                workers:
                  x: {llm: nowhere}
                  y: {llm: {temperature: 1}}
                  z: {llm: {model: a, stream: 1, provider: openai}, instances: 2}
                """);

        assertThat(error.problems())
                .extracting(Problem::pointer)
                .containsExactly(
                        "/models/a/provider",
                        "/models/b/provider",
                        "/models/c/apiKey",
                        "/models/d/baseUrl",
                        "/models/e/apiKey",
                        "/models/f/temprature",
                        "/models/i/apiKey",
                        "/models/j/model",
                        "/models/j/structured",
                        "/models/j/concurrency",
                        "/models/j/retries",
                        "/models/k/prices/cached",
                        "/models/k/prices/output",
                        "/models/l/prices/input",
                        "/models/l/prices/output",
                        "/models/m",
                        "/models/m/provider",
                        "/models/m/model",
                        "/models/f/fallback",
                        "/models/g/fallback",
                        "/models/h/fallback",
                        "/workers/x/llm",
                        "/workers/y/llm/model",
                        "/workers/z/instances",
                        "/workers/z/llm/provider",
                        "/workers/z/llm/stream");
        assertThat(error).hasMessageContaining("the environment variable OPENAI_API_KEY to hold a secret");
        assertThat(error.getMessage()).doesNotContain("sk-in-url", "sk-in-file");
    }

    @Test
    void parse_headersThatCannotBeSent_orStandThereAsSecrets_areToldWithoutTheirValues() {
        ConfigException error = parse("""
                models:
                  a: {provider: openai, model: m, baseUrl: "http://h/v1", headers: {Authorization: Bearer sk-written, Host: x}}
                  b: {provider: openai, model: m, baseUrl: "http://h/v1", apiKey: {env: LINES}, headers: {X-Team: {env: LINES}}}
                workers:
                  w: {llm: a}
                """, Map.of("LINES", "sk-of\nlines"));

        assertThat(error.problems())
                .extracting(Problem::pointer)
                .containsExactlyInAnyOrder(
                        "/models/a/headers/Authorization",
                        "/models/a/headers/Host",
                        "/models/b/apiKey",
                        "/models/b/headers/X-Team");
        assertThat(error).message().doesNotContain("sk-written", "sk-of");
    }

    private static ConfigException parse(String yaml) {
        return parse(yaml, Map.of());
    }

    private static ConfigException parse(String yaml, Map<String, String> environment) {
        return catchThrowableOfType(
                ConfigException.class, () -> WorkersFile.parse(yaml, Path.of("w.yaml"), environment));
    }
}
