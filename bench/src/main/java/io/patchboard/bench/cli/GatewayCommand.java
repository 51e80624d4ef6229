package io.patchboard.bench.cli;

import io.patchboard.bench.core.ProcessorTime;
import io.patchboard.bench.gateway.QueueSide;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.Rig;
import io.patchboard.bench.service.Side;
import io.patchboard.gateway.source.SourceKind;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Invocations through one gateway with each source: no-op workers, slow ones, and one invocation at a time. */
@Command(
        name = "gateway",
        description = "Invocations per second through a no-op worker with each source, and many slow workers at once.",
        mixinStandardHelpOptions = true)
final class GatewayCommand implements Callable<Integer> {

    private static final List<SourceKind> SOURCES = List.of(SourceKind.SHARE, SourceKind.CONSUMER, SourceKind.CLASSIC);
    private static final int[] THINKING_MILLIS = {0, 1, 100};
    private static final int AT_ONCE = 64;
    private static final String SHARE = SourceKind.SHARE.word();
    private static final String CONSUMER = SourceKind.CONSUMER.word();
    private static final String PLAIN = ", plain";

    /** As many as a gateway has of its share group while none of them is busy; and while one is, on four partitions. */
    private static final int FEW_MEMBERS = 3;

    private static final int MANY_MEMBERS = 9;
    private static final double MEGABYTE = 1e6;

    @Mixin
    private ResultOptions options;

    @Option(
            names = "--turns",
            defaultValue = "5",
            description = "Counted turns of each source, after two that are not (default: ${DEFAULT-VALUE}).")
    private int turns;

    @Option(
            names = "--invocations",
            defaultValue = "10000",
            description = "Of a turn with quick workers; a tenth with those of 100 ms (default: ${DEFAULT-VALUE}).")
    private int invocations;

    @Option(
            names = "--slow",
            defaultValue = "1000",
            description = "Slow invocations at once (default: ${DEFAULT-VALUE}).")
    private int slow;

