package io.patchboard.kernel.stream;

import io.patchboard.encoding.RecordEncoder;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A decision in the form in which it is stored and sent. Whatever can fail because of what was decided has been done
 * here, so that what remains, writing it down, fails only if Kafka or the disk does.
 *
 * @param change of the board; absent if there are no entries, and nothing to store
 * @param outgoing the entries, in order of their sequence
 * @param due when the board after the decision is due, in milliseconds since the epoch
 * @param work units of {@link io.patchboard.kernel.work.Work} that it took, with what was decided in vain before
 */
record Prepared(
        Decision decision, Optional<BoardStore.Change> change, List<Outgoing> outgoing, Optional<Long> due, long work) {

    /** Of writing a board for its size alone. */
    private static final int UNITS_OF_A_BYTE = 1;

    /**
     * Records of the largest size that one input may bring about: they are in memory together, and in one transaction.
     */
    private static final int MOST_AT_ONCE = 4;

    /**
     * @param most bytes of each entry; of the board, as many more as it may have when it is stored
     * @throws OversizedException if one of them is larger
     */
    static Prepared of(BoardStore.Stored before, Decision decision, Topics topics, RecordEncoder encoder, int most) {
        if (decision.entries().isEmpty()) {
            return new Prepared(decision, Optional.empty(), List.of(), Optional.empty(), decision.work());
        }
        BoardStore.Change change = BoardStore.change(before, decision);
        int sized = sizing(change, most + ContractLimits.MAX_STORED_BYTES - ContractLimits.MAX_RECORD_BYTES);
        List<Outgoing> outgoing = new ArrayList<>();
        long sum = 0;
        for (LogEntry entry : decision.entries()) {
            byte[] bytes = encoder.encode(entry);
            require(entry.type(), bytes.length, most);
            sum += bytes.length;
            if (sum > MOST_AT_ONCE * (long) most) {
                throw new OversizedException("Expected at most " + MOST_AT_ONCE * (long) most
                        + " bytes in all records that follow, but they would have more. Write less at once.");
            }
            outgoing.add(new Outgoing(topics.of(entry.event()), bytes));
        }
        return new Prepared(
                decision,
                Optional.of(change),
                List.copyOf(outgoing),
                TimerStore.dueMillis(decision.board()),
                decision.work() + UNITS_OF_A_BYTE * (long) sized);
    }

    /** This, decided after work that came to nothing. */
    Prepared after(long spent) {
        return new Prepared(decision, change, outgoing, due, work + spent);
    }

    /**
     * A board must fit into a record whether it is written as a whole now or later: when that is, is the store's
     * business, and must not decide. It is written for its exact size only if it may be too large.
     *
     * @return bytes that were written for that
     */
    private static int sizing(BoardStore.Change change, int most) {
        if (change.after().size().storedAtMost() <= most) {
            return 0;
        }
        byte[] snapshot = change.slot().isEmpty()
                ? change.bytes()
                : BoardJson.bytes(change.after().board());
        require("the stored board", snapshot.length, most);
        return snapshot.length;
    }

    private static void require(String what, int bytes, int most) {
        if (bytes > most) {
            throw new OversizedException("Expected at most " + most + " bytes in each record that follows, but " + what
                    + " would have " + bytes + ". Write less, or to another board.");
        }
    }

    /** Something that follows from an input is too large for Kafka. */
    static final class OversizedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private OversizedException(String message) {
            super(message);
        }
    }
}
