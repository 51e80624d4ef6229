package io.patchboard.gateway.http.outcome;

import io.patchboard.record.Topics;
import io.patchboard.registry.RegistryConfig;
import java.util.HashMap;
import java.util.Map;

/**
 * Which Kafka, and which topics on it.
 *
 * @param properties more client properties, such as those of TLS and SASL; {@value RegistryConfig#URL_PROPERTY} names a Schema Registry
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
}
