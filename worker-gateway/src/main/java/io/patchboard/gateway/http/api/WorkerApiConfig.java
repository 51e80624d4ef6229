package io.patchboard.gateway.http.api;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.ask.KeptLogs;
import io.patchboard.gateway.http.lease.Leases;
import io.patchboard.gateway.http.lease.SourceFactory;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.source.SourceConfig;
import io.patchboard.gateway.source.SourceKind;
import io.patchboard.gateway.source.Sources;
import io.patchboard.record.LogEntry;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * What the API works on.
 *
 * @param sources of the queues that are polled
 * @param awaited answers that a gateway of this process awaits by callback
 * @param onOutcome hears of each outcome before whoever waits for it
 * @param kept where outcomes that are not remembered are looked for first
 * @param idle a queue that nobody polls for so long is given up
 */
public record WorkerApiConfig(
        KafkaConnection connection,
        SourceFactory sources,
        AwaitedAnswers awaited,
        Consumer<LogEntry> onOutcome,
        KeptLogs kept,
        Duration idle) {

    public static final String DEFAULT_GROUP = "patchboard-http";

    private static final int MAX_TAKEN = 1_000;

    /**
     * Every encoding, with a Schema Registry if the properties name one. Each queue is taken through a consumer group
     * of its own, which goes on reading past what nobody asks for.
     *
     * @param group the groups' names begin with it
     */
    public static WorkerApiConfig of(
            KafkaConnection connection,
            String group,
            AwaitedAnswers awaited,
            Consumer<LogEntry> onOutcome,
            KeptLogs kept) {
        SourceFactory sources = queue -> Sources.open(new SourceConfig(
                connection, group + "-" + queue, SourceKind.CONSUMER, List.of(queue), MAX_TAKEN, MAX_TAKEN));
        return new WorkerApiConfig(connection, sources, awaited, onOutcome, kept, Leases.IDLE);
    }
}
