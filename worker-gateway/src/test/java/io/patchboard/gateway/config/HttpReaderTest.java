package io.patchboard.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.calls.RetryPolicy;
import io.patchboard.record.Problem;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class HttpReaderTest {

    private static final Map<String, String> ENVIRONMENT =
            Map.of("KEY", "k-12345", "BAD", "whsec_!", "LINES", "a\nb", "HOOK", "https://h.example/T/xyz-12345");

    @Test
    void read_bothForms_mean() throws Exception {
        var workers = WorkersFile.parse("""
                        workers:
                          short: {http: "https://w.example/a?x=1"}
                          beside:
                            http: http://w.example:8080/a
                            headers: {X-Team: blue, Authorization: {env: KEY, prefix: "Bearer "}}
                            secret: {env: KEY}
                            timeout: PT5S
                            concurrency: 3
                            retry: {attempts: 2, base: PT1S, cap: PT2S}
                          inside:
                            http: {url: {env: HOOK}, concurrency: 3, retry: {attempts: 1}}
                            timeout: PT7S
                        """, Path.of("w.yaml"), ENVIRONMENT).workers();

        WorkerBinding.Http plain = (WorkerBinding.Http) workers.get("short");
        assertThat(plain.endpoint().url()).isEqualTo(URI.create("https://w.example/a?x=1"));
        assertThat(plain.endpoint().place()).isEqualTo("https://w.example/a");
        assertThat(plain.retry()).isEqualTo(RetryPolicy.DEFAULT);
        assertThat(plain.timeout()).isEqualTo(Duration.ofSeconds(60));
        WorkerBinding.Http beside = (WorkerBinding.Http) workers.get("beside");
        assertThat(beside.requestsAtOnce()).isEqualTo(3);
        assertThat(beside.timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(beside.retry()).isEqualTo(new RetryPolicy(2, Duration.ofSeconds(1), Duration.ofSeconds(2)));
        assertThat(beside.endpoint().headers()).containsExactly(Map.entry("X-Team", "blue"));
        assertThat(beside.endpoint()
                        .secretHeaders()
                        .get("Authorization")
                        .secret()
                        .reveal())
                .isEqualTo("k-12345");
        assertThat(beside.endpoint().key()).isPresent();
        WorkerBinding.Http inside = (WorkerBinding.Http) workers.get("inside");
        assertThat(inside.timeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(inside.endpoint().url()).isEqualTo(URI.create("https://h.example/T/xyz-12345"));
        assertThat(inside.endpoint().place()).isEqualTo("https://h.example");
        assertThat(workers.toString()).doesNotContain("12345");
    }

    @Test
    void read_mistakes_allToldWithoutASecret() {
        ConfigException error = catchThrowableOfType(
                ConfigException.class, () -> WorkersFile.parse("""
                workers:
                  a: {http: "ftp://x"}
                  b: {http: "https://me:pa55word@x/"}
                  c: {http: "https://x/ y"}
                  d: {http: {ur: x}}
                  e: {http: "https://x/", headers: {Authorization: Bearer abc, Host: x, Content-Type: y, X-A: 1}}
                  f: {http: "https://x/", secret: hunter2}
                  g: {http: "https://x/", secret: {env: BAD}, headers: {X-B: {env: LINES}}}
                  h: {http: "https://x/", concurrency: 0, retry: {attempts: 0, base: 1, more: 2}}
                  i: {http: 7}
                  j: {http: "https:///x"}
                """, Path.of("w.yaml"), ENVIRONMENT));

        assertThat(error.problems())
                .extracting(Problem::pointer)
                .containsExactlyInAnyOrder(
                        "/workers/a/http",
                        "/workers/b/http",
                        "/workers/c/http",
                        "/workers/d/http/ur",
                        "/workers/d/http/url",
                        "/workers/e/headers/Authorization",
                        "/workers/e/headers/Host",
                        "/workers/e/headers/Content-Type",
                        "/workers/e/headers/X-A",
                        "/workers/f/secret",
                        "/workers/g/secret",
                        "/workers/g/headers/X-B",
                        "/workers/h/concurrency",
                        "/workers/h/retry/attempts",
                        "/workers/h/retry/base",
                        "/workers/h/retry/more",
                        "/workers/i/http",
                        "/workers/j/http");
        assertThat(error).message().doesNotContain("pa55word", "abc", "hunter2", "whsec_!");
    }

    @Test
    void agent_isReadFromCardAndSkill_andWhatIsWrongIsTold() throws Exception {
        WorkerBinding.A2a agent = (WorkerBinding.A2a)
                WorkersFile.parse("""
                workers:
                  a: {a2a: {card: "https://a.example/card.json", skill: sum, concurrency: 2}, timeout: PT5M}
                """, Path.of("w.yaml"), ENVIRONMENT).workers().get("a");
        ConfigException error = catchThrowableOfType(
                ConfigException.class,
                () -> WorkersFile.parse(
                        "workers: {a: {a2a: {card: ftp://x, sill: y}}}", Path.of("w.yaml"), ENVIRONMENT));

        assertThat(agent.card().url()).isEqualTo(URI.create("https://a.example/card.json"));
        assertThat(agent.skill()).isEqualTo("sum");
        assertThat(agent.timeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(agent.concurrency()).hasValue(2);
        assertThat(error.problems())
                .extracting(Problem::pointer)
                .containsExactlyInAnyOrder("/workers/a/a2a/card", "/workers/a/a2a/skill", "/workers/a/a2a/sill");
    }
}
