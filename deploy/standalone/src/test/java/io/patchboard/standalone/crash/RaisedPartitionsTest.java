package io.patchboard.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.ask.RequestSender;
import io.patchboard.client.ask.Waiting;
import io.patchboard.client.log.SampleLog;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.app.KernelApp;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.kernel.app.KernelStartException;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PauseBoard;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody raises the partitions of the inputs, and does then what the kernel says. */
@Tag("long")
class RaisedPartitionsTest {

    private static final List<String> INPUTS = List.of("patchboard.commands", "patchboard.proposals");

    @TempDir
    private Path dir;

    @Test
    void kernelOnRaisedInputs_saysWhatToDo_andBoardsGoOnAfterIt() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("broker")));
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
                RequestSender sender = new RequestSender(KafkaConnection.to(broker.bootstrapServers()))) {
            try (KernelApp kernel = kernel(broker)) {
                Waiting.on(sender.send(new CreateBoard("c-1", "b", SampleLog.BLUEPRINT, JsonObject.EMPTY)));
                awaitLast(broker, "WorkerInvoked");
            }
            admin.createPartitions(INPUTS.stream()
                            .collect(Collectors.toMap(topic -> topic, topic -> NewPartitions.increaseTo(4))))
                    .all()
                    .get();
            assertThatThrownBy(() -> kernel(broker).close())
                    .isInstanceOf(KernelStartException.class)
                    .hasMessageContaining("to have the 2 partitions over which boards are spread")
                    .hasMessageContaining("make it anew with PATCHBOARD_PARTITIONS=2");

            admin.deleteTopics(INPUTS).all().get();
            await().atMost(Duration.ofMinutes(5))
                    .until(() -> admin.listTopics().names().get().stream().noneMatch(INPUTS::contains));
            try (KernelApp kernel = kernel(broker)) {
                Waiting.on(sender.send(new PauseBoard("p-1", "b", Optional.of("to see"))));
                awaitLast(broker, "BoardPaused");
            }
        }
    }

    /** The log's sequences have no gap, and none comes twice. */
    private static void awaitLast(EmbeddedBroker broker, String kind) {
        await().atMost(Duration.ofMinutes(5)).untilAsserted(() -> {
            List<LogEntry> log = CommittedLog.read(broker.bootstrapServers()).getOrDefault("b", List.of());
            assertThat(log).isNotEmpty();
            assertThat(log.get(log.size() - 1).event().getClass().getSimpleName())
                    .isEqualTo(kind);
            assertThat(log)
                    .extracting(LogEntry::sequence)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, log.size()).boxed().toList());
        });
    }

    private KernelApp kernel(EmbeddedBroker broker) {
        return KernelApp.start(KernelConfig.builder(
                        broker.bootstrapServers(),
                        dir.resolve("streams"),
                        "a secret of some bytes".getBytes(StandardCharsets.UTF_8))
                .partitions(2)
                .build());
    }
}
