package io.patchboard.gateway;

import java.util.Map;

/**
 * The cluster that a gateway serves.
 *
 * @param topicPrefix what the names of the topics begin with
 * @param properties more settings of the Kafka clients
 */
public record KafkaTarget(String bootstrapServers, String topicPrefix, Map<String, String> properties) {

    public KafkaTarget {
        properties = Map.copyOf(properties);
    }
}
