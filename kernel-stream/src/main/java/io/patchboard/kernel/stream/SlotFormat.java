package io.patchboard.kernel.stream;

import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.EventCodec;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.FieldException;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The bytes of one slot: what one decision did to a board, in about as many bytes as its patch has.
 *
 * <pre>
 * format         1 byte, 1
 * checksum       4 bytes, CRC-32C of all that follows
 * sequence       8 bytes, of the first entry
 * after          4 bytes, the beginning of the hash of the entry before it
 * time           8 bytes, milliseconds since 1970, of all entries: a decision has one
 * hash           32 bytes, of the last entry
 * entries        of each 8 bytes of version, 4 bytes of length, and so much of its event's {@linkplain Essence essence}
 *                in {@linkplain EventCodec Avro}
 * </pre>
 *
 * Binary, because names of fields and headers cost nothing then: 416 bytes for an answer with a patch of 200 bytes,
 * whose log entry has 793.
 */
public final class SlotFormat {

    private static final int FORMAT = 1;
    private static final int CHECKED_FROM = 1 + Integer.BYTES;
    private static final int LINK_DIGITS = 8;
    private static final int HASH_BYTES = 32;
    private static final int FIXED_BYTES = CHECKED_FROM + Long.BYTES + Integer.BYTES + Long.BYTES + HASH_BYTES;
    private static final EventCodec EVENTS = new EventCodec(BoardStore.STORED_JSON);

    private SlotFormat() {}

    /**
     * @param before the board before the entries
     * @param entries of one decision, without {@code BoardCreated}
     */
    public static byte[] write(Board before, List<LogEntry> entries) {
        LogHeader last = entries.get(entries.size() - 1).header();
        List<byte[]> events = entries.stream()
                .map(entry -> EventCodec.encode(Essence.of(entry.event())))
                .toList();
        int size = FIXED_BYTES;
        for (byte[] event : events) {
            size += Long.BYTES + Integer.BYTES + event.length;
        }
        ByteBuffer out = ByteBuffer.allocate(size)
                .put((byte) FORMAT)
                .putInt(0)
                .putLong(before.sequence() + 1)
                .putInt(link(before))
                .putLong(last.time().toEpochMilli())
                .put(HexFormat.of().parseHex(last.hash()));
        for (int i = 0; i < events.size(); i++) {
            requireTime(last, entries.get(i));
            out.putLong(entries.get(i).header().version())
                    .putInt(events.get(i).length)
                    .put(events.get(i));
        }
        return out.putInt(1, checksum(out.array())).array();
    }

    private static void requireTime(LogHeader last, LogEntry entry) {
        if (!entry.header().time().equals(last.time())) {
            throw new IllegalArgumentException("Expected entries of one decision, but their times differ.");
        }
    }

    private static int checksum(byte[] slot) {
        CRC32C checksum = new CRC32C();
        checksum.update(slot, CHECKED_FROM, slot.length - CHECKED_FROM);
        return (int) checksum.getValue();
    }

    /**
     * The entries that bring a board further, each with what the Applier reads; empty if the slot is left over from
     * before the board's snapshot.
     *
     * @param board as the snapshot and the slots before this one have it
     * @param snapshot the sequence of the snapshot
     * @throws CorruptStoreException if the slot does not follow on the board
     */
    public static Optional<List<LogEntry>> read(Board board, long snapshot, byte[] stored) {
        try {
            return read(board, snapshot, checked(board.id(), stored));
        } catch (BufferUnderflowException e) {
            throw new CorruptStoreException(board.id(), "A slot ends too early.", e);
        } catch (DecodeException | FieldException | IllegalArgumentException e) {
            throw new CorruptStoreException(board.id(), "A slot cannot be read: " + e.getMessage(), e);
        }
    }

    private static ByteBuffer checked(String boardId, byte[] stored) {
        ByteBuffer in = ByteBuffer.wrap(stored);
        int format = in.get();
        if (format != FORMAT) {
            throw new CorruptStoreException(
                    boardId, "Expected a slot of format " + FORMAT + ", but got " + format + ".");
        }
        if (in.getInt() != checksum(stored)) {
            throw new CorruptStoreException(
                    boardId, "Expected a slot with the checksum that it was written with, but got another.");
        }
        return in;
    }

    private static Optional<List<LogEntry>> read(Board board, long snapshot, ByteBuffer in) throws DecodeException {
        long sequence = in.getLong();
        int link = in.getInt();
        if (sequence <= snapshot) {
            return Optional.empty();
        }
        if (sequence != board.sequence() + 1 || link != link(board)) {
            throw new CorruptStoreException(
                    board.id(),
                    "Expected the slot that follows on entry " + board.sequence() + " with hash " + board.lastHash()
                            + ", but got one that begins with entry " + sequence + ".");
        }
        return Optional.of(entries(board.id(), sequence, in));
    }

    private static List<LogEntry> entries(String boardId, long first, ByteBuffer in) throws DecodeException {
        Instant time = Instant.ofEpochMilli(in.getLong());
        String hash = HexFormat.of().formatHex(octets(HASH_BYTES, in));
        List<LogEntry> entries = new ArrayList<>();
        while (in.hasRemaining()) {
            LogHeader header = new LogHeader(boardId, first + entries.size(), in.getLong(), time, "", hash);
            entries.add(new LogEntry(header, EVENTS.decode(octets(in.getInt(), in))));
        }
        return entries;
    }

    private static byte[] octets(int count, ByteBuffer in) {
        if (count < 0 || count > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] octets = new byte[count];
        in.get(octets);
        return octets;
    }

    private static int link(Board board) {
        return HexFormat.fromHexDigits(board.lastHash().substring(0, LINK_DIGITS));
    }
}
