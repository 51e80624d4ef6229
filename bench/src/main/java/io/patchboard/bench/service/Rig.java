package io.patchboard.bench.service;

import io.patchboard.bench.process.BoardKind;
import io.patchboard.bench.process.Cluster;
import io.patchboard.bench.process.Directories;
import io.patchboard.bench.process.NewTopics;
import io.patchboard.bench.process.Part;
import io.patchboard.bench.process.Role;
import io.patchboard.gateway.source.SourceKind;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A broker, and the sides that are compared on it. Broker and sides have a JVM each, so that one's garbage is not
 * another's pause; the load and the reader are in this one.
 */
public final class Rig implements AutoCloseable {

    /** Of each JVM: what a small container would give it. */
    private static final String HEAP = "1g";

    private static final String READ_HEAP = "256m";

    private static final int PARTITIONS = 4;

    private static final String PATCHBOARD = "patchboard";
    private static final String PLAIN = "plain streams";

    private final boolean ownJvms;
    private final Path dir;
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final List<Part> brokers;
    private final String bootstrap;
    private final Admin admin;

    private Rig(boolean ownJvms, Path dir, int brokers) {
        this.ownJvms = ownJvms;
        this.dir = dir;
        this.brokers = brokers == 1
                ? List.of(start(Role.BROKER, Map.of("dir", dir.resolve("broker").toString()), HEAP))
                : Cluster.start(dir, brokers, HEAP);
        // Of several, the last would wait for a quorum that is gone; their data is deleted anyway.
        this.brokers.forEach(broker -> parts.push(brokers == 1 ? broker : broker::kill));
        this.bootstrap =
                String.join(",", this.brokers.stream().map(Part::address).toList());
        this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap));
        parts.push(admin);
    }

    /** @param ownJvms false for a quick look at whether all works */
    public static Rig start(boolean ownJvms) throws IOException {
        return new Rig(ownJvms, Files.createTempDirectory("patchboard-bench"), 1);
    }

    /** Several brokers, which keep each record as often as there are brokers; all parts in JVMs of their own. */
    public static Rig cluster(int brokers) throws IOException {
        return new Rig(true, Files.createTempDirectory("patchboard-bench"), brokers);
    }

    private Part start(Role role, Map<String, String> arguments, String heap) {
        return ownJvms ? Part.inOwnJvm(role, arguments, heap) : Part.inThisJvm(role, arguments);
    }

    public String bootstrap() {
        return bootstrap;
    }

    /** Processor time of all brokers. */
    public long brokerNanos() {
        return brokers.stream().mapToLong(Part::processorNanos).sum();
    }

    Admin admin() {
        return admin;
    }

    /** Whether a group has members of at least so many processes, and all of them have something to do. */
    boolean isShared(String group, int processes) {
        try {
            ConsumerGroupDescription now =
                    admin.describeConsumerGroups(List.of(group)).all().get().get(group);
            return now.groupState() == GroupState.STABLE
                    && now.members().stream()
                                    .map(MemberDescription::clientId)
                                    .map(id -> id.replaceAll("-StreamThread.*", ""))
                                    .distinct()
                                    .count()
                            >= processes
                    && now.members().stream()
                            .noneMatch(member ->
                                    member.assignment().topicPartitions().isEmpty());
        } catch (ExecutionException e) {
            throw new IllegalStateException("Expected to see group " + group + ", but: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while looking at a group.", e);
        }
    }

    /** Where the broker keeps its topics. */
    Path brokerLogs() {
        return dir.resolve("broker").resolve("kafka");
    }

    /** The kernel with the product's settings. */
    public Side kernel(String prefix) {
        return kernel(prefix, Map.of());
    }

    /** @param overrides settings of Streams and its clients that differ from the product's */
    public Side kernel(String prefix, Map<String, String> overrides) {
        Topics topics = new Topics(prefix);
        return side(PATCHBOARD, Role.KERNEL, prefix, overrides, topics.proposals(), topics.committed());
    }

    /**
     * Kernels that share the work.
     *
     * @param processes each a JVM of its own
     * @param partitions of the topics, which are made for it
     */
    public Side kernels(String prefix, int processes, int partitions, Map<String, String> overrides) {
        Topics topics = new Topics(prefix);
        Map<String, String> arguments = new TreeMap<>(overrides);
        arguments.put("partitions", Integer.toString(partitions));
        List<Supplier<Part>> starts = IntStream.range(0, processes)
                .mapToObj(i -> arguments(prefix, prefix + i, arguments))
                .map(each -> (Supplier<Part>) () -> start(Role.KERNEL, each, HEAP))
                .toList();
        return add(new Side(this, PATCHBOARD, prefix, topics.proposals(), topics.committed(), starts));
    }

    /** Plain Streams, with values of this size in its store. */
    public Side plain(String prefix, int valueBytes, Map<String, String> overrides) {
        return plain(PLAIN, prefix, valueBytes, overrides);
    }

    private Side plain(String name, String prefix, int valueBytes, Map<String, String> overrides) {
        Map<String, String> arguments = new TreeMap<>(overrides);
        arguments.put("valueBytes", Integer.toString(valueBytes));
        return plain(name, Role.PLAIN, prefix, arguments, new Topics(prefix).committed());
    }

    /** Plain Streams with transactions of 5 ms. */
    public Side pacedPlain(String prefix, int valueBytes) {
        return plain(PLAIN + ", 5 ms", prefix, valueBytes, Map.of("commit.interval.ms", "5", "poll.ms", "5"));
    }

    /** The kernel with boards whose workers are invited, by the bench. Its outcomes are its invitations. */
    public Side invitingKernel(String name, String prefix) {
        Topics topics = new Topics(prefix);
        String invitations = topics.invocations("default");
        NewTopics.create(admin, List.of(topic(invitations, TopicConfig.RETENTION_MS_CONFIG, "-1")));
        return side(name, Role.KERNEL, prefix, Map.of(), topics.proposals(), invitations);
    }

    /** The kernel, with a gateway in a JVM of its own that serves the bench's workers. */
    public Side kernelAndGateway(String name, String prefix, SourceKind source) {
        Topics topics = new Topics(prefix);
        Map<String, String> replication = Map.of("replication", Integer.toString(brokers.size()));
        Side side = side(name, Role.KERNEL, prefix, replication, topics.proposals(), topics.committed());
        return helped(side, Role.GATEWAY, Map.of("source", source.word()));
    }

    private Side helped(Side side, Role helper, Map<String, String> more) {
        side.helpedBy(start(helper, arguments(side.prefix(), side.prefix(), more), HEAP));
        return side;
    }

    /** Plain Streams that writes what the kernel does for boards of this kind; where they invite, invitations count. */
    public Side sameWrites(String prefix, BoardKind kind, int size, Map<String, String> overrides) {
        boolean invited = kind == BoardKind.INVITED;
        String name = PLAIN + ", same writes" + (invited ? ", invited" : "");
        Topics topics = new Topics(prefix);
        String outputs = invited ? topics.invocations("default") : topics.committed();
        Map<String, String> arguments = new TreeMap<>(overrides);
        arguments.putAll(kind.arguments(size));
        return plain(name, Role.SAME_WRITES, prefix, arguments, outputs);
    }

    /** The same until boards end, with a plain worker in a JVM of its own that passes on what a gateway does. */
    public Side sameMessages(String prefix, BoardKind kind, int size) {
        Map<String, String> boards = kind.arguments(size);
        Side side = plain(PLAIN + ", same messages", Role.SAME_WRITES, prefix, boards, new Topics(prefix).committed());
        return helped(side, Role.PLAIN_WORKER, boards);
    }

    private Side plain(String name, Role role, String prefix, Map<String, String> arguments, String outputs) {
        Topics topics = new Topics(prefix); // set as the kernel sets its own
        NewTopics.create(
                admin,
                List.of(
                        topic(topics.commands(), TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime"),
                        topic(topics.proposals(), TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime"),
                        topic(topics.committed(), TopicConfig.RETENTION_MS_CONFIG, "-1"),
                        topic(topics.invocations("default"), TopicConfig.RETENTION_MS_CONFIG, "-1")));
        return side(name, role, prefix, arguments, topics.proposals(), outputs);
    }

    /** A read side that has read nothing yet, with the heap that it is promised to need at most. */
    public Part reads(String prefix) {
        Map<String, String> arguments = Map.of(
                "bootstrap", bootstrap, "dir", dir.resolve(prefix + "reads").toString(), "prefix", prefix);
        Part reads = start(Role.READS, arguments, READ_HEAP);
        parts.push(reads);
        return reads;
    }

    private Side side(String name, Role role, String prefix, Map<String, String> more, String inputs, String outputs) {
        Map<String, String> arguments = arguments(prefix, prefix, more);
        return add(new Side(this, name, prefix, inputs, outputs, List.of(() -> start(role, arguments, HEAP))));
    }

    private Map<String, String> arguments(String prefix, String stores, Map<String, String> more) {
        Map<String, String> arguments = new TreeMap<>(more);
        arguments.put("bootstrap", bootstrap);
        arguments.put("dir", dir.resolve(stores).toString());
        arguments.put("prefix", prefix);
        return arguments;
    }

    private Side add(Side side) {
        parts.push(side);
        return side;
    }

    private static NewTopic topic(String name, String setting, String value) {
        return new NewTopic(name, Optional.of(PARTITIONS), Optional.empty())
                .configs(Map.of(
                        setting,
                        value,
                        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                        Integer.toString(ContractLimits.MAX_STORED_BYTES)));
    }

    /** Batches as a busy client does. */
    KafkaProducer<byte[], byte[]> producer(int lingerMillis) {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ProducerConfig.LINGER_MS_CONFIG,
                        lingerMillis,
                        ProducerConfig.BATCH_SIZE_CONFIG,
                        128 * 1024,
                        ProducerConfig.COMPRESSION_TYPE_CONFIG,
                        "lz4",
                        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                        ContractLimits.MAX_STORED_BYTES,
                        ProducerConfig.BUFFER_MEMORY_CONFIG,
                        64L * 1024 * 1024),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** Stops everything, and deletes what it wrote. */
    @Override
    public void close() throws IOException {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                System.err.println("Expected a part of the bench to stop, but: " + e);
            }
        }
        Directories.delete(dir);
    }
}
