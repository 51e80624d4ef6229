package io.patchboard.gateway.http.outcome;

import io.patchboard.record.Topics;
import io.patchboard.registry.RegistryConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Which Kafka, and which topics on it.
 *
 * @param properties more client properties, such as those of TLS and SASL; {@value RegistryConfig#URL_PROPERTY} names a
 *     Schema Registry
 */
public record Cluster(String bootstrapServers, Map<String, String> properties, Topics topics) {

    public Cluster {
        properties = Map.copyOf(properties);
    }

    /** A client's configuration; {@code properties} are stronger than {@code own}. */
    public Map<String, Object> clientConfig(Map<String, Object> own) {
        Map<String, Object> config = new HashMap<>(own);
        config.putAll(RegistryConfig.withoutRegistry(properties));
        config.put("bootstrap.servers", bootstrapServers);
        return config;
    }

    /** The configuration of a consumer without a group that reads what is committed, from wherever it is told to. */
    Map<String, Object> readerConfig(String clientId, Duration timeout) {
        Map<String, Object> config = clientConfig(Map.of(
                "client.id",
                clientId,
                "default.api.timeout.ms",
                (int) timeout.toMillis(),
                "enable.metrics.push",
                false));
        config.put("isolation.level", "read_committed");
        config.put("auto.offset.reset", "earliest");
        config.put("enable.auto.commit", false);
        config.put("allow.auto.create.topics", false);
        config.remove("group.id");
        return config;
    }
}
