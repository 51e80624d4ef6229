package io.patchboard.standalone.http;

import io.patchboard.client.model.BoardModel;
import io.patchboard.client.model.BoardWatch;
import io.patchboard.client.model.ModelException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * One board's log, written as events. An event's id is the entry's sequence, its data the entry. An event {@code below}
 * has no id: what a person has to decide on boards that were made for this one has changed.
 */
final class EventStream {

    /** Read at once: whoever waits for its reader holds nothing of the store. */
    private static final int BATCH_BYTES = 256 * 1024;

    private static final int MOST_BELOW = 20;

    private static final byte[] BEGIN = bytes("retry: 1000\n\n");
    private static final byte[] COMMENT = bytes(":\n\n");

    private final BoardModel boards;
    private final String boardId;
    private final Optional<String> kind;
    private final boolean below;
    private final Duration heartbeat;
    private final BooleanSupplier allowed;
    private long next;
    private List<String> needing = List.of();
    private long decisions;

    /**
     * What somebody wants to follow.
     *
     * @param from the first sequence
     * @param kind entries of this type alone
     * @param below events of that name, too
     */
    record Wish(long from, Optional<String> kind, boolean below) {}

    /** @param allowed whether the reader may still read; asked before each part that is sent */
    EventStream(BoardModel boards, String boardId, Wish wish, Duration heartbeat, BooleanSupplier allowed) {
        this.allowed = allowed;
        this.boards = boards;
        this.boardId = boardId;
        this.next = wish.from();
        this.kind = wish.kind();
        this.below = wish.below();
        this.heartbeat = heartbeat;
    }

    /**
     * Returns when the reader has gone or may not read any more, this thread is interrupted, or the boards cannot be
     * read any more.
     */
    void writeTo(HttpServletResponse response) {
        try (BoardWatch watch = boards.watch(boardId, below)) {
            ServletOutputStream output = response.getOutputStream();
            send(output, BEGIN);
            long sent = System.nanoTime();
            while (!Thread.currentThread().isInterrupted() && allowed.getAsBoolean()) {
                long from = next;
                byte[] events = events();
                if (events.length == 0 && below) {
                    events = ofBoardsBelow();
                }
                if (events.length > 0 || System.nanoTime() - sent >= heartbeat.toNanos()) {
                    send(output, events.length > 0 ? events : COMMENT);
                    sent = System.nanoTime();
                } else if (next == from) {
                    watch.await(heartbeat);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | ModelException e) {
            // The reader is gone, or the server is: nobody is left to be told.
            return;
        }
    }

    private static void send(ServletOutputStream output, byte[] bytes) throws IOException {
        output.write(bytes);
        output.flush();
    }

    /**
     * The next events; empty if there is none now, or none of this kind among the next entries. A gap is waited for
     * until it is known that nothing comes to fill it.
     */
    private byte[] events() {
        ByteArrayOutputStream events = new ByteArrayOutputStream();
        String[] type = new String[1];
        boards.logs()
                .all(
                        boardId,
                        next,
                        entry -> {
                            type[0] = entry.type();
                            next = entry.sequence() + 1;
                            return kind.isEmpty() || kind.get().equals(entry.type());
                        },
                        entry -> {
                            write(events, entry.sequence(), type[0], entry.json());
                            return events.size() < BATCH_BYTES;
                        });
        return events.toByteArray();
    }

    /** Empty if it is as it was told last. */
    private byte[] ofBoardsBelow() {
        List<String> nowNeeding = boards.indexes().needingPersonBelow(boardId, MOST_BELOW);
        long nowDecisions = boards.indexes().decisionsBelow(List.of(boardId)).getOrDefault(boardId, 0L);
        if (nowNeeding.equals(needing) && nowDecisions == decisions) {
            return new byte[0];
        }
        needing = nowNeeding;
        decisions = nowDecisions;
        return bytes("event: below\ndata: {\"decisionsBelow\":" + nowDecisions + "}\n\n");
    }

    /** A line break in the data begins another line of data, which the reader puts together again. */
    private static void write(ByteArrayOutputStream events, long sequence, String type, byte[] json) {
        events.writeBytes(bytes("id: " + sequence + "\nevent: " + type + "\ndata: "));
        for (byte each : json) {
            if (each == '\n') {
                events.writeBytes(bytes("\ndata: "));
            } else if (each != '\r') {
                events.write(each);
            }
        }
        events.writeBytes(bytes("\n\n"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
