package io.patchboard.bench.service;

import io.patchboard.bench.load.Load;
import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.process.Memory;
import io.patchboard.bench.process.Part;
import io.patchboard.record.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** One of those that are compared: records go in on a topic, and each has its outcome on another. */
public final class Side implements AutoCloseable {

    /** How long a round may make no progress. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final int BUSY_LINGER_MILLIS = 5;
    private static final int WORK_BEFORE_KILL = 1_000;

    private final Rig rig;
    private final String name;
    private final String prefix;
    private final String inputs;
    private final List<Supplier<Part>> starts;
    private final List<Part> parts = new ArrayList<>();
    private boolean closed;
    private final Reader reader;
    private final KafkaProducer<byte[], byte[]> busy;
    private int round;
    private int firstBoard;

    Side(Rig rig, String name, String prefix, String inputs, String outputs, List<Supplier<Part>> starts) {
        this.rig = rig;
        this.name = name;
        this.prefix = prefix;
        this.inputs = inputs;
        this.starts = starts;
        starts.forEach(start -> parts.add(start.get()));
        this.reader = new Reader(rig.bootstrap(), outputs);
        this.busy = rig.producer(BUSY_LINGER_MILLIS);
    }

    public String name() {
        return name;
    }

    String prefix() {
        return prefix;
    }

    String inputs() {
        return inputs;
    }

    /** Of all that share the work. */
    public Memory memory() {
        return parts.stream().map(Part::memory).reduce(new Memory(0, 0), Memory::plus);
    }

    void kill(int number) {
        parts.get(number).kill();
    }

    void restart(int number) {
        parts.set(number, starts.get(number).get());
    }

    /**
     * Kills the first part as {@code kill -9} does while it works, starts it again, and waits for the next outcome.
     *
     * @return from the kill until a record has its outcome that was sent after it, in nanoseconds
     */
    public long killAndCommit(int boards, RecordMaker value) {
        int before = round;
        turn(Math.min(boards, WORK_BEFORE_KILL), boards, value);
        long begin = System.nanoTime();
        kill(0);
        int board = before % boards;
        busy.send(new ProducerRecord<>(inputs, Proposals.key(board), value.make(board, round++)));
        busy.flush();
        restart(0);
        return reader.await(1, PATIENCE) - begin;
    }

    /** The kernel's boards, from one number up to before another; returns when all are committed. */
    public void createBoards(Proposals boards, int from, int to) {
        String commands = new Topics(prefix).commands();
        for (int board = from; board < to; board++) {
            busy.send(new ProducerRecord<>(commands, Proposals.key(board), boards.create(board)));
        }
        busy.flush();
        reader.await(to - from, PATIENCE);
    }

    /** What others wrote to the topic of its outcomes up to now is none of its outcomes. */
    public void passOver() {
        reader.passOver();
    }

    /** How many proposals it has been sent. */
    public int sent() {
        return round;
    }

    /** From now on turns leave out the boards before this one. */
    public void beginAt(int board) {
        firstBoard = board;
    }

    /**
     * Sends records as fast as it can, and waits for the outcomes of all.
     *
     * @param boards over which they are spread
     * @param value makes the record of a board
     * @return from the first send until the last outcome is seen
     */
    public Turn turn(int records, int boards, RecordMaker value) {
        return turn(records, boards, value, Double.POSITIVE_INFINITY);
    }

    /** As {@link #turn(int, int, RecordMaker)}, but sends no more than so many a second. */
    public Turn turn(int records, int boards, RecordMaker value, double mostPerSecond) {
        byte[][] keys = new byte[records][];
        byte[][] values = new byte[records][];
        for (int i = 0; i < records; i++) {
            int board = firstBoard + spread(i, boards);
            keys[i] = Proposals.key(board);
            values[i] = value.make(board, round++);
        }
        return timed(records, begin -> {
            send(keys, values, begin, mostPerSecond);
            return reader.await(records, PATIENCE);
        });
    }

    /** In a thread of its own. */
    private void send(byte[][] keys, byte[][] values, long begin, double mostPerSecond) {
        Thread sender = new Thread(
                () -> {
                    for (int i = 0; i < keys.length; i++) {
                        LockSupport.parkNanos((long) (i * 1e9 / mostPerSecond) - (System.nanoTime() - begin));
                        busy.send(new ProducerRecord<>(inputs, keys[i], values[i]));
                    }
                    busy.flush();
                },
                "bench-sender");
        sender.start();
    }

