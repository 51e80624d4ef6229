package io.patchboard.bench.service;

import io.patchboard.bench.load.Proposals;
import io.patchboard.record.Topics;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Boards each of which has one proposal under way: its outcome, as a reader sees it, brings about the next. As many are
 * under way at once as there are boards.
 */
public final class ClosedLoop {

    /** What is sent next. */
    public interface Next {

        /**
         * A proposal.
         *
         * @param outcome of the proposal before, or of the board's creation
         * @param round tells proposals apart
         */
        byte[] after(ConsumerRecord<byte[], byte[]> outcome, int round);
    }

    private final Side side;
    private final Next next;
    private final Deque<ConsumerRecord<byte[], byte[]>> ready = new ArrayDeque<>();
    private int round;

    private ClosedLoop(Side side, Next next) {
        this.side = side;
        this.next = next;
    }

    /**
     * Creates the boards, of which each has one outcome, and proposes nothing yet.
     *
     * @param create the command that creates a board
     */
    public static ClosedLoop on(Side side, int boards, IntFunction<byte[]> create, Next next) {
        ClosedLoop loop = new ClosedLoop(side, next);
        String commands = new Topics(side.prefix()).commands();
        for (int board = 0; board < boards; board++) {
            side.send(commands, Proposals.key(board), create.apply(board));
        }
        side.flush();
        while (loop.ready.size() < boards) {
            side.next().forEach(loop.ready::add);
        }
        return loop;
    }

    /** Has so many proposals decided. */
    public Side.Turn turn(int records) {
        return side.timed(records, begin -> {
            int sent = 0;
            int seen = 0;
            while (seen < records) {
                for (; sent < records && !ready.isEmpty(); sent++) {
                    ConsumerRecord<byte[], byte[]> before = ready.remove();
                    side.send(side.inputs(), before.key(), next.after(before, round++));
                }
                for (ConsumerRecord<byte[], byte[]> outcome : side.next()) {
                    ready.add(outcome);
                    seen++;
                }
                if (seen > sent) {
                    throw new IllegalStateException(
                            "Expected one outcome of each proposal, but got " + seen + " of " + sent + ".");
                }
            }
            return System.nanoTime();
        });
    }

    public Rounds.Contender contender() {
        return new Rounds.Contender(side.name(), this::turn);
    }
}
