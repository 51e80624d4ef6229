package io.patchboard.bench.cli;

import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.Changelog;
import io.patchboard.bench.service.Rig;
import io.patchboard.bench.service.Side;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What threads, processes and partitions add to a kernel, and what they cost it and its broker. */
@Command(
        name = "capacity",
        description = "Proposals committed per second by kernels of so many processes, threads and partitions.",
        mixinStandardHelpOptions = true)
final class CapacityCommand implements Callable<Integer> {

    private static final int BOARD_BYTES = 10_000;

    @Mixin
    private ResultOptions options;

    @Mixin
    private ThroughputOptions throughput;

    @Option(
            names = "--threads",
            split = ",",
            defaultValue = "1,2,4",
            description = "Stream threads of each process (default: ${DEFAULT-VALUE}).")
    private List<Integer> threads;

    @Option(
            names = "--processes",
            split = ",",
            defaultValue = "1,2",
            description = "Kernels, each a process (default: ${DEFAULT-VALUE}).")
    private List<Integer> processes;

    @Option(
            names = "--partitions",
            split = ",",
            defaultValue = "8",
            description = "Of each topic (default: ${DEFAULT-VALUE}).")
    private List<Integer> partitions;

    @Option(
            names = "--boards",
            defaultValue = "1000",
            description = "Boards of 10 KB that proposals are spread over (default: ${DEFAULT-VALUE}).")
    private int boards;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("capacity");
        try (Rig rig = Rig.start(!options.quick())) {
            for (int ofTopics : partitions) {
                for (int kernels : processes) {
                    for (int each : threads) {
                        measure(rig, ofTopics, kernels, each, results);
                    }
                }
            }
        }
        results.save();
        return 0;
    }

    /** One after the other, not in turns: kernels that wait for work wake up for it, and take the others' time. */
    private void measure(Rig rig, int ofTopics, int kernels, int each, Results results) throws IOException {
        int count = options.quick() ? 10 : boards;
        Proposals proposals = Proposals.ofOneKilobyte(BOARD_BYTES);
        Map<String, String> at = new TreeMap<>(Map.of(
                "partitions", Integer.toString(ofTopics),
                "processes", Integer.toString(kernels),
                "threads", Integer.toString(each)));
        String prefix = "p" + ofTopics + "k" + kernels + "t" + each + ".";
        try (Side side = throughput.kernels(rig, prefix, kernels, each, ofTopics)) {
            side.createBoards(proposals, 0, count);
            written(rig, side, count, proposals, at, results);
            throughput.warmUp(List.of(side), count, proposals, options.quick());
            List<Side.Turn> turns = throughput.turns(side, count, proposals, options.quick());
            Reports.throughput(side.name(), turns, at, results);
            results.add(Measurement.once(
                    side.name(), "resident", at, "MB", side.memory().residentBytes() / 1e6));
        }
    }

    /** Bytes of the broker's files for each proposal, in a turn that is not long enough for compaction. */
    private void written(Rig rig, Side side, int count, Proposals proposals, Map<String, String> at, Results results)
            throws IOException {
        int records = 10 * count;
        Changelog all = Changelog.all(rig, side);
        Changelog stores = Changelog.of(rig, side);
        long allBefore = all.fileBytes();
        long storesBefore = stores.fileBytes();
        side.turn(records, count, proposals::steady);
        double perRecord = 1.0 / records;
        results.add(Measurement.once(
                side.name(), "written, all topics", at, "B/record", (all.fileBytes() - allBefore) * perRecord));
        results.add(Measurement.once(
                side.name(), "written, changelogs", at, "B/record", (stores.fileBytes() - storesBefore) * perRecord));
    }
}
