package io.patchboard.kernel.stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.encoding.RecordEncoder;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.Queues;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import io.patchboard.registry.RegistryUnavailableException;
import io.patchboard.tracing.Tracing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** The kernel's topology without a broker: records in, log entries out, time on demand. */
final class KernelDriver implements AutoCloseable {

    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final Set<String> QUEUES = Set.of("boards", "default", "llm");

    private final RecordEncoder encoder;
    private final Limits limits;
    private final long cacheBytes;
    private final Predicate<String> queueExists;
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> commands;
    private final TestInputTopic<byte[], byte[]> proposals;
    private final Map<String, TestOutputTopic<byte[], byte[]>> outputs = new TreeMap<>();
    private final Map<String, SortedMap<Long, String>> written = new TreeMap<>();
    private final Map<String, Headers> headers = new HashMap<>();
    private final Tracing tracing;
    private final RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT.withMaxBytes(64 * 1024 * 1024));
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private Instant now;
    private boolean commandsLeft;
    private long rounds;
    private long looks;

    KernelDriver(Path stateDir) {
        this(stateDir, RecordEncoder.json());
    }

    KernelDriver(Path stateDir, RecordEncoder encoder) {
        this(stateDir, encoder, Limits.DEFAULT, 1024 * 1024);
    }

    KernelDriver(Path stateDir, RecordEncoder encoder, Limits limits, long cacheBytes) {
        this(stateDir, encoder, limits, cacheBytes, QUEUES::contains);
    }

    KernelDriver(Path stateDir, RecordEncoder encoder, Limits limits, long cacheBytes, Predicate<String> queueExists) {
        this(stateDir, encoder, limits, cacheBytes, queueExists, START, Attempts.unremembered(1), Tracing.off(), 1);
    }

    /** One whose process may end, or that makes spans. */
    KernelDriver(Path stateDir, Predicate<String> queueExists, Attempts attempts, Tracing tracing) {
        this(stateDir, RecordEncoder.json(), Limits.DEFAULT, 1024 * 1024, queueExists, START, attempts, tracing, 1);
    }

    /** The task of partition 0 of several. */
    KernelDriver(Path stateDir, int partitions) {
        this(
                stateDir,
                RecordEncoder.json(),
                Limits.DEFAULT,
                1024 * 1024,
                QUEUES::contains,
                START,
                Attempts.unremembered(1),
                Tracing.off(),
                partitions);
    }

    /** @param now the wall clock's time at the start */
    KernelDriver(Path stateDir, long cacheBytes, Instant now) {
        this(
                stateDir,
                RecordEncoder.json(),
                Limits.DEFAULT,
                cacheBytes,
                QUEUES::contains,
                now,
                Attempts.unremembered(1),
                Tracing.off(),
                1);
    }

    private KernelDriver(
            Path stateDir,
            RecordEncoder encoder,
            Limits limits,
            long cacheBytes,
            Predicate<String> queueExists,
            Instant now,
            Attempts attempts,
            Tracing tracing,
            int partitions) {
        this.tracing = tracing;
        this.encoder = encoder;
        this.limits = limits;
        this.cacheBytes = cacheBytes;
        this.queueExists = queueExists;
        this.now = now;
        Blueprints blueprints = new Blueprints();
        InvocationIds ids = new InvocationIds("a secret of some bytes".getBytes(StandardCharsets.UTF_8));
        Decider decider = Decider.on(Queues.of(queueExists), limits, blueprints, ids, TOPICS);
        InputReader inputs = new InputReader(new RecordDecoder(InputReader.LIMITS));
        ProcessorParts parts = new ProcessorParts(
                TOPICS,
                partitions,
                inputs,
                decider,
                blueprints,
                encoder,
                new CacheBudget(cacheBytes),
                attempts,
                new CommitPace(),
                this::rounds,
                new KernelMeters(meters),
                tracing,
                () -> this.now.plusMillis(looks++));
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "nowhere:1");
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        driver = new TopologyTestDriver(KernelTopology.build(TOPICS, parts), properties, now);
        commands = input(TOPICS.commands());
        proposals = input(TOPICS.proposals());
        output(TOPICS.committed());
        output(TOPICS.rejected());
        QUEUES.forEach(queue -> output(TOPICS.invocations(queue)));
    }

    /** What the kernel has counted. */
    MeterRegistry meters() {
        return meters;
    }

    private TestInputTopic<byte[], byte[]> input(String topic) {
        return driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer(), now, Duration.ZERO);
    }

    private void output(String topic) {
        outputs.put(topic, driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
    }

    /**
     * The kernel after a restart. The test driver deletes its state when it closes, so the stores are carried over, as
     * a restore from their changelogs would; all that was only in memory is gone.
     */
    KernelDriver restarted(Path newStateDir) {
        Map<String, List<KeyValue<byte[], byte[]>>> contents = stores().all();
        close();
        KernelDriver next = new KernelDriver(
                newStateDir, encoder, limits, cacheBytes, queueExists, now, Attempts.unremembered(1), tracing, 1);
        next.stores().fill(contents);
        return next;
    }

    KernelStores stores() {
        return new KernelStores(driver);
    }

    private long rounds() {
        rounds += commandsLeft ? 0 : CommandProgress.ROUNDS;
        return rounds;
    }

    /** Whether a kernel of the group has still to take what stands on the topic of commands. */
    void commandsLeft(boolean left) {
        commandsLeft = left;
    }

    List<LogEntry> command(String boardId, String json) {
        return command(bytes(boardId), bytes(json));
    }

    List<LogEntry> command(byte[] key, byte[] value) {
        commands.pipeInput(key, value);
        return entries();
    }

    List<LogEntry> propose(String boardId, String json) {
        return propose(bytes(boardId), bytes(json));
    }

    List<LogEntry> withHeaders(boolean command, byte[] key, byte[] value, Headers carried) {
        (command ? commands : proposals).pipeInput(new TestRecord<>(key, value, carried));
        return entries();
    }

    /** Of the record of an entry that was returned. */
    Headers headers(LogEntry entry) {
        return headers.get(entry.header().hash());
    }

    /** Sends a command and leaves what follows for {@link #values}. */
    void send(byte[] key, byte[] value) {
        commands.pipeInput(key, value);
    }

    List<LogEntry> propose(byte[] key, byte[] value) {
        proposals.pipeInput(key, value);
        return entries();
    }

    List<LogEntry> propose(String boardId, String json, long timestamp) {
        proposals.pipeInput(bytes(boardId), bytes(json), timestamp);
        return entries();
    }

    /** A record with its own time. */
    List<LogEntry> take(boolean command, byte[] key, byte[] value, Instant time) {
        (command ? commands : proposals).pipeInput(new TestRecord<>(key, value, time));
        return entries();
    }

    /**
     * All that was returned so far: by board and in order of the sequence, topic, time and value of each record.
     */
    Map<String, List<String>> written() {
        Map<String, List<String>> boards = new TreeMap<>();
        written.forEach((board, records) -> boards.put(board, List.copyOf(records.values())));
        return boards;
    }

    /** Lets wall-clock time pass, so that timers fire. */
    List<LogEntry> advance(Duration by) {
        now = now.plus(by);
        driver.advanceWallClockTime(by);
        commands.advanceTime(by);
        proposals.advanceTime(by);
        return entries();
    }

    /** Everything written since the last look, in order of sequence. */
    private List<LogEntry> entries() {
        List<LogEntry> entries = new ArrayList<>();
        for (Map.Entry<String, TestOutputTopic<byte[], byte[]>> output : outputs.entrySet()) {
            for (TestRecord<byte[], byte[]> next : output.getValue().readRecordsToList()) {
                LogEntry entry = decode(next.value());
                entries.add(entry);
                headers.put(entry.header().hash(), next.headers());
                written.computeIfAbsent(new String(next.key(), StandardCharsets.UTF_8), board -> new TreeMap<>())
                        .merge(
                                entry.sequence(),
                                output.getKey() + " " + next.timestamp() + " "
                                        + new String(next.value(), StandardCharsets.UTF_8),
                                (one, other) -> one + other);
            }
        }
        entries.sort(Comparator.comparingLong(LogEntry::sequence));
        return entries;
    }

    /** The values of a topic since the last look, as they were written. */
    List<byte[]> values(String topic) {
        return driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readValuesToList();
    }

    private LogEntry decode(byte[] value) {
        try {
            return decoder.decodeEntry(value);
        } catch (DecodeException | RegistryUnavailableException e) {
            throw new AssertionError(new String(value, StandardCharsets.UTF_8), e);
        }
    }

    /** A {@code CreateBoard} for a blueprint written in JSON with single quotes. */
    static String createBoard(String boardId, String blueprint, String input) {
        return "{\"type\":\"CreateBoard\",\"commandId\":\"create-" + boardId + "\",\"boardId\":\"" + boardId
                + "\",\"blueprint\":" + JsonReader.parse(blueprint.replace('\'', '"')) + ",\"input\":"
                + JsonReader.parse(input.replace('\'', '"')) + "}";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        driver.close();
    }
}
