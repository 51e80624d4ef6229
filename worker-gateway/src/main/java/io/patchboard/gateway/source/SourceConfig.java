package io.patchboard.gateway.source;

import io.patchboard.client.KafkaConnection;
import java.util.List;

/**
 * Everything that a source can be told.
 *
 * @param connection the cluster; its properties replace those chosen here, but for those on which it hangs what is
 *     delivered
 * @param group members of one group share the work. A share group gets the suffix {@link #SHARE_SUFFIX}, because a
 *     share group and a consumer group cannot have one name, and a consumer group of this name may be there from before
 * @param queues whose invocations are read; none stands for all, also those created later
 * @param maxTaken deliveries that are neither acknowledged nor released at any time, about; a share group may exceed it
 *     by some batches, see {@link FetchCredits}
 * @param atOnce deliveries that are worked on at any time, at most; the others wait
 */
public record SourceConfig(
        KafkaConnection connection, String group, SourceKind kind, List<String> queues, int maxTaken, int atOnce) {

    public static final String SHARE_SUFFIX = "-share";

    public SourceConfig {
        queues = List.copyOf(queues);
        if (maxTaken < 1) {
            throw new IllegalArgumentException("Expected to take at least 1 delivery, but got " + maxTaken + ".");
        }
    }

    InvocationTopics topics() {
        return new InvocationTopics(connection.topics().prefix(), queues);
    }

    public String shareGroup() {
        return group + SHARE_SUFFIX;
    }
}
