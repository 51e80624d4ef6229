package io.patchboard.standalone.registry;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogReader;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.record.Topics;
import io.patchboard.registry.RegistryConfig;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A broker for all tests of a class, and for each a registry and topics of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RegistryRig {

    static final Duration PATIENCE = Duration.ofMinutes(5);

    Path dir;
    EmbeddedBroker broker;
    KafkaProducer<String, byte[]> producer;
    private int kernels;
    Topics topics;
    ProtocolRegistry registry;
    LogReader reader;

    @BeforeAll
    void startBroker(@TempDir Path folder) {
        dir = folder;
        broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("broker")));
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    @AfterAll
    void stopBroker() {
        producer.close();
        broker.close();
    }

    @BeforeEach
    void startRegistry() {
        topics = new Topics("registry" + kernels++ + ".");
        registry = ProtocolRegistry.start();
        reader = new LogReader(new KafkaConnection(
                broker.bootstrapServers(), Map.of(RegistryConfig.URL_PROPERTY, registry.url()), topics));
    }

    @AfterEach
    void stopRegistry() {
        registry.close();
    }

    RegistryConfig config() {
        return RegistryConfig.of(registry.url()).withTimeout(Duration.ofMinutes(1));
    }

    KernelConfig kernel(RegistryConfig config) {
        return KernelConfig.builder(
                        broker.bootstrapServers(),
                        dir.resolve(topics.prefix()),
                        "a secret of some bytes".getBytes(StandardCharsets.UTF_8))
                .prefix(topics.prefix())
                .registry(config)
                .build();
    }
}
