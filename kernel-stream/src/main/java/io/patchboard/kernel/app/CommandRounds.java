package io.patchboard.kernel.app;

import io.patchboard.kernel.stream.CommandProgress;
import io.patchboard.record.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks, while somebody asks, how far the group of kernels has come with the topic of commands, beside the threads that
 * decide.
 *
 * <p>That is as far as its committed offsets, and over what nobody can read: the ends of transactions, and what was
 * aborted. An open transaction is in the way, be it a dead kernel's, and so is a kernel that is gone, or that restores
 * its stores. No clock has a say in it, so it does not matter how long any of these may take.
 *
 * <p>Public so that it can be tried on a broker.
 */
public final class CommandRounds implements CommandProgress, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CommandRounds.class);
    private static final Duration EACH = Duration.ofMillis(500);
    private static final Duration POLL = Duration.ofMillis(200);

    private final ScheduledExecutorService thread = Daemons.timer("patchboard-commands");
    private final Admin admin;
    private final String group;
    private final Map<String, Object> consumerProperties;
    private final List<TopicPartition> commands;

    /** Where the partitions ended when the round began that are not processed up to there. */
    private final Map<TopicPartition, Long> left = new HashMap<>();

    private KafkaConsumer<byte[], byte[]> reader; // of the thread alone, made when it is needed
    private boolean begun;
    private final AtomicLong rounds = new AtomicLong();
    private volatile boolean asked;

    /** @param properties of a client of Kafka */
    public CommandRounds(Admin admin, Topics topics, int partitions, Map<String, Object> properties) {
        this.admin = admin;
        this.group = topics.kernelGroup();
        this.commands = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topics.commands(), partition))
                .toList();
        this.consumerProperties = new HashMap<>(properties);
        consumerProperties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        consumerProperties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        consumerProperties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        consumerProperties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        consumerProperties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
        consumerProperties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 1024);
    }

    void start() {
        thread.scheduleWithFixedDelay(this::lookIfAsked, EACH.toMillis(), EACH.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public long rounds() {
        asked = true;
        return rounds.get();
    }

    private void lookIfAsked() {
        if (asked) {
            asked = false;
            try {
                look();
            } catch (ExecutionException | RuntimeException e) { // one that escaped would end all looking
                Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
                if (cause instanceof AuthorizationException) {
                    LOG.warn(
                            "What comes for boards that are not there waits on, as nobody may see how far the kernels are: {}",
                            cause.getMessage());
                } else {
                    LOG.debug(
                            "Expected the offsets of the kernels on the topic of commands, but: {}",
                            cause.getMessage());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Ends the round if it has come to its end, and begins the next. */
    public void look() throws ExecutionException, InterruptedException {
        if (begun) {
            forgetWhatIsProcessed();
            if (!left.isEmpty()) {
                return;
            }
            rounds.incrementAndGet();
            begun = false;
        }
        begin();
        begun = true;
    }

    private void begin() throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> latest =
                commands.stream().collect(Collectors.toMap(Function.identity(), partition -> OffsetSpec.latest()));
        admin.listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                .all()
                .get()
                .forEach((partition, end) -> left.put(partition, end.offset()));
    }

    private void forgetWhatIsProcessed() throws ExecutionException, InterruptedException {
        Map<TopicPartition, Long> processed = new HashMap<>();
        admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get()
                .forEach((partition, offset) -> {
                    if (offset != null) {
                        processed.put(partition, offset.offset());
                    }
                });
        left.entrySet().removeIf(end -> processed.getOrDefault(end.getKey(), 0L) >= end.getValue());
        if (!left.isEmpty()) {
            forgetWhatCannotBeRead(processed);
        }
    }

    private void forgetWhatCannotBeRead(Map<TopicPartition, Long> processed) {
        if (reader == null) {
            reader = new KafkaConsumer<>(consumerProperties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        }
        reader.assign(left.keySet());
        left.keySet().forEach(partition -> reader.seek(partition, processed.getOrDefault(partition, 0L)));
        Set<TopicPartition> readable = reader.poll(POLL).partitions();
        left.entrySet()
                .removeIf(end -> !readable.contains(end.getKey()) && reader.position(end.getKey()) >= end.getValue());
    }

    @Override
    public void close() {
        thread.execute(() -> {
            if (reader != null) {
                reader.close();
            }
        });
        thread.shutdown();
    }
}
