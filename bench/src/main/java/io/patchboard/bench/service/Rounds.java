package io.patchboard.bench.service;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Throughput of several sides in turns, A B A B A B: what else the machine does then hits all of them alike, and each turn
 * gives a ratio of its own.
 *
 * @param warmUps turns of each side that are not counted
 * @param turns of each side that are
 * @param seconds that one turn should take
 */
public record Rounds(int warmUps, int turns, double seconds) {

    /** A first guess; each turn tells how many records fill the next. */
    private static final int FIRST = 500;

    private static final int FEWEST = 50;
    private static final int MOST = 200_000;

    /** A side, and what it is given. */
    public record Contender(Side side, int boards, Side.RecordMaker records) {}

    /** Outcomes per second of each contender, turn by turn. */
    public Map<Contender, List<Double>> run(List<Contender> contenders) {
        Map<Contender, List<Double>> rates = new LinkedHashMap<>();
        Map<Contender, Integer> next = new LinkedHashMap<>();
        for (int turn = 0; turn < warmUps + turns; turn++) {
            for (Contender contender : contenders) {
                int records = next.getOrDefault(contender, FIRST);
                double rate = contender.side().throughput(records, contender.boards(), contender.records());
                next.put(contender, Math.max(FEWEST, Math.min(MOST, (int) (rate * seconds))));
                if (turn >= warmUps) {
                    rates.computeIfAbsent(contender, one -> new ArrayList<>()).add(rate);
                }
            }
        }
        return rates;
    }

    /** Turn by turn, one divided by the other. */
    public static List<Double> ratios(List<Double> of, List<Double> to) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(of.size(), to.size()); i++) {
            ratios.add(of.get(i) / to.get(i));
        }
        return ratios;
    }
}
