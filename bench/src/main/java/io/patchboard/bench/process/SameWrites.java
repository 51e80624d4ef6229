package io.patchboard.bench.process;

import io.patchboard.bench.load.Proposals;
import io.patchboard.kernel.stream.CommitPace;
import io.patchboard.record.Topics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What the kernel writes to its stores and to the log for each input of a board, in as many bytes and records and with
 * its pace of commits, and nothing of what it reads and decides: the log entries, the invocations with their views, the
 * slot or now and then the snapshot, the ids, the timer. It bounds what deciding faster can bring.
 */
final class SameWrites implements Processor<byte[], byte[], byte[], byte[]> {

    /** Characters at the beginning of an entry that say what it is, and which invocation. */
    private static final int HEAD_OF_ENTRY = 200;

    /** Characters of the hashes of an entry, and bytes of that of a slot, which no compression makes less. */
    private static final int HASHES_OF_ENTRY = 192;

    private static final int HASHES_OF_SLOT = 36;
    private static final int ID_CHARS = 32;

    /** As the kernel's store of boards has it: slots of a small board may weigh more than it does. */
    private static final int LIGHT_BYTES = 2 * 1024;

    private static final long TIMER_MILLIS = 600_000;

    private final List<Script> scripts;
    private final Topics topics;
    private final CommitPace pace;
    private final byte[] noise = noise();
    private final Map<String, Told> told = new HashMap<>();
    private ProcessorContext<byte[], byte[]> context;
    private KeyValueStore<byte[], byte[]> boards;
    private KeyValueStore<byte[], byte[]> slots;
    private KeyValueStore<byte[], byte[]> history;
    private KeyValueStore<byte[], byte[]> timers;
    private int at;

    /** What was written of a board so far. */
    private static final class Told {

        private int inputs;
        private int slots;
        private int slotBytes;
        private int snapshotBytes;
        private long due;
    }

    private SameWrites(List<Script> scripts, Topics topics, CommitPace pace) {
        this.scripts = scripts;
        this.topics = topics;
        this.pace = pace;
    }

    static ProcessorSupplier<byte[], byte[], byte[], byte[]> of(List<Script> scripts, Topics topics, CommitPace pace) {
        return PlainStreams.supplier(
                () -> new SameWrites(scripts, topics, pace), "boards", "slots", "history", "timers");
    }

    private static byte[] noise() {
        byte[] random = new byte[1 << 19];
        new SplittableRandom(1).nextBytes(random);
        return HexFormat.of().formatHex(random).getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> processorContext) {
        context = processorContext;
        boards = context.getStateStore("boards");
        slots = context.getStateStore("slots");
        history = context.getStateStore("history");
        timers = context.getStateStore("timers");
        pace.watch(context);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        String board = new String(record.key(), StandardCharsets.UTF_8);
        Script script = scripts.get(Proposals.number(board) % scripts.size());
        Told of = told.computeIfAbsent(board, id -> new Told());
        Script.Step step = script.step(of.inputs++);
        saveBoard(board, of, step, record);
        step.ids().forEach(id -> history.put(key(board, fresh(id.key(), of.inputs)), noise(id.bytes())));
        step.due().ifPresent(due -> moveTimer(record, of, due));
        for (Script.Sent sent : step.sent()) {
            context.forward(
                    record.withValue(like(sent.entry(), HEAD_OF_ENTRY, record.value(), HASHES_OF_ENTRY)),
                    sent.invocation() ? topics.invocations("default") : topics.committed());
        }
        if (script.isOver(of.inputs)) {
            told.remove(board);
        }
        pace.decided(context);
    }

    private void saveBoard(String board, Told of, Script.Step step, Record<byte[], byte[]> record) {
        int slot = step.slot().length;
        if (slot > 0 && of.slotBytes + slot <= Math.max(LIGHT_BYTES, of.snapshotBytes)) {
            of.slotBytes += slot;
            slots.put(key(board, of.slots++), like(step.slot(), 0, record.value(), HASHES_OF_SLOT));
        } else {
            of.slots = 0;
            of.slotBytes = 0;
            of.snapshotBytes = step.snapshot().length;
            boards.put(record.key(), like(step.snapshot(), 0, record.value(), HASHES_OF_ENTRY));
        }
    }

    private void moveTimer(Record<byte[], byte[]> record, Told of, boolean due) {
        if (of.due > 0) {
            timers.delete(timer(of.due, record.key()));
        }
        of.due = due ? record.timestamp() + TIMER_MILLIS : 0;
        if (due) {
            timers.put(timer(of.due, record.key()), noise(1));
        }
    }

    private static byte[] timer(long due, byte[] board) {
        return ByteBuffer.allocate(Long.BYTES + board.length)
                .putLong(due)
                .put(board)
                .array();
    }

    /** Ids are new each time; what counts requests stays under its key. */
    private String fresh(String key, int input) {
        return switch (key.charAt(0)) {
            case 'r', 'i' -> key.substring(0, 2) + new String(noise(ID_CHARS), StandardCharsets.US_ASCII);
            case 's' -> "s:" + Integer.toHexString(input);
            default -> key;
        };
    }

    private static byte[] key(String board, String key) {
        return (board + '\0' + key).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] key(String board, int slot) {
        byte[] id = board.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(id.length + 1 + Integer.BYTES)
                .put(id)
                .put((byte) 0)
                .putInt(slot)
                .array();
    }

    /** As long as a sample and with its head, with what came in it, and with hashes that are new each time. */
    private byte[] like(byte[] sample, int head, byte[] value, int hashes) {
        byte[] bytes = sample.clone();
        int from = Math.max(0, bytes.length - hashes);
        System.arraycopy(value, 0, bytes, Math.min(head, from), Math.min(value.length, Math.max(0, from - head)));
        System.arraycopy(noise(hashes), 0, bytes, from, Math.min(hashes, bytes.length));
        return bytes;
    }

    private byte[] noise(int length) {
        at = (at + 61) % (noise.length - length);
        byte[] some = new byte[length];
        System.arraycopy(noise, at, some, 0, length);
        return some;
    }
}
