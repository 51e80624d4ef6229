package io.patchboard.standalone.crash;

import io.patchboard.json.Json;
import io.patchboard.record.Command;
import io.patchboard.record.Partitioning;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Sends requests, and keeps the account of what was sent. Each of them is one that the broker has, or the test fails:
 * what a producer loses is not the kernel's to find.
 */
public final class Ledger implements AutoCloseable {

    /** Where a request is sent: where its board belongs, or anywhere, as clients that hash keys differently do. */
    public enum Place {
        RIGHT,
        ANY
    }

    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);

    /** A proposal as the topic has it, which takes the least room. */
    private record Sent(String boardId, byte[] value) {}

    private final KafkaProducer<String, byte[]> producer;
    private final Random random;
    private final AtomicReference<Exception> lost = new AtomicReference<>();
    private final Set<String> proposals = new TreeSet<>();
    private final Set<String> commands = new TreeSet<>();
    private final Map<String, Integer> garbage = new TreeMap<>();
    private final List<Sent> recent = new ArrayList<>();
    private int records;

    public Ledger(String bootstrapServers, Random random) {
        this(bootstrapServers, random, Map.of());
    }

    /** @param more settings of the producer */
    public Ledger(String bootstrapServers, Random random, Map<String, ?> more) {
        Map<String, Object> config = new HashMap<>(Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "linger.ms",
                0,
                // Longer than any fault.
                "delivery.timeout.ms",
                600_000,
                "max.block.ms",
                600_000));
        config.putAll(more);
        this.producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
        this.random = random;
    }

    /** How requests are told apart: ids are unique within their board. */
    static String key(String boardId, String id) {
        return boardId + " " + id;
    }

    public synchronized void propose(PatchProposal proposal, Place place) {
        Sent sent = new Sent(proposal.boardId(), bytes(proposal.toJson()));
        proposals.add(key(proposal.boardId(), proposal.proposalId()));
        recent.add(sent);
        send(TOPICS.proposals(), sent, place);
    }

    public synchronized void command(Command command) {
        commands.add(key(command.boardId(), command.commandId()));
        send(TOPICS.commands(), new Sent(command.boardId(), bytes(command.toJson())), Place.RIGHT);
    }

    /** Sends something that is no proposal, and has no id. */
    public synchronized void garbage(String boardId) {
        garbage.merge(boardId, 1, Integer::sum);
        send(TOPICS.proposals(), new Sent(boardId, bytes(Json.of("{\"proposalId"))), Place.RIGHT);
    }

    /** Sends a proposal again that was sent before, lately or long ago. */
    public synchronized void repeat() {
        if (!recent.isEmpty()) {
            Sent old = recent.get(random.nextInt(recent.size()));
            send(TOPICS.proposals(), old, random.nextBoolean() ? Place.RIGHT : Place.ANY);
        }
    }

    /** Where a board belongs. */
    public int partition(String boardId) {
        return Partitioning.partition(
                boardId.getBytes(StandardCharsets.UTF_8),
                producer.partitionsFor(TOPICS.commands()).size());
    }

    private static byte[] bytes(Json record) {
        return record.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void send(String topic, Sent record, Place place) {
        records++;
        Integer partition = place == Place.RIGHT
                ? null
                : Integer.valueOf(random.nextInt(producer.partitionsFor(topic).size()));
        producer.send(new ProducerRecord<>(topic, partition, record.boardId(), record.value()), (metadata, error) -> {
            if (error != null) {
                lost.compareAndSet(null, error);
            }
        });
    }

    /** Waits until the broker has everything. */
    public void flush() throws Exception {
        producer.flush();
        if (lost.get() != null) {
            throw lost.get();
        }
    }

    /** Every proposal that was sent, by {@link #key}. */
    synchronized Set<String> proposals() {
        return new TreeSet<>(proposals);
    }

    /** Every command that was sent, by {@link #key}. */
    synchronized Set<String> commands() {
        return new TreeSet<>(commands);
    }

    /** How many records that are no proposals were sent, by board. */
    synchronized Map<String, Integer> garbage() {
        return new TreeMap<>(garbage);
    }

    /** Requests that are to have an outcome. */
    public synchronized int requests() {
        return proposals.size()
                + commands.size()
                + garbage.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Requests with their repetitions. */
    synchronized int records() {
        return records;
    }

    @Override
    public void close() {
        producer.close();
    }
}
