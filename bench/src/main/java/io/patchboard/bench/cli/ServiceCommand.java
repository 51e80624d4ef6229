package io.patchboard.bench.cli;

import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.Rig;
import io.patchboard.bench.service.Side;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Proposals committed per second, against plain Streams on the same broker with the same settings. */
@Command(
        name = "service",
        description = "Proposals committed per second, against plain Streams on the same broker and settings.",
        mixinStandardHelpOptions = true)
final class ServiceCommand implements Callable<Integer> {

    /** What all boards of a run weigh together, so that they fit into the kernel's cache. */
    private static final int ALL_BOARDS_BYTES = 20_000_000;

    @Mixin
    private ResultOptions options;

    @Mixin
    private ThroughputOptions throughput;

    @Option(
            names = "--board-bytes",
            split = ",",
            defaultValue = "10000,1000000",
            description = "Sizes of boards (default: ${DEFAULT-VALUE}).")
    private List<Integer> sizes;

    @Option(
            names = "--whole-bytes",
            split = ",",
            defaultValue = "10000,100000,1000000",
            description = "Sizes of values of plain Streams that stores whole states (default: ${DEFAULT-VALUE}).")
    private List<Integer> wholeSizes;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("service");
        try (Rig rig = Rig.start(!options.quick())) {
            Side limit = throughput.plain(rig);
            for (int bytes : options.quick() ? List.of(2_000) : sizes) {
                compare(rig, limit, bytes, results);
            }
            for (int bytes : options.quick() ? List.of(2_000) : wholeSizes) {
                whole(rig, bytes, results);
            }
        }
        results.save();
        return 0;
    }

    private void compare(Rig rig, Side limit, int bytes, Results results) {
        Proposals proposals = Proposals.ofOneKilobyte(bytes);
        int boards = boards(bytes);
        try (Side kernel = throughput.kernel(rig, "kernel" + bytes + ".");
                Side same = throughput.sameWrites(rig, "same" + bytes + ".", bytes)) {
            kernel.createBoards(proposals, 0, boards);
            same.createBoards(proposals, 0, boards);
            throughput.warmUp(List.of(kernel, limit, same), boards, proposals, options.quick());
            throughput.compare(kernel, List.of(limit, same), boards, proposals, options.quick(), at(bytes), results);
        }
    }

    /** What a kernel could reach that stores whole states, if all else cost nothing. */
    private void whole(Rig rig, int bytes, Results results) {
        Proposals proposals = Proposals.ofOneKilobyte(bytes);
        try (Side side = throughput.plain(rig, "whole" + bytes + ".", bytes)) {
            throughput.warmUp(List.of(side), boards(bytes), proposals, options.quick());
            List<Side.Turn> turns = throughput.turns(side, boards(bytes), proposals, options.quick());
            Reports.throughput("plain streams, whole states", turns, at(bytes), results);
        }
    }

    private static Map<String, String> at(int bytes) {
        return Map.of("boardBytes", Integer.toString(bytes));
    }

    private int boards(int bytes) {
        return options.quick() ? 10 : Math.max(20, Math.min(1_000, ALL_BOARDS_BYTES / bytes));
    }
}
