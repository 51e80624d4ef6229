package io.patchboard.standalone.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.Gateway;
import io.patchboard.gateway.GatewayConfig;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.submit.ProposalSubmitter;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways of one group, and nobody else: the test stands in for the kernel. */
class SharedWorkTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String INVOCATIONS = "patchboard.invocations.default";
    private static final String PROPOSALS = "patchboard.proposals";
    private static final int PARTITIONS = 8;
    private static final int ROUND = 40;

    @TempDir
    Path dir;

    private final Map<String, Integer> answers = new TreeMap<>();
    private final AtomicInteger byFirst = new AtomicInteger();
    private final AtomicInteger bySecond = new AtomicInteger();
    private EmbeddedBroker broker;
    private KafkaProducer<String, String> kernel;
    private KafkaConsumer<String, String> proposals;

    @BeforeEach
    void start() throws Exception {
        broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir));
        Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
        try (Admin admin = Admin.create(client)) {
            admin.createTopics(List.of(
                            new NewTopic(INVOCATIONS, PARTITIONS, (short) 1),
                            new NewTopic(PROPOSALS, PARTITIONS, (short) 1)))
                    .all()
                    .get();
        }
        kernel = new KafkaProducer<>(client, new StringSerializer(), new StringSerializer());
        proposals = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", broker.bootstrapServers(),
                        "group.id", "reader",
                        "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new StringDeserializer());
        proposals.subscribe(List.of(PROPOSALS));
    }

    @AfterEach
    void stop() {
        proposals.close();
        kernel.close();
        broker.close();
    }

    @Test
    void twoGatewaysOfAGroup_shareTheWork_andOneGoesOnAlone() {
        Gateway first = gateway(byFirst);
        try (Gateway second = gateway(bySecond)) {
            assertThat(second).isNotNull();
            // Until both have partitions; what is handed over on the way there may be answered twice.
            AtomicInteger probes = new AtomicInteger();
            await().atMost(PATIENCE).until(() -> {
                invite("probe-" + probes.incrementAndGet());
                readAnswers();
                return byFirst.get() > 0 && bySecond.get() > 0;
            });
            int firstBefore = byFirst.get();
            int secondBefore = bySecond.get();

            awaitAnswers(round("shared"));
            assertThat(byFirst.get()).isGreaterThan(firstBefore);
            assertThat(bySecond.get()).isGreaterThan(secondBefore);

            first.close();
            int firstAtTheEnd = byFirst.get();
            awaitAnswers(round("alone"));
            assertThat(byFirst).hasValue(firstAtTheEnd);
        } finally {
            first.close();
        }
        readAnswers();
        assertThat(answers)
                .allSatisfy((id, count) -> assertThat(count).as(id).isEqualTo(id.contains("probe") ? count : 1));
    }

    private Gateway gateway(AtomicInteger answered) {
        Worker worker = invocation -> {
            answered.incrementAndGet();
            return Answer.nothing();
        };
        return Gateway.start(
                GatewayConfig.builder(broker.bootstrapServers(), Map.of("w", WorkerBinding.Given.of(worker)))
                        .groupId("shared")
                        .build());
    }

    private Set<String> round(String name) {
        Set<String> expected = new TreeSet<>();
        for (int i = 0; i < ROUND; i++) {
            String id = name + "-" + i;
            invite(id);
            expected.add(ProposalSubmitter.proposalId(id, "w"));
        }
        return expected;
    }

    /** A board of its own for each, so that they are spread over the partitions. */
    private void invite(String id) {
        LogEntry invoked = new LogEntry(
                new LogHeader("board-" + id, 1, 1, Instant.EPOCH, LogHeader.GENESIS_HASH, ""),
                new WorkerInvoked(
                        id,
                        "w",
                        "default",
                        1,
                        Instant.now().plusSeconds(600),
                        1,
                        new Trigger("r", 1, Optional.empty()),
                        "Do.",
                        JsonObject.EMPTY,
                        "0",
                        JsonReader.parse("[]")));
        kernel.send(new ProducerRecord<>(INVOCATIONS, invoked.boardId(), JsonWriter.compact(invoked.toJson())));
    }

    private void awaitAnswers(Set<String> expected) {
        await().atMost(PATIENCE).until(() -> {
            readAnswers();
            return answers.keySet().containsAll(expected);
        });
    }

    private void readAnswers() {
        List<String> ids = new ArrayList<>();
        proposals.poll(Duration.ofMillis(200)).forEach(record -> ids.add(id(record.value())));
        ids.forEach(id -> answers.merge(id, 1, Integer::sum));
    }

    private static String id(String proposal) {
        Json id = ((JsonObject) JsonReader.parse(proposal)).get("proposalId").orElseThrow();
        return id.toString().replace("\"", "");
    }
}
