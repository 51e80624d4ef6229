package io.patchboard.gateway.source;

import java.util.Map;

/**
 * Everything that a source can be told.
 *
 * @param bootstrapServers {@code host:port}, separated by commas
 * @param group members of one group share the work. A share group gets the suffix {@link #SHARE_SUFFIX}, because a
 *     share group and a consumer group cannot have one name, and a consumer group of this name may be there from before
 * @param maxTaken deliveries that are neither acknowledged nor released at any time, about; a share group may exceed it
 *     by some batches, see {@link Demand}
 * @param clientProperties Kafka client settings (security, for instance) that replace those chosen here
 */
public record SourceConfig(
        String bootstrapServers,
        String group,
        SourceKind kind,
        InvocationTopics topics,
        int maxTaken,
        Map<String, String> clientProperties) {

    public static final String SHARE_SUFFIX = "-share";

    public SourceConfig {
        clientProperties = Map.copyOf(clientProperties);
        if (maxTaken < 1) {
            throw new IllegalArgumentException("Expected to take at least 1 delivery, but got " + maxTaken + ".");
        }
    }

    String shareGroup() {
        return group + SHARE_SUFFIX;
    }
}