    /** Creates boards as fast as it can, and waits until all have ended. */
    public Turn untilEnd(int boards, Load load) {
        return untilEnd(boards, load, entry -> {});
    }

    /** @param watcher is shown all that is committed meanwhile */
    public Turn untilEnd(int boards, Load load, Consumer<ConsumerRecord<byte[], byte[]>> watcher) {
        return timed(boards, begin -> {
            for (int i = 0; i < boards; i++) {
                busy.send(load.next(i));
            }
            busy.flush();
            long last = begin;
            for (int ended = 0; ended < boards; last = System.nanoTime()) {
                for (ConsumerRecord<byte[], byte[]> record : next()) {
                    watcher.accept(record);
                    ended += load.isOutcome(record) ? 1 : 0;
                }
            }
            return last;
        });
    }

    /** @param run is told when it begins, and returns when the last outcome was seen, in nanoseconds */
    Turn timed(int records, LongUnaryOperator run) {
        long partBefore = processorNanos();
        long brokerBefore = rig.brokerNanos();
        long begin = System.nanoTime();
        long end = run.applyAsLong(begin);
        return new Turn(records, end - begin, processorNanos() - partBefore, rig.brokerNanos() - brokerBefore);
    }

    private long processorNanos() {
        return parts.stream().mapToLong(Part::processorNanos).sum();
    }

    /** From now on this part is the side's, and so is its processor time. */
    public void helpedBy(Part helper) {
        parts.add(helper);
    }

    /** The next outcomes, at least one. */
    ConsumerRecords<byte[], byte[]> next() {
        return reader.next(PATIENCE);
    }

    /** The outcomes that there are, after so long at most. */
    ConsumerRecords<byte[], byte[]> poll(Duration longest) {
        return reader.poll(longest);
    }

    /** Sends a record as a busy client does. */
    void send(String topic, byte[] key, byte[] value) {
        busy.send(new ProducerRecord<>(topic, key, value));
    }

    void flush() {
        busy.flush();
    }

    /**
     * What a turn took, in nanoseconds.
     *
     * @param clock from the first send until the last outcome was seen
     * @param part processor time of the side's JVM
     * @param broker processor time of the broker's, which all sides share
     */
    public record Turn(int records, long clock, long part, long broker) {

        public double perSecond() {
            return records * 1e9 / clock;
        }

        public double partMicros() {
            return part / 1e3 / records;
        }

        public double brokerMicros() {
            return broker / 1e3 / records;
        }

        public double allMicros() {
            return partMicros() + brokerMicros();
        }
    }

    /** Visits all boards, in an order that no cache can guess. */
    private static int spread(int i, int boards) {
        return Math.floorMod(i * 2_654_435_761L, boards);
    }

    /** Proposals, one after the other, spread over the boards. */
    public Load proposals(int boards, RecordMaker value) {
        return new Load() {
            @Override
            public ProducerRecord<byte[], byte[]> next(int number) {
                int board = firstBoard + spread(number, boards);
                return new ProducerRecord<>(inputs, Proposals.key(board), value.make(board, round++));
            }

            @Override
            public boolean isOutcome(ConsumerRecord<byte[], byte[]> seen) {
                return true;
            }
        };
    }

    /** A producer for one record at a time. */
    KafkaProducer<byte[], byte[]> patientProducer() {
        return rig.producer(0);
    }

    /** From the send of one record until a {@code read_committed} reader sees its outcome, in nanoseconds. */
    long latency(KafkaProducer<byte[], byte[]> producer, int board, IntFunction<byte[]> value) {
        byte[] sent = value.apply(round++);
        long begin = System.nanoTime();
        producer.send(new ProducerRecord<>(inputs, Proposals.key(board), sent));
        return reader.await(1, PATIENCE) - begin;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        busy.close();
        reader.close();
        parts.forEach(Part::close);
    }

    /** Makes the record of a board. */
    public interface RecordMaker {

        /** @param round tells the records of a side apart */
        byte[] make(int board, int round);
    }
}
