package io.patchboard.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.http.Callers;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.source.SourceKind;
import io.patchboard.metrics.PrometheusMetrics;
import io.patchboard.tracing.Tracing;
import java.io.ByteArrayInputStream;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class GatewayMainTest {

    @TempDir
    Path folder;

    @Test
    void config_everyOption_taken() throws Exception {
        GatewayConfig config = config(new String[] {
            "--workers",
            workers(),
            "--bootstrap-server",
            "k:1",
            "--group",
            "g",
            "--prefix",
            "x.",
            "--queue",
            "a",
            "--queue",
            "b",
            "--max-in-flight",
            "7",
            "--max-parked",
            "9",
            "--drain",
            "3s",
            "--source",
            "share",
            "--property",
            "security.protocol=SSL"
        });
        assertThat(config.connection().bootstrapServers()).isEqualTo("k:1");
        assertThat(config.groupId()).isEqualTo("g");
        assertThat(config.connection().topics().proposals()).isEqualTo("x.proposals");
        assertThat(config.queues()).isEqualTo(List.of("a", "b"));
        assertThat(config.maxInFlight()).isEqualTo(7);
        assertThat(config.maxParked()).isEqualTo(9);
        assertThat(config.drainGrace()).isEqualTo(Duration.ofSeconds(3));
        assertThat(config.source()).isEqualTo(SourceKind.SHARE);
        assertThat(config.connection().properties()).isEqualTo(Map.of("security.protocol", "SSL"));
        assertThat(config.workers()).containsOnlyKeys("w");
    }

    @Test
    void config_groupOfTheFile_usedUnlessGiven() throws Exception {
        assertThat(config(new String[] {"--workers", workers()}).groupId()).isEqualTo("of-file");
    }

    @Test
    void config_propertiesFile_takenUnlessTheCommandLineSaysElse() throws Exception {
        Path file = folder.resolve("client.properties");
        Files.writeString(
                file,
                "bootstrap.servers=other:1\nsasl.jaas.config=module required password\\=\"p\u00e4ss\";\nacks=1\n");
        assertThat(config(new String[] {"--workers", workers(), "--property", "acks=all", "--config", file.toString()})
                        .connection()
                        .properties())
                .isEqualTo(Map.of("sasl.jaas.config", "module required password=\"p\u00e4ss\";", "acks", "all"));
        assertRefused("Expected a properties file", "--workers", workers(), "--config", "/none");
    }

    @Test
    void config_fileWithoutGroup_oneThatFollowsFromItsText() throws Exception {
        String text = "workers:\n  w: {process: [cat]}\n";
        Path file = Files.writeString(folder.resolve("w.yaml"), text);
        assertThat(config(new String[] {"--workers", file.toString()}).groupId())
                .isEqualTo(WorkersFile.defaultGroup(text));
        assertRefused("Expected a file of workers", "--workers", "/none");
    }

    @Test
    void config_withoutWorkers_enoughForTheHttpApiAlone() throws Exception {
        assertThat(config(new String[] {"--bootstrap-server", "k:1"}, Map.of(), false)
                        .workers())
                .isEmpty();
    }

    @Test
    void config_serversOfTheEnvironment_takenUnlessTheCommandLineNamesOthers() throws Exception {
        String[] none = {"--workers", workers()};
        String[] others = {"--workers", workers(), "--bootstrap-server", "k:1"};
        assertThat(servers(none, Map.of())).isEqualTo("localhost:9092");
        Map<String, String> environment = Map.of("PATCHBOARD_BOOTSTRAP_SERVERS", "e:1");
        assertThat(servers(none, environment)).isEqualTo("e:1");
        assertThat(servers(others, environment)).isEqualTo("k:1");
    }

    @Test
    void config_prefixOfTheEnvironment_takenUnlessTheCommandLineNamesAnother() throws Exception {
        Map<String, String> environment = Map.of("PATCHBOARD_PREFIX", "e.");
        String[] none = {"--workers", workers()};
        String[] another = {"--workers", workers(), "--prefix", "k."};
        assertThat(prefix(none, Map.of())).isEqualTo("patchboard.");
        assertThat(prefix(none, environment)).isEqualTo("e.");
        assertThat(prefix(another, environment)).isEqualTo("k.");
        assertRefused("Unknown options: '--topic-prefix'", "--topic-prefix", "k.");
    }

    private static String prefix(String[] args, Map<String, String> environment) throws Exception {
        return config(args, environment, true).connection().topics().prefix();
    }

    private static String servers(String[] args, Map<String, String> environment) throws Exception {
        return config(args, environment, true).connection().bootstrapServers();
    }

    /** The file has a length and takes no room. */
    @Test
    void blobs_mayHaveAsMuchTogetherAsThoseOfUp() throws Exception {
        Path kept = Files.createDirectories(folder.resolve("blobs/objects/00")).resolve("large");
        try (RandomAccessFile file = new RandomAccessFile(kept.toFile(), "rw")) {
            file.setLength(10_239L * 1024 * 1024);
        }
        GatewayOptions options = CommandLine.populateCommand(
                new GatewayOptions(), "--blobs", folder.resolve("blobs").toString());

        BlobStore store = options.blobs().orElseThrow().store();

        assertThat(store.put(new ByteArrayInputStream(new byte[1]), Optional.empty())
                        .isNew())
                .isTrue();
    }

    @Test
    void config_nonsense_refusedWithTheReason() throws Exception {
        String workers = workers();
        assertRefused("Expected --workers FILE");
        assertRefused("required parameter for option '--group'", "--group");
        assertRefused("Unknown options: '--grp'", "--grp", "x");
        assertRefused("Invalid value for option '--max-in-flight'", "--workers", workers, "--max-in-flight", "x");
        assertRefused("Expected at least 1", "--workers", workers, "--max-in-flight", "0");
        assertRefused("Expected a source of auto, share, consumer, classic", "--workers", workers, "--source", "x");
        assertRefused("Expected at least 1 invocation to be parked", "--workers", workers, "--max-parked", "0");
        assertRefused("should be in KEY=VALUE", "--property", "x");
    }

    @Test
    void run_withoutAUsableAddress_saysWhichSettingIsWrong() throws Exception {
        List<String> said = new ArrayList<>();
        GatewayMain main = parsed("--workers", workers(), "--bootstrap-server", "no-port");

        int exitCode = GatewayProgram.run(() -> main.cluster().connection(Map.of()), main.options(), said::add);

        assertThat(exitCode).isEqualTo(GatewayProgram.FAILED);
        assertThat(said).singleElement().asString().contains("no-port", "bootstrap.servers");
    }

    private static void assertRefused(String message, String... args) {
        assertThatThrownBy(() -> config(args)).hasMessageContaining(message);
    }

    private static GatewayConfig config(String[] args) throws Exception {
        return config(args, Map.of(), true);
    }

    private static GatewayConfig config(String[] args, Map<String, String> environment, boolean workersNeeded)
            throws Exception {
        GatewayMain main = parsed(args);
        return main.options()
                .config(
                        main.cluster().connection(environment),
                        Callbacks.none(),
                        workersNeeded,
                        new CompositeMeterRegistry(),
                        Tracing.off());
    }

    private static GatewayMain parsed(String... args) {
        CommandLine commandLine = GatewayMain.commandLine();
        commandLine.parseArgs(args);
        return commandLine.getCommand();
    }

    @Test
    void http_options_takenOrRefused() {
        HttpServerConfig server = parsed("--http-port", "0", "--http-group", "g", "--http-url", "http://gw")
                .options()
                .http()
                .server(Map.of())
                .orElseThrow();
        assertThat(server.port()).isZero();
        assertThat(server.host()).isEqualTo("127.0.0.1");
        assertThat(parsed("--workers", "x").options().http().server(Map.of())).isEmpty();
        assertThatThrownBy(() -> parsed("--http-port", "65536").options().http().server(Map.of()))
                .hasMessage("Expected 0 to 65535 for --http-port, but got 65536.");
        assertThatThrownBy(() -> parsed("--http-host", "h").options().http().server(Map.of()))
                .hasMessage("Expected --http-port with [--http-host], but got none, so nothing would listen.");
    }

    @Test
    void http_onEveryAddress_isNothingToCallBack_butWhatHttpUrlSays() {
        assertThat(callbackUrl("--http-host", "0.0.0.0")).isEmpty();
        assertThat(callbackUrl("--http-host", "::")).isEmpty();
        assertThat(callbackUrl("--http-host", "0.0.0.0", "--http-url", "http://gw:8080"))
                .hasValue(URI.create("http://gw:8080"));
        assertThat(callbackUrl().orElseThrow()).hasHost("127.0.0.1");
    }

    private static Optional<URI> callbackUrl(String... args) {
        String[] all =
                Stream.concat(Stream.of("--http-port", "0"), Stream.of(args)).toArray(String[]::new);
        HttpOptions options = parsed(all).options().http();
        HttpServerConfig server =
                options.server(Map.of(Callers.TOKEN_VARIABLE, "t")).orElseThrow();
        try (PrometheusMetrics metrics = new PrometheusMetrics();
                GatewayHttp http = GatewayHttp.start(server, options, metrics, Optional.empty())) {
            return http.callbacks().base();
        }
    }

    private String workers() throws Exception {
        Path file = folder.resolve("workers.yaml");
        Files.writeString(file, "group: of-file\nworkers:\n  w: {process: [cat]}\n");
        return file.toString();
    }
}
