package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.patchboard.gateway.GatewayMeters;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.kernel.stream.KernelMeters;
import io.patchboard.metrics.KafkaMetrics;
import io.patchboard.metrics.Metric;
import io.patchboard.metrics.PrometheusMetrics;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import io.patchboard.standalone.run.Workers;
import io.patchboard.standalone.sources.feed.SourceMeters;
import io.patchboard.standalone.workers.Examples;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What a server tells Prometheus, and the page about it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MetricsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Path PAGE = Examples.REPOSITORY.resolve("docs/metrics.md");
    private static final Path MONITORING = Examples.REPOSITORY.resolve("deploy/monitoring");
    private static final String MADE = "target/metrics.md";

    private static final Pattern SAMPLE =
            Pattern.compile("(patchboard_[a-z_]+?)(?:_bucket|_count|_sum|_max)?(?:\\{(.*)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"");

    private static final List<Metric> ALL = Stream.of(
                    KernelMeters.ALL, GatewayMeters.ALL, BoardMeters.ALL, SourceMeters.ALL)
            .flatMap(List::stream)
            .toList();

    private final PrometheusMetrics metrics = new PrometheusMetrics();
    private AllInOne all;
    private RunningApi api;

    @BeforeAll
    void start(@TempDir Path dir) throws Exception {
        Path workers = Examples.REPOSITORY.resolve("examples/hello-summary/workers.yaml");
        all = AllInOne.start(
                AllInOneConfig.on(dir).withMeters(metrics.registry()).withWorkers(List.of(Workers.load(workers))));
        api = new RunningApi(all, new AwaitedAnswers(), HttpServerConfig.onPort(0), metrics);
        String blueprint = new ObjectMapper()
                .writeValueAsString(new YAMLMapper()
                        .readTree(Files.readString(
                                Examples.REPOSITORY.resolve("examples/hello-summary/blueprint.yaml"))));
        String input = Files.readString(Examples.REPOSITORY.resolve("examples/hello-summary/input.json"));
        await().ignoreExceptions()
                .atMost(PATIENCE)
                .until(() -> api.post(
                                        "/v1/boards",
                                        "{\"commandId\":\"c-1\",\"boardId\":\"secret-name\",\"blueprint\":" + blueprint
                                                + ",\"input\":" + input + "}")
                                .status()
                        == 201);
        await().atMost(PATIENCE).until(() -> text().contains("patchboard_boards{phase=\"completed\"} 1.0"));
    }

    @AfterAll
    void stop() {
        api.close();
        all.close();
    }

    private String text() throws Exception {
        return api.get("/metrics").text();
    }

    @Test
    void board_isCountedAllTheWay() throws Exception {
        // The board may be complete before the gateway knows that the broker has the answer.
        await().atMost(PATIENCE)
                .until(() -> text().contains(
                                "patchboard_invocations_total{outcome=\"answered\",worker=\"summarizer\"} 3.0"));

        assertThat(text())
                .contains(
                        "patchboard_proposals_total{blueprint=\"hello-summary\",outcome=\"committed\",stage=\"\"} 3.0")
                .contains("patchboard_entries_total{type=\"BoardCompleted\"} 1.0")
                .contains("patchboard_worker_seconds_count{outcome=\"answered\",worker=\"summarizer\"} 3")
                .contains("patchboard_boards_up_to_date 1.0")
                .contains("kafka_stream_alive_stream_threads{")
                .doesNotContain("secret-name");
    }

    @Test
    void everythingThatIsTold_isInThePage() throws Exception {
        Map<String, Set<String>> told = new TreeMap<>();
        text().lines().filter(line -> line.startsWith("patchboard_")).forEach(line -> {
            Matcher sample = SAMPLE.matcher(line);
            assertThat(sample.matches()).as(line).isTrue();
            Set<String> labels = told.computeIfAbsent(sample.group(1), name -> new TreeSet<>());
            LABEL.matcher(sample.group(2) == null ? "" : sample.group(2))
                    .results()
                    .map(label -> label.group(1))
                    .filter(label -> !label.equals("le"))
                    .forEach(labels::add);
        });
        Map<String, Set<String>> known = ALL.stream()
                .collect(Collectors.toMap(Metric::prometheusName, metric -> new TreeSet<>(metric.labels())));

        assertThat(known.entrySet()).containsAll(told.entrySet());
        assertThat(ofKafka(text())).hasSameSizeAs(KafkaMetrics.CHOSEN.keySet());
        assertThat(text().lines().filter(line -> line.startsWith("kafka_stream_thread_commit_total{")))
                .as("both threads")
                .hasSize(2);
    }

    @Test
    void page_isWhatTheSourcesSay() throws Exception {
        String made =
                MetricsPage.of(KernelMeters.ALL, GatewayMeters.ALL, BoardMeters.ALL, SourceMeters.ALL, ofKafka(text()));
        Files.writeString(Path.of(MADE), made);

        assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
                .as("docs/metrics.md; what it should be is in deploy/standalone/" + MADE + ", to be copied there")
                .isEqualTo(made);
    }

    /** By their names in Prometheus, what those of Kafka's clients mean. */
    private static Map<String, String> ofKafka(String text) {
        Map<String, String> meanings = new LinkedHashMap<>();
        KafkaMetrics.CHOSEN.forEach((name, meaning) -> {
            Pattern type = Pattern.compile("# TYPE (" + name.replace('.', '_') + "(?:_total)?) ");
            type.matcher(text).results().map(found -> found.group(1)).forEach(found -> meanings.put(found, meaning));
        });
        return meanings;
    }

    /** Prometheus' own check of the text form. */
    @Test
    void prometheus_canReadIt(@TempDir Path dir) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/promtool")), "promtool is not installed (package prometheus)");
        Path scraped = Files.writeString(dir.resolve("metrics"), text());
        Process check = new ProcessBuilder("promtool", "check", "metrics")
                .redirectErrorStream(true)
                .redirectInput(scraped.toFile())
                .start();
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        check.waitFor();

        assertThat(said.lines().filter(line -> line.startsWith("patchboard_") || line.contains("error")))
                .as(said)
                .isEmpty();
    }

    /** Rules and dashboard ask for nothing that nobody tells. */
    @Test
    void rulesAndDashboard_nameMetricsOfThePage() throws Exception {
        String page = Files.readString(PAGE);
        for (String file : List.of("alerts.yaml", "dashboard.json")) {
            String asked = Files.readString(MONITORING.resolve(file));
            assertThat(Pattern.compile("\\b(?:patchboard|kafka)_[a-z_]+(?=[{\\[ \\\\),]|$)", Pattern.MULTILINE)
                            .matcher(asked)
                            .results()
                            .map(name -> name.group().replaceFirst("_bucket$|_count$", ""))
                            .toList())
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
        }
    }

    @Test
    void alerts_fireWhereTheyShould() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/promtool")), "promtool is not installed (package prometheus)");
        Process test = new ProcessBuilder("promtool", "test", "rules", "src/test/resources/monitoring/alerts.test.yaml")
                .redirectErrorStream(true)
                .start();
        String said = new String(test.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(test.waitFor()).as(said).isZero();
    }

    /** A real Prometheus scrapes this server and evaluates the rules. */
    @Test
    void prometheus_scrapesThisServer(@TempDir Path dir) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/prometheus")), "prometheus is not installed");
        Path config = Files.writeString(dir.resolve("prometheus.yaml"), """
                global: {scrape_interval: 1s, evaluation_interval: 1s}
                rule_files: ["%s"]
                scrape_configs:
                  - job_name: patchboard
                    static_configs: [{targets: ["%s"]}]
                """.formatted(
                MONITORING.resolve("alerts.yaml").toAbsolutePath(), api.url().replace("http://", "")));
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Process prometheus = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + dir.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("log").toFile())
                .start();
        try {
            URI query = URI.create("http://127.0.0.1:" + port + "/api/v1/query?query="
                    + "patchboard_boards%7Bphase%3D%22completed%22%7D");
            await().ignoreExceptions()
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(fetched(query)).contains("\"job\":\"patchboard\"", ",\"1\"]"));
            await().ignoreExceptions()
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(fetched(URI.create("http://127.0.0.1:" + port + "/api/v1/rules")))
                            .contains("\"health\":\"ok\"")
                            .doesNotContain("\"health\":\"err\"", "\"health\":\"unknown\"", "\"state\":\"firing\""));
        } finally {
            prometheus.destroy();
            prometheus.waitFor();
        }
    }

    private static String fetched(URI url) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString())
                .body();
    }
}
