package io.patchboard.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.patience.Ports;
import io.patchboard.standalone.broker.BrokerStartException.Reason;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class EmbeddedBrokerTest {

    @TempDir
    Path dir;

    @Nested
    class Serves {

        @Test
        void produced_records_areConsumed() throws Exception {
            try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir))) {
                Records.send(broker, "t", "one", "two");

                assertThat(Records.read(broker, "t", "g", 2)).containsExactly("one", "two");
            }
        }

        @Test
        void unmadeTopic_onFirstUse_getsTheDefaultPartitions() throws Exception {
            var config = EmbeddedBrokerConfig.on(dir).withDefaultPartitions(3);
            try (EmbeddedBroker broker = EmbeddedBroker.start(config);
                    Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                Records.send(broker, "t", "one");

                var topic = admin.describeTopics(List.of("t")).allTopicNames().get();
                assertThat(topic.get("t").partitions()).hasSize(3);
            }
        }

        @Test
        void transaction_committed_isReadAfterwards() throws Exception {
            try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir));
                    var producer = Records.producer(broker.bootstrapServers(), Map.of("transactional.id", "tx"))) {
                producer.initTransactions();
                producer.beginTransaction();
                producer.send(new ProducerRecord<>("t", "board", "committed"));
                producer.commitTransaction();

                assertThat(Records.read(broker, "t", "g", 1)).containsExactly("committed");
            }
        }

        @Test
        void shareGroup_subscribed_getsRecords() throws Exception {
            try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir))) {
                readFromStart(broker, "g");
                Records.send(broker, "t", "one");

                assertThat(shareRead(broker, "t", "g")).containsExactly("one");
            }
        }

        @Test
        void oversizedRecord_isRefusedToItsProducer() {
            try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir));
                    KafkaProducer<String, String> producer = Records.producer(
                            broker.bootstrapServers(),
                            Map.of("max.request.size", 64_000_000, "buffer.memory", 128_000_000L))) {
                String tooLarge = "x".repeat(BrokerSettings.MAX_MESSAGE_BYTES + 1);

                assertThatThrownBy(() -> producer.send(new ProducerRecord<>("t", tooLarge))
                                .get())
                        .isInstanceOf(ExecutionException.class)
                        .hasCauseInstanceOf(RecordTooLargeException.class);
            }
        }

        @Test
        void longTransaction_isRefusedToItsProducer() {
            int tooLong = (int) BrokerSettings.MAX_TRANSACTION.toMillis() + 1;
            try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir));
                    KafkaProducer<String, String> producer = Records.producer(
                            broker.bootstrapServers(),
                            Map.of("transactional.id", "t", "transaction.timeout.ms", tooLong))) {
                assertThatThrownBy(producer::initTransactions)
                        .isInstanceOf(KafkaException.class)
                        .hasMessageContaining("transaction timeout is larger than the maximum value allowed");
            }
        }

        private void readFromStart(EmbeddedBroker broker, String group) throws Exception {
            ConfigResource resource = new ConfigResource(ConfigResource.Type.GROUP, group);
            Collection<AlterConfigOp> ops = List.of(new AlterConfigOp(
                    new ConfigEntry("share.auto.offset.reset", "earliest"), AlterConfigOp.OpType.SET));
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                admin.incrementalAlterConfigs(Map.of(resource, ops)).all().get();
            }
        }

        private List<String> shareRead(EmbeddedBroker broker, String topic, String group) {
            Properties config = new Properties();
            config.put("bootstrap.servers", broker.bootstrapServers());
            config.put("group.id", group);
            List<String> values = new ArrayList<>();
            try (KafkaShareConsumer<String, String> consumer =
                    new KafkaShareConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
                consumer.subscribe(List.of(topic));
                await().atMost(Duration.ofMinutes(5)).until(() -> {
                    consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
                    return !values.isEmpty();
                });
            }
            return values;
        }
    }

    @Nested
    class Restarts {

        @Test
        void cleanStop_thenStart_keepsRecordsPositionsAndClusterId() throws Exception {
            String clusterId;
            try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir))) {
                Records.send(broker, "t", "before");
                Records.read(broker, "t", "g", 1);
                clusterId = clusterId(broker);
            }
            try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir))) {
                Records.send(broker, "t", "after");

                assertThat(Records.read(broker, "t", "g", 1)).containsExactly("after");
                assertThat(Records.read(broker, "t", "another", 2)).containsExactly("before", "after");
                assertThat(clusterId(broker)).isEqualTo(clusterId);
            }
        }

        @Test
        void explicitPort_afterStop_isUsedAgain() {
            EmbeddedBrokerConfig config = EmbeddedBrokerConfig.on(dir).withKafkaPort(Ports.free());
            EmbeddedBroker first = EmbeddedBroker.start(config);
            first.close();

            try (EmbeddedBroker second = EmbeddedBroker.start(config)) {
                assertThat(second.bootstrapServers()).isEqualTo(first.bootstrapServers());
            }
        }

        @Test
        void killedProcess_thenStart_keepsAcknowledgedRecords() throws Exception {
            try (BrokerProcess process = BrokerProcess.start(dir)) {
                try (var producer = Records.producer(process.firstLine(), Map.of())) {
                    producer.send(new ProducerRecord<>("t", "board", "acknowledged"))
                            .get();
                }
                process.kill();
            }

            try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir))) {
                assertThat(Records.read(broker, "t", "g", 1)).containsExactly("acknowledged");
            }
        }

        private String clusterId(EmbeddedBroker broker) throws Exception {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                return admin.describeCluster().clusterId().get();
            }
        }
    }

    @Nested
    class Refuses {

        @Test
        void directoryInUse_bySameProcess() {
            try (EmbeddedBroker running = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir))) {
                BrokerStartException e = failureOn(EmbeddedBrokerConfig.on(dir));

                assertThat(e.reason()).isEqualTo(Reason.DIRECTORY_IN_USE);
                assertThat(running.bootstrapServers()).startsWith("127.0.0.1:");
            }
        }

        @Test
        void directoryInUse_byAnotherProcess_isNamedWithItsOwner() throws Exception {
            try (BrokerProcess owner = BrokerProcess.start(dir)) {
                BrokerStartException e = failureOn(EmbeddedBrokerConfig.on(dir));

                assertThat(e.reason()).isEqualTo(Reason.DIRECTORY_IN_USE);
                assertThat(e).hasMessageContainingAll(dir.toString(), "process " + owner.pid(), "Stop that process");
            }
        }

        @Test
        void directoryInUse_endsTheOtherProcess() throws Exception {
            try (EmbeddedBroker running = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir));
                    BrokerProcess second = BrokerProcess.start(dir)) {
                assertThat(second.firstLine()).startsWith("DIRECTORY_IN_USE");
                assertThat(second.ended()).isTrue();
                assertThat(running.bootstrapServers()).isNotEqualTo(second.firstLine());
            }
        }

        @Test
        void portInUse() throws Exception {
            try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
                BrokerStartException e = failureOn(EmbeddedBrokerConfig.on(dir).withKafkaPort(taken.getLocalPort()));

                assertThat(e.reason()).isEqualTo(Reason.PORT_IN_USE);
                assertThat(e).hasMessageContainingAll("port " + taken.getLocalPort(), "choose another port");
            }
        }

        @Test
        void portTakenWhileItStarts_isFoundOut_whenItIsFreeAgainToo() throws Exception {
            EmbeddedBrokerConfig config = EmbeddedBrokerConfig.on(dir);
            Storage.prepare(config.logDir());
            Launch launch;
            Throwable failure;
            try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
                launch = new Launch(config, BrokerSettings.of(config, taken.getLocalPort(), Ports.free()));
                failure = catchThrowable(() -> launch.await(config));
            }
            launch.abandon();

            assertThat(failure).matches(LoopbackPorts::wasTaken);
        }

        @Test
        void directoryBelowAFile() throws Exception {
            Path file = Files.writeString(dir.resolve("file"), "not a directory");

            BrokerStartException e = failureOn(EmbeddedBrokerConfig.on(file.resolve("data")));

            assertThat(e.reason()).isEqualTo(Reason.DIRECTORY_UNUSABLE);
            assertThat(e).hasMessageContainingAll(file.toString(), "choose another data directory");
        }

        @Test
        void directoryOfAnotherNode_andIsFreeAgainAfterwards() throws Exception {
            EmbeddedBrokerConfig config = EmbeddedBrokerConfig.on(dir);
            EmbeddedBroker.start(config).close();
            Path metaProperties = config.logDir().resolve("meta.properties");
            String own = Files.readString(metaProperties);
            Files.writeString(metaProperties, own.replace("node.id=1", "node.id=7"));

            BrokerStartException e = failureOn(config);

            assertThat(e.reason()).isEqualTo(Reason.KAFKA_FAILED);
            assertThat(e).hasMessageContainingAll("node", "7", dir.toString());
            Files.writeString(metaProperties, own);
            EmbeddedBroker.start(config).close();
        }

        private BrokerStartException failureOn(EmbeddedBrokerConfig config) {
            return catchThrowableOfType(
                    BrokerStartException.class,
                    () -> EmbeddedBroker.start(config).close());
        }
    }

    @Nested
    class Fails {

        @Test
        void cleanClose_isNoFault() {
            EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir));
            broker.close();
            broker.close();

            assertThat(broker.fault().toCompletableFuture()).isNotDone();
        }
    }
}
