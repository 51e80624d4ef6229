package io.patchboard.kernel.stream;

import io.patchboard.kernel.state.Board;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import java.nio.BufferUnderflowException;
import java.time.DateTimeException;
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
 * sequence       of the first entry
 * after          4 bytes: the beginning of the hash of the entry before it
 * time           of all entries: a decision has one
 * hash           of the last entry
 * entries        how many, and of each its version and its {@linkplain EntryEssence essence}
 * </pre>
 *
 * Binary, because hashes are half as long and names of fields cost nothing: 355 bytes for an answer with a patch of 200
 * bytes, whose log entry has 793.
 */
public final class SlotFormat {

    private static final int FORMAT = 1;
    private static final int CHECKED_FROM = 5;
    private static final int LINK_DIGITS = 8;

    private SlotFormat() {}

    /**
     * @param before the board before the entries
     * @param entries of one decision, without {@code BoardCreated}
     */
    public static byte[] write(Board before, List<LogEntry> entries) {
        LogHeader last = entries.get(entries.size() - 1).header();
        ByteWriter out = new ByteWriter();
        out.number(before.sequence() + 1);
        out.int32(link(before));
        out.time(last.time());
        out.hash(last.hash());
        out.list(entries, entry -> {
            requireTime(last, entry);
            out.number(entry.header().version());
            EntryEssence.write(entry, out);
        });
        return sealed(out.bytes());
    }

    private static void requireTime(LogHeader last, LogEntry entry) {
        if (!entry.header().time().equals(last.time())) {
            throw new IllegalArgumentException("Expected entries of one decision, but their times differ.");
        }
    }

    private static byte[] sealed(byte[] content) {
        CRC32C checksum = new CRC32C();
        checksum.update(content, 0, content.length);
        ByteWriter out = new ByteWriter();
        out.octet(FORMAT);
        out.int32((int) checksum.getValue());
        out.octets(content);
        return out.bytes();
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
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new CorruptStoreException(board.id(), "A slot cannot be read: " + e.getMessage(), e);
        }
    }

    private static ByteReader checked(String boardId, byte[] stored) {
        ByteReader in = new ByteReader(stored);
        int format = in.octet();
        if (format != FORMAT) {
            throw new CorruptStoreException(
                    boardId, "Expected a slot of format " + FORMAT + ", but got " + format + ".");
        }
        int expected = in.int32();
        CRC32C checksum = new CRC32C();
        checksum.update(stored, CHECKED_FROM, stored.length - CHECKED_FROM);
        if (expected != (int) checksum.getValue()) {
            throw new CorruptStoreException(
                    boardId, "Expected a slot with the checksum that it was written with, but got another.");
        }
        return in;
    }

    private static Optional<List<LogEntry>> read(Board board, long snapshot, ByteReader in) {
        long sequence = in.number();
        int link = in.int32();
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

    private static List<LogEntry> entries(String boardId, long first, ByteReader in) {
        Instant time = in.time();
        String hash = in.hash();
        List<LogEntry> entries = new ArrayList<>();
        in.list(() -> entries.add(
                EntryEssence.read(new LogHeader(boardId, first + entries.size(), in.number(), time, "", hash), in)));
        in.end();
        return entries;
    }

    private static int link(Board board) {
        return HexFormat.fromHexDigits(board.lastHash().substring(0, LINK_DIGITS));
    }
}
