package io.patchboard.experiments.jobshop;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;

/**
 * Improves a schedule by moving operations within the blocks of a critical path, and forbids for a while what would
 * undo it (the neighbourhood of Balas and Vazacopoulos, as in the tabu searches of Zhang et al. and of Peng, Lü and
 * Cheng).
 * Finds good schedules sooner than constraint programming does, and proves nothing.
 */
final class TabuSearch {

    private static final int STALLED = 6_000;
    private static final int ELITE = 6;

    /** A move of the operation at one position of a machine to another. */
    private record Move(int machine, int from, int to, int estimate) {}

    private final Instance instance;
    private final Sequences now;
    private final Random random;

    /** By machine and two jobs, until which step the first may not come before the second. */
    private final int[][][] forbidden;

    private final List<int[][]> elite = new ArrayList<>();
    private int[][] best;
    private int bestMakespan;
    private int step;

    /** @param first all operations, in an order that is possible */
    TabuSearch(Situation situation, Schedule first, long seed) {
        this.instance = situation.instance();
        this.now = new Sequences(situation, first);
        this.random = new Random(seed);
        this.forbidden = new int[instance.machines()][instance.jobs().size()]
                [instance.jobs().size()];
        this.best = now.copy();
        this.bestMakespan = now.makespan();
    }

    /**
     * Searches until it is to stop.
     *
     * @param stop is told the best makespan so far, and asked often
     */
    Schedule improve(IntPredicate stop) {
        int since = 0;
        while (!stop.test(bestMakespan)) {
            step++;
            Move move = choose();
            if (move == null) {
                break; // one job or one machine is all there is to it
            }
            make(move);
            if (now.makespan() < bestMakespan) {
                bestMakespan = now.makespan();
                best = now.copy();
                since = 0;
            } else if (++since % STALLED == 0) {
                elsewhere();
            }
        }
        now.restore(best);
        return now.schedule();
    }

    private Move choose() {
        List<Move> all = new ArrayList<>();
        Move chosen = null;
        int same = 0;
        for (Move move : moves(all)) {
            boolean allowed = !isForbidden(move) || move.estimate() < bestMakespan;
            if (allowed && (chosen == null || move.estimate() < chosen.estimate())) {
                chosen = move;
                same = 1;
            } else if (allowed && move.estimate() == chosen.estimate() && random.nextInt(++same) == 0) {
                chosen = move;
            }
        }
        return chosen != null || all.isEmpty() ? chosen : all.get(random.nextInt(all.size()));
    }

    private void make(Move move) {
        int[] sequence = now.order[move.machine()];
        int moved = job(sequence[move.from()]);
        int until = step + 10 + instance.jobs().size() / instance.machines() + random.nextInt(8);
        int towards = Integer.signum(move.to() - move.from());
        for (int at = move.from() + towards; at != move.to() + towards; at += towards) {
            int passed = job(sequence[at]);
            if (towards > 0) {
                forbidden[move.machine()][moved][passed] = until;
            } else {
                forbidden[move.machine()][passed][moved] = until;
            }
        }
        now.move(move.machine(), move.from(), move.to());
    }

    private boolean isForbidden(Move move) {
        int[] sequence = now.order[move.machine()];
        int moved = job(sequence[move.from()]);
        int towards = Integer.signum(move.to() - move.from());
        for (int at = move.from() + towards; at != move.to() + towards; at += towards) {
            int passed = job(sequence[at]);
            int until =
                    towards > 0 ? forbidden[move.machine()][passed][moved] : forbidden[move.machine()][moved][passed];
            if (until > step) {
                return true;
            }
        }
        return false;
    }

    private int job(int op) {
        return now.ops.get(op).job();
    }

    /** From one of the best that were found, with some of its critical arcs turned around. */
    private void elsewhere() {
        elite.add(best);
        if (elite.size() > ELITE) {
            elite.remove(random.nextInt(elite.size() - 1));
        }
        now.restore(elite.get(random.nextInt(elite.size())));
        int turns = 5 + random.nextInt(20);
        for (int turn = 0; turn < turns; turn++) {
            List<Move> swaps = moves(new ArrayList<>()).stream()
                    .filter(move -> Math.abs(move.to() - move.from()) == 1)
                    .toList();
            if (!swaps.isEmpty()) {
                step++;
                make(swaps.get(random.nextInt(swaps.size())));
            }
        }
    }

