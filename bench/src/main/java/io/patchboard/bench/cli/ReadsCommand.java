package io.patchboard.bench.cli;

import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.process.Part;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.Asking;
import io.patchboard.bench.service.Rig;
import io.patchboard.bench.service.Side;
import io.patchboard.bench.service.WrittenLogs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the read side takes, with many boards and one long log. */
@Command(
        name = "reads",
        description =
                "The read side with a million boards: rebuild, lists, states of then, heap, how far it is behind.",
        mixinStandardHelpOptions = true)
final class ReadsCommand implements Callable<Integer> {

    private static final String PREFIX = "reads.";
    private static final int LONG_BOARD_BYTES = 10_000;
    private static final int SHORT_BOARD_BYTES = 500;
    private static final int SHORT_LOG = 3;
    private static final double MEGABYTE = 1_000_000;

    /** Boards of the live kernel, with numbers beyond all others. */
    private static final int LIVE = 1_000;

    private static final int FIRST_LIVE = 8_000_000;

    @Mixin
    private ResultOptions options;

    @Option(
            names = "--boards",
            defaultValue = "1000000",
            description =
                    "Boards with a log of three entries (default: ${DEFAULT-VALUE}); a million take 5 GB of disk.")
    private int boards;

    @Option(
            names = "--log-length",
            defaultValue = "100000",
            description = "Entries of the one board with a long log (default: ${DEFAULT-VALUE}).")
    private int length;

    @Option(names = "--samples", defaultValue = "50", description = "Of each question (default: ${DEFAULT-VALUE}).")
    private int samples;

    @Option(
            names = "--seconds",
            defaultValue = "20",
            description = "Of load in each turn of the kernel (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Override
    public Integer call() throws IOException {
        if (options.quick()) {
            boards = 50;
            length = 3_000;
            samples = 3;
            seconds = 1;
        }
        Results results = options.results("reads");
        Map<String, String> at = Map.of("boards", Integer.toString(boards), "logLength", Integer.toString(length));
        try (Rig rig = Rig.start(!options.quick());
                Side kernel = rig.kernel(PREFIX)) {
            long written = write(rig);
            long begin = System.nanoTime();
            Part reads = rig.reads(PREFIX);
            Asking asking = new Asking(reads);
            asking.awaitReady();
            double taken = (System.nanoTime() - begin) / 1e9;
            results.add(Measurement.once("patchboard", "rebuild", at, "entries/s", written / taken));
            results.add(Measurement.once(
                    "patchboard", "cpu of a rebuild", at, "us/entry", reads.processorNanos() / 1e3 / written));
            ask(asking, at, results);
            follow(kernel, asking, at, results);
            results.add(Measurement.once(
                    "patchboard", "heap after gc", at, "MB", reads.memory().heapBytes() / MEGABYTE));
        }
        results.save();
        return 0;
    }

    private long write(Rig rig) {
        try (WrittenLogs logs = new WrittenLogs(rig, PREFIX)) {
            Proposals few = Proposals.ofSmallPatches(SHORT_BOARD_BYTES);
            for (int board = 0; board < boards; board++) {
                logs.write(board, SHORT_LOG, few);
            }
            logs.write(boards, length, Proposals.ofSmallPatches(LONG_BOARD_BYTES));
            return logs.written();
        }
    }

    private void ask(Asking asking, Map<String, String> at, Results results) {
        asking.awaitEntry(boards, length);
        asking.millis("/v1/boards/" + Proposals.boardId(boards)); // is folded while its checkpoints are still made
        Map<String, String> lists = new LinkedHashMap<>();
        lists.put("all", "/v1/boards?limit=100");
        lists.put("phase", "/v1/boards?phase=open&limit=100");
        lists.put("blueprint", "/v1/boards?blueprint=bench&limit=100");
        lists.put("worker", "/v1/boards?worker=analyst&limit=100");
        lists.put("latest first", "/v1/boards?order=recent&limit=100");
        lists.put("text in all ids", "/v1/boards?q=board-&limit=100");
        lists.put("text in one id", "/v1/boards?q=" + Proposals.boardId(boards) + "&limit=100");
        lists.put("label that none has", "/v1/boards?label=team%3Dnone&limit=100");
        lists.forEach((what, path) -> {
            List<Double> millis = new ArrayList<>();
            for (int i = 0; i < samples; i++) {
                millis.add(asking.millis(path));
            }
            results.add(Measurement.of("patchboard", "first page of a list, " + what, at, "ms", millis));
        });
        SplittableRandom random = new SplittableRandom(14);
        List<Double> states = new ArrayList<>();
        for (int i = 0; i < samples; i++) {
            int version = random.nextInt(1, length);
            states.add(asking.millis("/v1/boards/" + Proposals.boardId(boards) + "/state?version=" + version));
        }
        results.add(Measurement.of("patchboard", "state at any version of the long log", at, "ms", states));
    }

    /** As fast as the kernel can, and at half of that. */
    private void follow(Side kernel, Asking asking, Map<String, String> at, Results results) {
        Proposals proposals = Proposals.ofOneKilobyte(LONG_BOARD_BYTES);
        kernel.passOver();
        kernel.createBoards(proposals, FIRST_LIVE, FIRST_LIVE + LIVE);
        kernel.beginAt(FIRST_LIVE);
        Map<Integer, Long> versions = new LinkedHashMap<>(16, 0.75f, true);
        Side.RecordMaker counted = (board, round) -> {
            versions.merge(board, 1L, Long::sum);
            return proposals.steady(board, round);
        };
        Side.Turn warm = kernel.turn(options.quick() ? 100 : 20_000, LIVE, counted);
        turn(kernel, asking, versions, counted, warm.perSecond(), Double.POSITIVE_INFINITY); // warms the read side up
        double full = turn(kernel, asking, versions, counted, warm.perSecond(), Double.POSITIVE_INFINITY)
                .report("full", at, results);
        turn(kernel, asking, versions, counted, full / 2, full / 2).report("half", at, results);
    }

    private record Behind(Side.Turn turn, double millis) {

        double report(String load, Map<String, String> of, Results results) {
            Map<String, String> at = new LinkedHashMap<>(of);
            at.put("load", load);
            results.add(Measurement.once("patchboard", "kernel's rate", at, "1/s", turn.perSecond()));
            results.add(Measurement.once("patchboard", "behind the kernel", at, "ms", millis));
            return turn.perSecond();
        }
    }

    /** From when a reader of the topic has seen all until the read side has it. */
    private Behind turn(
            Side kernel,
            Asking asking,
            Map<Integer, Long> versions,
            Side.RecordMaker records,
            double perSecond,
            double mostPerSecond) {
        Side.Turn turn = kernel.turn((int) Math.max(1, perSecond * seconds), LIVE, records, mostPerSecond);
        long begin = System.nanoTime();
        // Those that were sent last, of all partitions.
        List<Integer> latest = List.copyOf(versions.keySet());
        latest.subList(Math.max(0, latest.size() - 64), latest.size())
                .forEach(board -> asking.awaitEntry(board, 1 + versions.get(board)));
        return new Behind(turn, (System.nanoTime() - begin) / 1e6);
    }
}
