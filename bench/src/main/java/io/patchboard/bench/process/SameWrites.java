package io.patchboard.bench.process;

import io.patchboard.bench.core.LiveBoard;
import io.patchboard.bench.load.Claims;
import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.load.Shape;
import io.patchboard.encoding.RecordEncoder;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.kernel.stream.SlotFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What the kernel writes to its stores and to the log for a commit that nobody was invited to, in as many bytes and
 * records, and nothing of what it reads and decides: the log entry, the slot, now and then the snapshot, and
 * the proposal's id. It bounds what deciding faster can bring.
 */
final class SameWrites implements Processor<byte[], byte[], byte[], byte[]> {

    /** Commits until a board remembers as many changes as it will. */
    private static final int COMMITS = 100;

    /** Characters of the hashes of an entry, and bytes of that of a slot, which no compression makes less. */
    private static final int HASHES_OF_ENTRY = 192;

    private static final int HASHES_OF_SLOT = 36;
    private static final int ID_CHARS = 32;
    private static final byte[] SET = {1, '1'};

    private final Sizes sizes;
    private final byte[] noise = noise();
    private final Map<String, Integer> commits = new HashMap<>();
    private ProcessorContext<byte[], byte[]> context;
    private KeyValueStore<byte[], byte[]> boards;
    private KeyValueStore<byte[], byte[]> slots;
    private KeyValueStore<byte[], byte[]> history;
    private int at;

    /** The bytes of a real commit on a board of that size. */
    private record Sizes(byte[] entry, byte[] slot, byte[] snapshot) {

        static Sizes of(int boardBytes) {
            Proposals proposals = Proposals.ofOneKilobyte(boardBytes);
            LiveBoard live = new LiveBoard(Shape.LIST, new Claims(Shape.LIST, boardBytes, Claims.LONG_QUOTE).state());
            Board before = null;
            for (int i = 0; i < COMMITS; i++) {
                before = live.commit(proposals.steady(LiveBoard.ID, i)).board();
            }
            Decision decision = live.decide(proposals.steady(LiveBoard.ID, COMMITS));
            return new Sizes(
                    RecordEncoder.json().encode(decision.entries().get(0)),
                    SlotFormat.write(before, decision.entries()),
                    BoardJson.bytes(before));
        }

        int slotsOfSnapshot() {
            return Math.max(1, snapshot.length / slot.length);
        }
    }

    private SameWrites(Sizes sizes) {
        this.sizes = sizes;
    }

    static ProcessorSupplier<byte[], byte[], byte[], byte[]> onBoardsOf(int bytes) {
        Sizes sizes = Sizes.of(bytes);
        return PlainStreams.supplier(() -> new SameWrites(sizes), "boards", "slots", "history");
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
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        String board = new String(record.key(), StandardCharsets.UTF_8);
        int commit = commits.merge(board, 1, Integer::sum);
        String id = new String(noise(ID_CHARS), StandardCharsets.US_ASCII);
        int slot = commit % (sizes.slotsOfSnapshot() + 1);
        if (slot == 0) {
            boards.put(record.key(), like(sizes.snapshot(), record.value(), HASHES_OF_ENTRY));
        } else {
            slots.put(key(board, slot), like(sizes.slot(), record.value(), HASHES_OF_SLOT));
        }
        history.put(key(board, "r:" + id), SET);
        history.put(key(board, "s:" + Integer.toHexString(commit)), noise(1 + ID_CHARS + 13));
        history.put(key(board, "h"), Integer.toString(commit).getBytes(StandardCharsets.US_ASCII));
        context.forward(record.withValue(like(sizes.entry(), record.value(), HASHES_OF_ENTRY)));
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

    /** As long as a sample, with what came in it and hashes that are new each time. */
    private byte[] like(byte[] sample, byte[] value, int hashes) {
        byte[] bytes = sample.clone();
        int from = bytes.length - hashes;
        System.arraycopy(value, 0, bytes, 0, Math.min(value.length, from));
        System.arraycopy(noise(hashes), 0, bytes, from, hashes);
        return bytes;
    }

    private byte[] noise(int length) {
        at = (at + 61) % (noise.length - length);
        byte[] some = new byte[length];
        System.arraycopy(noise, at, some, 0, length);
        return some;
    }
}
