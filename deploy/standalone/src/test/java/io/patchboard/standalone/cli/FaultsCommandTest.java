package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.ReadLogs;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.app.KernelApp;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.jvm.ChildJvm;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("long")
class FaultsCommandTest {

    @Test
    void json_isOneObjectPerLine_andTheSameForTheSameSeed() {
        Cli cli = Cli.run("faults", "--per-type", "2", "--seed", "3", "--json");

        assertThat(cli.exitCode()).as(cli.err()).isZero();
        List<JsonObject> lines = cli.lines().stream()
                .map(JsonReader::parse)
                .map(JsonObject.class::cast)
                .toList();
        assertThat(lines).hasSize(19);
        assertThat(lines.subList(0, 18))
                .allSatisfy(row -> assertThat(row.names())
                        .containsExactly(
                                "fault", "system", "injected", "count", "rate", "low", "high", "paper", "mildest"))
                .allSatisfy(row -> assertThat(row.get("injected")).contains(Json.of(2)));
        assertThat(lines.get(18).names()).containsExactly("honestRuns", "haltedByMistake");
        assertThat(cli.err()).contains("Injecting 2 faults: invalid-json");
        assertThat(Cli.run("faults", "--per-type", "2", "--seed", "3", "--json").out())
                .isEqualTo(cli.out());
    }

    @Test
    void table_showsEveryRow_besideThePaper() {
        Cli cli = Cli.run("faults", "--per-type", "1");

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.out())
                .contains(
                        "unauthorized-write             patchboard        0/1",
                        "0.81",
                        "0.43",
                        "0.96",
                        "MILDEST",
                        "No language model",
                        "Honest runs: 1");
    }

    /** The same faults from the same states: a kernel behind Kafka has to come to the same as one in memory. */
    @Test
    void throughKafka_theTableIsTheSame(@TempDir Path dir) {
        String[] few = {"faults", "--per-type", "2", "--seed", "3", "--json"};
        List<String> inMemory = Cli.run(few).lines();
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("kafka")));
                KernelApp kernel = KernelApp.start(KernelConfig.builder(
                                broker.bootstrapServers(),
                                dir.resolve("state"),
                                "0123456789abcdef".getBytes(StandardCharsets.UTF_8))
                        .build())) {
            assertThat(kernel).isNotNull();
            List<String> command = new ArrayList<>(List.of(few));
            command.addAll(List.of("--bootstrap-server", broker.bootstrapServers()));
            Cli served = Cli.run(command.toArray(String[]::new));
            assertThat(served.exitCode()).as(served.err()).isZero();
            assertThat(served.lines()).isEqualTo(inMemory);

            SortedMap<String, List<LogRecord>> boards = ReadLogs.by(
                            new LogReader(KafkaConnection.to(broker.bootstrapServers())), Optional.empty())
                    .boards();
            assertThat(boards).hasSize(10);
            assertThat(boards.values())
                    .allSatisfy(
                            log -> assertThat(log.stream().map(LogRecord::entry).map(LogEntry::event))
                                    .anyMatch(PatchRejected.class::isInstance));
        }
        assertThat(Cli.run("faults", "--bootstrap-server", "127.0.0.1:9").err()).contains("nothing listens there");
    }

    @Test
    void circuits_areComparedOnTheSameRuns() {
        Cli cli = Cli.run("faults", "--circuits", "--per-type", "2");
        assertThat(cli.exitCode()).as(cli.err()).isZero();
        assertThat(cli.out()).contains("HONEST HALTED", "default ", "paper, threshold 2", "paper, threshold 4");

        Cli json = Cli.run("faults", "--circuits", "--per-type", "1", "--json");
        assertThat(json.lines()).hasSize(3).first().asString().contains("\"circuit\":\"default\"");
    }

    @Test
    void circuits_withWhatTheyDoNotHeed_areRefused(@TempDir Path dir) {
        for (String[] more : new String[][] {
            {"--out", dir.toString()},
            {"--bootstrap-server", "127.0.0.1:9"}
        }) {
            Cli cli = Cli.run("faults", "--circuits", "--per-type", "1", more[0], more[1]);

            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.out()).isEmpty();
            assertThat(cli.err()).startsWith("Expected --circuits without --out and --bootstrap-server");
        }
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void serversOfTheEnvironment_areAsked() throws Exception {
        ProcessBuilder faults = new ProcessBuilder(ChildJvm.running(PatchBoard.class, "faults", "--per-type", "1"))
                .redirectErrorStream(true);
        faults.environment().put("PATCHBOARD_BOOTSTRAP_SERVERS", "127.0.0.1:9");
        Process process = faults.start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("Expected a Kafka server at 127.0.0.1:9, but nothing listens there");
        assertThat(process.waitFor()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"--per-type, 0", "--per-type, -3", "--per-type, many", "--seed, x", "--per-type, 100001"})
    void badValue_isOneSentence_andExitCode1(String option, String value) {
        Cli cli = Cli.run("faults", option, value);

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err()).contains(option, value);
    }
}
