package io.patchboard.bench.service;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Throughput of several sides in turns, A B A B A B: what else the machine does then hits all of them alike, and each
 * turn gives a ratio of its own.
 *
 * @param warmUps turns of each side that are not counted
 * @param counted turns of each side that are
 * @param seconds that one turn should take
 */
public record Rounds(int warmUps, int counted, double seconds) {

    /** A first guess; each turn tells how many records fill the next. */
    private static final int FIRST = 500;

    private static final int FEWEST = 50;
    private static final int MOST = 200_000;

    /** A side, and what it is given. */
    public record Contender(Side side, int boards, Side.RecordMaker records) {}

    /** What each contender took, turn by turn. */
    public Map<Contender, List<Side.Turn>> run(List<Contender> contenders) {
        Map<Contender, List<Side.Turn>> turns = new LinkedHashMap<>();
        Map<Contender, Integer> next = new LinkedHashMap<>();
        for (int turn = 0; turn < warmUps + counted; turn++) {
            for (Contender contender : contenders) {
                int records = next.getOrDefault(contender, FIRST);
                Side.Turn taken = contender.side().turn(records, contender.boards(), contender.records());
                next.put(contender, Math.max(FEWEST, Math.min(MOST, (int) (taken.perSecond() * seconds))));
                if (turn >= warmUps) {
                    turns.computeIfAbsent(contender, one -> new ArrayList<>()).add(taken);
                }
            }
        }
        return turns;
    }

    /** Turn by turn, one side's throughput divided by another's. */
    public static List<Double> ratios(List<Side.Turn> of, List<Side.Turn> to) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(of.size(), to.size()); i++) {
            ratios.add(of.get(i).perSecond() / to.get(i).perSecond());
        }
        return ratios;
    }
}
