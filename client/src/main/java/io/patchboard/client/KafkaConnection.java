package io.patchboard.client;

import io.patchboard.record.ContractLimits;
import io.patchboard.record.Topics;
import io.patchboard.registry.RegistryConfig;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which cluster, how to reach it, and which topics on it.
 *
 * @param properties more client properties, such as those of TLS and SASL; {@code bootstrap.servers} is not among them.
 *     {@value RegistryConfig#URL_PROPERTY} names the Schema Registry of logs in Avro that were written with one.
 */
public record KafkaConnection(String bootstrapServers, Map<String, String> properties, Topics topics) {

    public KafkaConnection {
        properties = Map.copyOf(properties);
    }

    public static KafkaConnection to(String bootstrapServers) {
        return new KafkaConnection(bootstrapServers, Map.of(), new Topics(Topics.DEFAULT_PREFIX));
    }

    /** How long an answer may take: what the user gave as {@code default.api.timeout.ms}, else {@code usual}. */
    public Duration patience(Duration usual) {
        String given = properties.get("default.api.timeout.ms");
        try {
            return given == null ? usual : Duration.ofMillis(Long.parseLong(given.trim()));
        } catch (NumberFormatException e) {
            return usual; // the clients refuse it, with their own message
        }
    }

    /** A client's configuration. What the user gave is stronger than {@code own}, but for the servers. */
    public Map<String, Object> clientConfig(Map<String, ?> own) {
        Map<String, Object> config = new LinkedHashMap<>(own);
        config.putAll(RegistryConfig.withoutRegistry(properties));
        config.put("bootstrap.servers", bootstrapServers);
        return config;
    }

    /**
     * That of a producer of requests. Each is written once however often it is sent, and none overtakes another; they
     * are few and somebody waits for each, so none waits for company.
     *
     * <p>One request is in flight at a time. Of several, a broker that was killed and knows nothing of the producer
     * takes what comes first for the beginning, and refuses what came before it until its delivery time is over.
     */
    public Map<String, Object> producerConfig(Map<String, ?> own) {
        Map<String, Object> config = new LinkedHashMap<>(Map.of(
                "acks",
                "all",
                "enable.idempotence",
                true,
                "max.in.flight.requests.per.connection",
                1,
                "linger.ms",
                0,
                "max.request.size",
                ContractLimits.MAX_RECORD_BYTES,
                "enable.metrics.push",
                false));
        config.putAll(own);
        return clientConfig(config);
    }

    /**
     * That of a member of a consumer group which reads what is committed, from the beginning, and says itself how far
     * it is. What the user gave does not change that, so nothing counts twice or is passed over because of it.
     */
    public Map<String, Object> memberConfig(String group, Map<String, ?> own) {
        Map<String, Object> settings = new LinkedHashMap<>(Map.of("client.id", group, "enable.metrics.push", false));
        settings.putAll(own);
        Map<String, Object> config = clientConfig(settings);
        config.put("group.id", group);
        config.put("isolation.level", "read_committed");
        config.put("auto.offset.reset", "earliest");
        config.put("enable.auto.commit", false);
        config.put("allow.auto.create.topics", false);
        return config;
    }

    /** That of an administrator's client. */
    public Map<String, Object> adminConfig(String clientId, Duration answer) {
        return clientConfig(Map.of(
                "client.id",
                clientId,
                "default.api.timeout.ms",
                (int) answer.toMillis(),
                "request.timeout.ms",
                (int) answer.toMillis(),
                "enable.metrics.push",
                false));
    }
}
