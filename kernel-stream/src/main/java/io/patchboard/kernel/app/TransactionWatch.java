package io.patchboard.kernel.app;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks now and then, beside the threads that decide, for open transactions: those that kernels have left which are
 * gone are ended, and those of others that hold up an input partition are told.
 */
final class TransactionWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TransactionWatch.class);
    private static final Duration EACH = Duration.ofSeconds(10);
    private static final Duration ABANDONED_EACH = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ScheduledExecutorService thread = Daemons.timer("patchboard-transaction-watch");
    private final StandingOffsets standing = new StandingOffsets(PATIENCE);
    private final Admin admin;
    private final AbandonedTransactions abandoned;
    private final String bootstrapServers;
    private final Map<TopicPartition, OffsetSpec> inputs = new HashMap<>();

    TransactionWatch(Admin admin, KernelConfig config, int inputPartitions) {
        this.admin = admin;
        this.abandoned = new AbandonedTransactions(admin, StreamsSettings.applicationId(config));
        this.bootstrapServers = config.bootstrapServers();
        for (int i = 0; i < inputPartitions; i++) {
            inputs.put(new TopicPartition(config.topics().commands(), i), OffsetSpec.latest());
            inputs.put(new TopicPartition(config.topics().proposals(), i), OffsetSpec.latest());
        }
    }

    void start() {
        every(ABANDONED_EACH, this::endAbandoned);
        every(EACH, this::look);
    }

    private void every(Duration time, Runnable task) {
        thread.scheduleWithFixedDelay(task, time.toMillis(), time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void endAbandoned() {
        try {
            abandoned.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        try {
            Map<TopicPartition, Long> stable = latest(IsolationLevel.READ_COMMITTED);
            Map<TopicPartition, Long> ends = latest(IsolationLevel.READ_UNCOMMITTED);
            standing.observe(ends, stable, Instant.now())
                    .forEach((partition, offset) ->
                            LOG.warn(StandingOffsets.tell(partition, offset, PATIENCE, bootstrapServers)));
        } catch (ExecutionException | KafkaException e) {
            LOG.debug("Expected the offsets of the input topics, but: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Map<TopicPartition, Long> latest(IsolationLevel level) throws ExecutionException, InterruptedException {
        Map<TopicPartition, ListOffsetsResultInfo> offsets =
                admin.listOffsets(inputs, new ListOffsetsOptions(level)).all().get();
        return offsets.keySet().stream()
                .collect(Collectors.toMap(
                        Function.identity(), partition -> offsets.get(partition).offset()));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
