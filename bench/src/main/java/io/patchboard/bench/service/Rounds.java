package io.patchboard.bench.service;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

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

    /**
     * Who takes turns.
     *
     * @param name of its results
     * @param turn takes so many records
     */
    public record Contender(String name, IntFunction<Side.Turn> turn) {

        /** A side that is sent proposals of so many boards as fast as it can. */
        public static Contender of(Side side, int boards, Side.RecordMaker records) {
            return new Contender(side.name(), count -> side.turn(count, boards, records));
        }
    }

    /** What each contender took, turn by turn. */
    public Map<Contender, List<Side.Turn>> run(List<Contender> contenders) {
        Map<Contender, List<Side.Turn>> turns = new LinkedHashMap<>();
        Map<Contender, Integer> next = new LinkedHashMap<>();
        for (int turn = 0; turn < warmUps + counted; turn++) {
            for (Contender contender : contenders) {
                int records = next.getOrDefault(contender, FIRST);
                Side.Turn taken = contender.turn().apply(records);
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
        return ratios(of, to, Side.Turn::perSecond);
    }

    /** Turn by turn, one side's value divided by another's. */
    public static List<Double> ratios(List<Side.Turn> of, List<Side.Turn> to, ToDoubleFunction<Side.Turn> value) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(of.size(), to.size()); i++) {
            ratios.add(value.applyAsDouble(of.get(i)) / value.applyAsDouble(to.get(i)));
        }
        return ratios;
    }
}
