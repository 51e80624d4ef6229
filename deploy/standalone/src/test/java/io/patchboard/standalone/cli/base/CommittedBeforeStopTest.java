package io.patchboard.standalone.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.PendingCommits;
import io.patchboard.client.log.SampleLog;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.cli.Cli;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What was committed right before a broker stopped is there for whoever reads its data directory. */
class CommittedBeforeStopTest {

    private static final String PATIENCE = "3600000";

    @TempDir
    private Path data;

    /** Kafka was stopped before it had marked the commit in 4 of 110 times on a busy machine. */
    @Tag("long")
    @RepeatedTest(15)
    void committedRightBeforeTheStop_isRead() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(data));
                LogTopics written = new LogTopics(broker.bootstrapServers())) {
            written.commit(SampleLog.completed("b").entries());
        }

        Cli boards = Cli.run("board", "list", "--json", "--data-dir", data.toString());

        assertThat(boards.out()).as(boards.err()).contains("\"b\"").contains("completed");
    }

    /** Nobody waits for the hour that an answer may take here. */
    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void whatSomebodyHasBegun_isNotWaitedFor() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(data));
                LogTopics written = new LogTopics(broker.bootstrapServers())) {
            written.commit(SampleLog.completed("b").entries());
            Map<String, Object> settings = new HashMap<>();
            settings.put("bootstrap.servers", broker.bootstrapServers());
            settings.put("transactional.id", "left-open");
            try (KafkaProducer<byte[], byte[]> producer =
                    new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
                producer.initTransactions();
                producer.beginTransaction();
                Topics topics = new Topics(Topics.DEFAULT_PREFIX);
                producer.send(new ProducerRecord<>(
                                topics.committed(), "b".getBytes(StandardCharsets.UTF_8), new byte[] {'{'}))
                        .get();

                PendingCommits.await(new KafkaConnection(
                        broker.bootstrapServers(), Map.of("default.api.timeout.ms", PATIENCE), topics));
            }
        }
    }
}
