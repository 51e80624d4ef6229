package io.patchboard.standalone.broker;

import java.nio.file.Path;

/**
 * What a caller decides about an embedded broker; everything else is decided, with its reason, in
 * {@link BrokerSettings}.
 *
 * @param dataDir directory that the broker owns while it runs; created if absent. It holds {@code kafka/} (the log),
 *     {@code broker.lock} and {@code broker.owner}; other names in it are left alone
 * @param kafkaPort port on 127.0.0.1 for clients; 0 lets the broker choose a free one at every start
 * @param defaultPartitions number of partitions of a topic that is created without saying how many
 */
public record EmbeddedBrokerConfig(Path dataDir, int kafkaPort, int defaultPartitions) {

    /** Enough to see several kernel tasks at work on a small machine, few enough to start fast. */
    public static final int DEFAULT_PARTITIONS = 4;

    private static final int HIGHEST_PORT = 65_535;

    public EmbeddedBrokerConfig {
        dataDir = dataDir.toAbsolutePath().normalize();
        if (kafkaPort < 0 || kafkaPort > HIGHEST_PORT) {
            throw new IllegalArgumentException(
                    "Expected a Kafka port between 0 (choose a free one) and 65535, but got " + kafkaPort + ".");
        }
        if (defaultPartitions < 1) {
            throw new IllegalArgumentException("Expected at least 1 partition, but got " + defaultPartitions + ".");
        }
    }

    /** A broker on {@code dataDir}, on a free port, with {@value #DEFAULT_PARTITIONS} partitions for each topic. */
    public static EmbeddedBrokerConfig on(Path dataDir) {
        return new EmbeddedBrokerConfig(dataDir, 0, DEFAULT_PARTITIONS);
    }

    public EmbeddedBrokerConfig withKafkaPort(int port) {
        return new EmbeddedBrokerConfig(dataDir, port, defaultPartitions);
    }

    public EmbeddedBrokerConfig withDefaultPartitions(int partitions) {
        return new EmbeddedBrokerConfig(dataDir, kafkaPort, partitions);
    }

    Path logDir() {
        return dataDir.resolve("kafka");
    }
}
