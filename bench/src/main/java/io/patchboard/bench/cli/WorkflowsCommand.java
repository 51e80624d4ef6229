package io.patchboard.bench.cli;

import io.patchboard.bench.load.Steps;
import io.patchboard.bench.process.BoardKind;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.OpenLoop;
import io.patchboard.bench.service.Rig;
import io.patchboard.bench.service.Rounds;
import io.patchboard.bench.service.Side;
import io.patchboard.gateway.source.SourceKind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Boards completed a second, and the time from a board's creation to its completion, with a worker that answers at
 * once, on several brokers that keep each record as often as there are brokers; and of a topology and a worker that
 * send the same messages and decide nothing.
 */
@Command(
        name = "workflows",
        description = "Boards of 1 and 3 steps completed a second, and how long one takes, on three brokers.",
        mixinStandardHelpOptions = true)
final class WorkflowsCommand implements Callable<Integer> {

    @Mixin
    private ResultOptions options;

    @Mixin
    private RoundOptions rounds;

    @Option(names = "--brokers", defaultValue = "3", description = "Default: ${DEFAULT-VALUE}.")
    private int brokers;

    @Option(
            names = "--steps",
            split = ",",
            defaultValue = "1,3",
            description = "Steps of a board, one after the other (default: ${DEFAULT-VALUE}).")
    private List<Integer> steps;

    @Option(
            names = "--low",
            defaultValue = "20",
            description = "Boards a second that are a low load (default: ${DEFAULT-VALUE}).")
    private double low;

    @Option(
            names = "--open-seconds",
            defaultValue = "30",
            description = "Of arrivals at each load (default: ${DEFAULT-VALUE}).")
    private double openSeconds;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("workflows");
        try (Rig rig = brokers == 1 ? Rig.start(!options.quick()) : Rig.cluster(brokers)) {
            for (int number : steps) {
                measure(rig, number, results);
            }
        }
        results.save();
        return 0;
    }

    private void measure(Rig rig, int number, Results results) {
        String prefix = "steps" + number + ".";
        String same = "same" + prefix;
        Map<String, String> at = Map.of("steps", Integer.toString(number), "brokers", Integer.toString(brokers));
        try (Side kernel = rig.kernelAndGateway("patchboard", prefix, SourceKind.AUTO);
                Side limit = rig.sameMessages(same, BoardKind.STEPS, number)) {
            Steps ours = new Steps(prefix, number);
            Steps theirs = new Steps(same, number);
            Rounds.Contender first = new Rounds.Contender(kernel.name(), boards -> kernel.untilEnd(boards, ours));
            Rounds.Contender second = new Rounds.Contender(limit.name(), boards -> limit.untilEnd(boards, theirs));
            Map<Rounds.Contender, List<Side.Turn>> turns =
                    rounds.rounds(options.quick()).run(List.of(first, second));
            report(kernel, ours, turns.get(first), at, results);
            report(limit, theirs, turns.get(second), at, results);
            Reports.ratio(turns.get(first), limit.name(), turns.get(second), at, results);
        }
    }

    private void report(Side side, Steps load, List<Side.Turn> turns, Map<String, String> at, Results results) {
        Reports.throughput(side.name(), turns, at, results);
        double seconds = options.quick() ? 0.5 : openSeconds;
        OpenLoop half = OpenLoop.atHalfOf(turns, seconds);
        results.add(Measurement.once(side.name(), "half load", at, "1/s", half.perSecond()));
        half.measure(side, load).report(side.name(), "latency at half load", at, results);
        new OpenLoop(low, seconds).measure(side, load).report(side.name(), "latency at low load", at, results);
    }
}