    /** What can be moved within the blocks of one critical path, chosen by chance. */
    private List<Move> moves(List<Move> moves) {
        List<Integer> path = path();
        int begin = 0;
        while (begin < path.size()) {
            int machine = now.machine[path.get(begin)];
            int end = begin;
            while (end + 1 < path.size() && now.machine[path.get(end + 1)] == machine) {
                end++;
            }
            int first = now.position[path.get(begin)];
            int last = now.position[path.get(end)];
            for (int at = first; at < last; at++) {
                addForward(moves, machine, at, last);
                addBackward(moves, machine, at + 1, first);
                if (at > first) {
                    addForward(moves, machine, first, at);
                    addBackward(moves, machine, last, at);
                }
            }
            begin = end + 1;
        }
        return moves;
    }

    /** What the end waits for, back to what waits for nothing but its time; one of several by chance. */
    private List<Integer> path() {
        int at = Sequences.NONE;
        int seen = 0;
        for (int op = 0; op < now.ops.size(); op++) {
            if (now.end(op) == now.makespan() && random.nextInt(++seen) == 0) {
                at = op;
            }
        }
        List<Integer> path = new ArrayList<>();
        while (at != Sequences.NONE && !now.begun[at]) {
            path.add(at);
            int byMachine = waitedFor(now.machineBefore(at), at);
            int byJob = waitedFor(now.jobBefore[at], at);
            boolean both = byMachine != Sequences.NONE && byJob != Sequences.NONE;
            at = byMachine == Sequences.NONE || (both && random.nextBoolean()) ? byJob : byMachine;
        }
        Collections.reverse(path);
        return path;
    }

    private int waitedFor(int before, int op) {
        return before != Sequences.NONE && now.end(before) == now.head[op] ? before : Sequences.NONE;
    }

    /** Right behind the one at {@code to}, if no circle can come of it. */
    private void addForward(List<Move> moves, int machine, int from, int to) {
        int[] sequence = now.order[machine];
        int moved = sequence[from];
        if (now.rest(sequence[to]) < now.rest(now.jobAfter[moved])) {
            return;
        }
        int before = now.end(from == 0 ? Sequences.NONE : sequence[from - 1]);
        int[] heads = new int[to - from + 1];
        for (int at = from + 1; at <= to; at++) {
            heads[at - from - 1] = Math.max(now.end(now.jobBefore[sequence[at]]), before);
            before = heads[at - from - 1] + now.duration[sequence[at]];
        }
        heads[to - from] = Math.max(now.end(now.jobBefore[moved]), before);
        int rest = now.rest(to + 1 == sequence.length ? Sequences.NONE : sequence[to + 1]);
        int longest = 0;
        for (int at = to - from; at >= 0; at--) {
            int op = at == to - from ? moved : sequence[from + 1 + at];
            rest = Math.max(now.rest(now.jobAfter[op]), rest) + now.duration[op];
            longest = Math.max(longest, heads[at] + rest);
        }
        moves.add(new Move(machine, from, to, longest));
    }

    /** Right before the one at {@code to}, if no circle can come of it. */
    private void addBackward(List<Move> moves, int machine, int from, int to) {
        int[] sequence = now.order[machine];
        int moved = sequence[from];
        if (now.end(sequence[to]) < now.end(now.jobBefore[moved])) {
            return;
        }
        int before = now.end(to == 0 ? Sequences.NONE : sequence[to - 1]);
        int[] heads = new int[from - to + 1];
        for (int at = 0; at <= from - to; at++) {
            int op = at == 0 ? moved : sequence[to + at - 1];
            heads[at] = Math.max(now.end(now.jobBefore[op]), before);
            before = heads[at] + now.duration[op];
        }
        int rest = now.rest(from + 1 == sequence.length ? Sequences.NONE : sequence[from + 1]);
        int longest = 0;
        for (int at = from - to; at >= 0; at--) {
            int op = at == 0 ? moved : sequence[to + at - 1];
            rest = Math.max(now.rest(now.jobAfter[op]), rest) + now.duration[op];
            longest = Math.max(longest, heads[at] + rest);
        }
        moves.add(new Move(machine, from, to, longest));
    }
}
