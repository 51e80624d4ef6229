package io.patchboard.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.source.SourceKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GatewayMainTest {

    @TempDir
    Path folder;

    @Test
    void config_everyOption_taken() throws Exception {
        GatewayConfig config = GatewayMain.config(new String[] {
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
            "--drain-seconds",
            "3",
            "--source",
            "share",
            "--property",
            "security.protocol=SSL"
        });
        assertThat(config.bootstrapServers()).isEqualTo("k:1");
        assertThat(config.groupId()).isEqualTo("g");
        assertThat(config.proposalsTopic()).isEqualTo("x.proposals");
        assertThat(config.queues()).isEqualTo(List.of("a", "b"));
        assertThat(config.maxInFlight()).isEqualTo(7);
        assertThat(config.maxParked()).isEqualTo(9);
        assertThat(config.drainGrace()).isEqualTo(Duration.ofSeconds(3));
        assertThat(config.source()).isEqualTo(SourceKind.SHARE);
        assertThat(config.clientProperties()).isEqualTo(Map.of("security.protocol", "SSL"));
        assertThat(config.workers()).containsOnlyKeys("w");
    }

    @Test
    void config_groupOfTheFile_usedUnlessGiven() throws Exception {
        assertThat(GatewayMain.config(new String[] {"--workers", workers()}).groupId())
                .isEqualTo("of-file");
    }

    @Test
    void config_propertiesFile_takenUnlessTheCommandLineSaysElse() throws Exception {
        Path file = folder.resolve("client.properties");
        Files.writeString(
                file,
                "bootstrap.servers=other:1\nsasl.jaas.config=module required password\\=\"p\u00e4ss\";\nacks=1\n");
        assertThat(GatewayMain.config(new String[] {
                            "--workers", workers(), "--property", "acks=all", "--config", file.toString()
                        })
                        .clientProperties())
                .isEqualTo(Map.of("sasl.jaas.config", "module required password=\"p\u00e4ss\";", "acks", "all"));
        assertRefused("Expected a properties file", "--workers", workers(), "--config", "/none");
    }

    @Test
    void config_fileWithoutGroup_oneThatFollowsFromItsText() throws Exception {
        String text = "workers:\n  w: {process: [cat]}\n";
        Path file = Files.writeString(folder.resolve("w.yaml"), text);
        assertThat(GatewayMain.config(new String[] {"--workers", file.toString()})
                        .groupId())
                .isEqualTo(WorkersFile.defaultGroup(text));
        assertRefused("Expected a file of workers", "--workers", "/none");
    }

    @Test
    void config_withoutWorkers_enoughForTheHttpApiAlone() throws Exception {
        assertThat(GatewayMain.config(new String[] {"--bootstrap-server", "k:1"}, Map.of(), Callbacks.none(), false)
                        .workers())
                .isEmpty();
    }

    @Test
    void config_serversOfTheEnvironment_takenUnlessTheCommandLineNamesOthers() throws Exception {
        String[] none = {"--workers", workers()};
        String[] others = {"--workers", workers(), "--bootstrap-server", "k:1"};
        assertThat(servers(none, Map.of())).isEqualTo("localhost:9092");
        for (String name : List.of("PATCHBOARD_BOOTSTRAP_SERVERS", "PATCHBOARD_BOOTSTRAP_SERVER")) {
            assertThat(servers(none, Map.of(name, "e:1"))).isEqualTo("e:1");
            assertThat(servers(others, Map.of(name, "e:1"))).isEqualTo("k:1");
        }
    }

    private static String servers(String[] args, Map<String, String> environment) throws Exception {
        return GatewayMain.config(args, environment, Callbacks.none(), true).bootstrapServers();
    }

    @Test
    void config_nonsense_refusedWithTheReason() throws Exception {
        String workers = workers();
        assertRefused("Expected --workers FILE");
        assertRefused("Expected a value after --group", "--group");
        assertRefused("Expected an option, but got --grp", "--grp", "x");
        assertRefused("Expected an integer", "--workers", workers, "--max-in-flight", "x");
        assertRefused("Expected at least 1", "--workers", workers, "--max-in-flight", "0");
        assertRefused("Expected a source of auto, share, consumer, classic", "--workers", workers, "--source", "x");
        assertRefused("Expected at least 1 invocation to be parked", "--workers", workers, "--max-parked", "0");
        assertRefused("Expected --property KEY=VALUE", "--property", "x");
    }

    private static void assertRefused(String message, String... args) {
        assertThatThrownBy(() -> GatewayMain.config(args)).hasMessageContaining(message);
    }

    private String workers() throws Exception {
        Path file = folder.resolve("workers.yaml");
        Files.writeString(file, "group: of-file\nworkers:\n  w: {process: [cat]}\n");
        return file.toString();
    }
}
