package io.patchboard.kernel.stream;

import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.work.Work;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Has each record decided when it comes, unless it has to wait: whatever comes for a board that is not there, until it
 * is or cannot come any more; and what a worker sends unasked to a board that is paused, until it goes on or ends.
 */
final class Arrivals {

    /**
     * How much of {@link Work} records that waited may bring about in one go; each of them may be as costly as any, and
     * a transaction has its time. What is left goes first when more comes for that board, and with the next timers. It
     * is not the time that they take: that would let a busy machine decide in another order.
     */
    private static final long MOST_WORK = Work.LIMIT;

    private final EarlyRecords early;
    private final EarlyRecords messages;
    private final BoardStore boards;
    private final ProcessorParts parts;
    private final AttemptScope attempt;
    private final int partition;
    private final Decision decision;

    /** Whoever decides, and says how much work it was. */
    interface Decision {
        long of(InputReader.Addressed addressed, long timeMillis, Cause cause);
    }

    Arrivals(
            KeyValueStore<byte[], byte[]> store,
            BoardStore boards,
            ProcessorParts parts,
            AttemptScope attempt,
            int partition,
            Decision decision) {
        this.early = new EarlyRecords(store, EarlyRecords.Awaited.CREATION, parts.commands());
        this.messages = new EarlyRecords(store, EarlyRecords.Awaited.RESUMPTION, parts.commands());
        this.boards = boards;
        this.parts = parts;
        this.attempt = attempt;
        this.partition = partition;
        this.decision = decision;
    }

    void take(InputReader.Addressed addressed, EarlyRecords.Early record, long now) {
        String boardId = addressed.boardId();
        releaseOf(boardId, now);
        if (waitsForBoard(addressed, record, now)) {
            early.add(boardId, record, now);
            return;
        }
        decide(addressed, record, now);
        releaseOf(boardId, now);
    }

    private boolean waitsForBoard(InputReader.Addressed addressed, EarlyRecords.Early record, long now) {
        boolean queued = early.waitFor(addressed.boardId(), now);
        return board(addressed.boardId()).phase() == Phase.ABSENT
                ? EarlyRecords.mayWait(addressed.input(), queued) && early.haveRoom(addressed.boardId(), record, now)
                : queued;
    }

    /** Beyond what there is room for, a paused board refuses messages as it does answers. */
    private long decide(InputReader.Addressed addressed, EarlyRecords.Early record, long now) {
        Board board = board(addressed.boardId());
        boolean mayWait = board.phase() == Phase.PAUSED
                ? messages.haveRoom(board.id(), record, now)
                : messages.waitFor(board.id(), now);
        if (mayWait && isMessage(addressed.input(), board)) {
            messages.add(board.id(), record, now);
            return 0;
        }
        return decision.of(addressed, record.time(), record.cause());
    }

    private static boolean isMessage(Input input, Board board) {
        return input instanceof Input.Proposed proposed
                && proposed.proposal().invocationId().isEmpty()
                && board.rules()
                        .worker(proposed.proposal().worker())
                        .filter(WorkerRole::unsolicited)
                        .isPresent();
    }

    private Board board(String boardId) {
        return boards.load(boardId).board();
    }

    /** What waits for this board and need not any more. */
    private void releaseOf(String boardId, long now) {
        if (early.waitFor(boardId, now) && board(boardId).phase() != Phase.ABSENT) {
            early.release(boardId);
            releaseEarly(boardId, now);
        }
        releaseIfItGoesOn(boardId, now);
        releaseMessages(boardId, now);
    }

    private void releaseIfItGoesOn(String boardId, long now) {
        if (messages.waitFor(boardId, now) && board(boardId).phase() != Phase.PAUSED) {
            messages.release(boardId);
        }
    }

    /**
     * What waits for any board and need not any more.
     *
     * @param most units of {@link Work}, with the loading of boards; what would be begun beyond them waits for the next
     *     time
     */
    void release(long now, long most) {
        long end = most + boards.loading();
        long done = 0;
        for (String boardId : early.due(now)) {
            done += done + boards.loading() < end ? releaseEarly(boardId, now) : 0;
        }
        for (String boardId : messages.due(now)) {
            done += done + boards.loading() < end ? releaseMessages(boardId, now) : 0;
        }
    }

    private long releaseEarly(String boardId, long now) {
        long left = MOST_WORK;
        while (left > 0 && early.isDue(boardId, now)) {
            left -= decideFirst(early, boardId, now);
        }
        releaseIfItGoesOn(boardId, now);
        return MOST_WORK - left;
    }

    private long releaseMessages(String boardId, long now) {
        long left = MOST_WORK;
        while (left > 0 && messages.isDue(boardId, now)) {
            if (board(boardId).phase() == Phase.PAUSED) {
                messages.retain(boardId);
            } else {
                left -= decideFirst(messages, boardId, now);
            }
        }
        return MOST_WORK - left;
    }

    private long decideFirst(EarlyRecords queue, String boardId, long now) {
        EarlyRecords.Early first = queue.first(boardId);
        Attempts.Attempt next = parts.attempts().of(Attempts.Kind.EARLY, partition, Attempts.number(first.value()));
        AtomicLong work = new AtomicLong(first.value().length); // it is read
        attempt.run(next, () -> {
            InputReader.Addressed addressed = read(boardId, first);
            if (queue == messages) {
                work.addAndGet(decision.of(addressed, first.time(), first.cause()));
            } else {
                work.addAndGet(decide(addressed, first, now));
            }
        });
        queue.removeFirst(boardId);
        return work.get();
    }

    private InputReader.Addressed read(String boardId, EarlyRecords.Early record) {
        byte[] key = boardId.getBytes(StandardCharsets.UTF_8);
        return attempt.poison()
                .map(step -> parts.inputs().readPoison(record.command(), key, record.value(), partition, step))
                .orElseGet(() -> parts.inputs().read(record.command(), key, record.value(), partition));
    }
}