    @Option(
            names = "--gateways",
            split = ",",
            defaultValue = "1",
            description = "Gateways that share the quick workers' work, all in one JVM (default: ${DEFAULT-VALUE}).")
    private List<Integer> gateways;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("gateway");
        try (Rig rig = Rig.start(!options.quick())) {
            for (int count : gateways) {
                for (int thinking : THINKING_MILLIS) {
                    quickWorkers(rig, count, Duration.ofMillis(thinking), results);
                }
            }
            for (SourceKind source : SOURCES) {
                slowWorkers(rig, source, results);
            }
        }
        results.save();
        return 0;
    }

    /** In turns, A B C A B C, so that what else the machine does hits all alike. */
    private void quickWorkers(Rig rig, int count, Duration thinking, Results results) {
        Map<String, String> at = new TreeMap<>(
                Map.of("workerMs", Long.toString(thinking.toMillis()), "atOnce", Integer.toString(AT_ONCE)));
        if (count > 1) {
            at.put("gateways", Integer.toString(count));
        }
        int records = options.quick() ? 100 : (int) (invocations / Math.max(1, thinking.toMillis() / 10));
        int warmUps = options.quick() ? 0 : 2;
        int counted = options.quick() ? 1 : turns;
        Map<String, QueueSide> sides = new LinkedHashMap<>();
        Map<String, List<Side.Turn>> taken = new LinkedHashMap<>();
        Map<String, List<Double>> alone = new LinkedHashMap<>();
        try {
            starts(rig, count, thinking).forEach((name, side) -> {
                long start = System.nanoTime();
                sides.put(name, side.get());
                sides.get(name).turn(1);
                results.add(
                        Measurement.once(name, "start to first answer", at, "ms", (System.nanoTime() - start) / 1e6));
                taken.put(name, new ArrayList<>());
                alone.put(name, new ArrayList<>());
            });
            for (int turn = 0; turn < warmUps + counted; turn++) {
                for (String name : sides.keySet()) {
                    Side.Turn one = turn(rig, sides.get(name), records);
                    if (turn >= warmUps) {
                        taken.get(name).add(one);
                    }
                }
            }
            results.add(Measurement.once(SHARE, "members", at, "now", (double) lanes()));
            for (int sample = 0; sample < (options.quick() ? 2 : 100); sample++) {
                sides.forEach((name, side) -> alone.get(name).add(side.turn(1).toNanos() / 1e6));
            }
        } finally {
            sides.values().forEach(QueueSide::close);
        }
        taken.forEach((name, all) -> {
            Reports.throughput(name, all, at, results);
            results.add(Measurement.of(name, "one invocation", at, "ms", alone.get(name)));
        });
        ratio(SHARE, CONSUMER, taken, at, results);
        for (String name : taken.keySet()) {
            if (name.startsWith(SHARE + PLAIN)) {
                ratio(name, CONSUMER + PLAIN, taken, at, results);
                ratio(SHARE, name, taken, at, results);
            }
        }
        if (taken.containsKey(CONSUMER + PLAIN)) {
            ratio(CONSUMER, CONSUMER + PLAIN, taken, at, results);
        }
    }

    /** Who takes turns; where workers take no time, Kafka's consumers too, which none of them can be faster than. */
    private Map<String, Supplier<QueueSide>> starts(Rig rig, int count, Duration thinking) {
        String run = "quick" + count + "-" + thinking.toMillis() + ".";
        Map<String, Supplier<QueueSide>> starts = new LinkedHashMap<>();
        for (SourceKind source : SOURCES) {
            starts.put(
                    source.word(),
                    () -> QueueSide.gateways(
                            rig.bootstrap(), run + source.word() + ".", source, count, AT_ONCE, thinking));
        }
        if (count == 1 && thinking.isZero()) {
            String servers = rig.bootstrap();
            starts.put(SHARE + PLAIN, () -> QueueSide.plainShare(servers, run + "plain-share.", AT_ONCE, FEW_MEMBERS));
            starts.put(
                    SHARE + PLAIN + ", " + MANY_MEMBERS + " members",
                    () -> QueueSide.plainShare(servers, run + "plain-many.", AT_ONCE, MANY_MEMBERS));
            starts.put(
                    SHARE + PLAIN + ", large batches",
                    () -> QueueSide.plainShareOfLargeBatches(servers, run + "plain-large.", AT_ONCE, FEW_MEMBERS));
            starts.put(CONSUMER + PLAIN, () -> QueueSide.plainConsumer(servers, run + "plain-consumer.", AT_ONCE));
        }
        return starts;
    }

    private static void ratio(
            String side, String limit, Map<String, List<Side.Turn>> taken, Map<String, String> at, Results results) {
        Reports.ratio(side, taken.get(side), limit, taken.get(limit), at, results);
    }

    /** All sides are in this JVM, and one of them works. */
    private static Side.Turn turn(Rig rig, QueueSide side, int records) {
        long gateways = ProcessorTime.processorNanos();
        long broker = rig.brokerNanos();
        Duration clock = side.turn(records);
        return new Side.Turn(
                records, clock.toNanos(), ProcessorTime.processorNanos() - gateways, rig.brokerNanos() - broker);
    }

    /** Members of the share group, each of which has two threads. */
    private static long lanes() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("patchboard-share-"))
                .count();
    }

    private void slowWorkers(Rig rig, SourceKind source, Results results) {
        int atOnce = options.quick() ? 20 : slow;
        Duration thinking = options.quick() ? Duration.ofMillis(50) : Duration.ofSeconds(2);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Map<String, String> at =
                Map.of("atOnce", Integer.toString(atOnce), "workerMs", Long.toString(thinking.toMillis()));
        List<Double> seconds = new ArrayList<>();
        try (QueueSide side =
                QueueSide.gateways(rig.bootstrap(), "slow." + source.word() + ".", source, 1, atOnce, thinking)) {
            side.turn(1);
            threads.resetPeakThreadCount();
            for (int turn = 0; turn < (options.quick() ? 1 : 3); turn++) {
                seconds.add(side.turn(atOnce).toNanos() / 1e9);
            }
            results.add(Measurement.of(source.word(), "all answered", at, "s", seconds));
            results.add(Measurement.once(source.word(), "threads", at, "at most", threads.getPeakThreadCount()));
            System.gc();
            results.add(Measurement.once(
                    source.word(),
                    "heap after gc",
                    at,
                    "MB",
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEGABYTE));
        }
    }
}
