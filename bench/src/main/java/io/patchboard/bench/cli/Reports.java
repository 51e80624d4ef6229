package io.patchboard.bench.cli;

import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.Rounds;
import io.patchboard.bench.service.Side;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What several commands report in the same way. */
final class Reports {

    private Reports() {}

    static void throughput(Map<Rounds.Contender, List<Side.Turn>> turns, Map<String, String> at, Results results) {
        turns.forEach((contender, taken) -> throughput(contender.name(), taken, at, results));
    }

    /**
     * Outcomes per second, and the processor time that they took: that hardly depends on what else the machine does.
     */
    static void throughput(String side, List<Side.Turn> turns, Map<String, String> at, Results results) {
        results.add(of(side, "throughput", at, "1/s", turns, Side.Turn::perSecond));
        results.add(of(side, "cpu", at, "us/record", turns, Side.Turn::partMicros));
        results.add(of(side, "cpu of broker", at, "us/record", turns, Side.Turn::brokerMicros));
    }

    private static Measurement of(
            String side,
            String what,
            Map<String, String> at,
            String unit,
            List<Side.Turn> turns,
            ToDoubleFunction<Side.Turn> value) {
        return Measurement.of(
                side,
                what,
                at,
                unit,
                turns.stream().map(turn -> value.applyAsDouble(turn)).toList());
    }

    /** Throughput of the first as a part of the second's, turn by turn, and so its processor time, the broker's too. */
    static void ratio(
            List<Side.Turn> ours, String name, List<Side.Turn> limit, Map<String, String> at, Results results) {
        ratio("patchboard", ours, name, limit, at, results);
    }

    /** The same of a side that has another name. */
    static void ratio(
            String side,
            List<Side.Turn> ours,
            String name,
            List<Side.Turn> limit,
            Map<String, String> at,
            Results results) {
        results.add(Measurement.of(side, "ratio to " + name, at, "times", Rounds.ratios(ours, limit)));
        results.add(Measurement.of(
                side, "cpu ratio to " + name, at, "times", Rounds.ratios(ours, limit, Side.Turn::allMicros)));
    }
}
