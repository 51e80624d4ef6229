package io.patchboard.gateway.http.api;

import io.patchboard.encoding.RecordDecoder;
import io.patchboard.gateway.http.lease.Leases;
import io.patchboard.gateway.http.lease.SourceFactory;
import io.patchboard.gateway.http.outcome.Cluster;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.source.ConsumerGroupSource;
import io.patchboard.gateway.source.GroupProtocol;
import io.patchboard.gateway.source.InvocationTopics;
import io.patchboard.json.JsonLimits;
import java.time.Duration;
import java.util.List;

/**
 * What the API works on.
 *
 * @param sources of the queues that are polled
 * @param decoder reads log entries and invocations
 * @param awaited answers that a gateway of this process awaits by callback
 * @param idle a queue that nobody polls for so long is given up
 */
public record WorkerApiConfig(
        Cluster cluster, SourceFactory sources, RecordDecoder decoder, AwaitedAnswers awaited, Duration idle) {

    public static final String DEFAULT_GROUP = "patchboard-http";

    private static final int FETCH_AT_ONCE = 100;

    /** JSON and plain Avro, through a consumer group. */
    public static WorkerApiConfig of(Cluster cluster, String group, AwaitedAnswers awaited) {
        SourceFactory sources = queue -> ConsumerGroupSource.open(
                cluster.bootstrapServers(),
                group,
                GroupProtocol.CLASSIC,
                new InvocationTopics(cluster.topics().prefix(), List.of(queue)),
                FETCH_AT_ONCE,
                cluster.properties());
        return new WorkerApiConfig(cluster, sources, new RecordDecoder(JsonLimits.DEFAULT), awaited, Leases.IDLE);
    }
}
