package io.patchboard.bench.report;

import static io.patchboard.bench.report.TargetTable.ratio;
import static io.patchboard.bench.report.TargetTable.text;
import static io.patchboard.bench.report.TargetTable.value;

import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What was promised of commits, and what was measured. */
final class Targets {

    private static final String OURS = "patchboard";
    private static final String PLAIN = "plain streams";
    private static final String THROUGHPUT = "throughput";
    private static final String RATIO = "ratio to ";
    private static final String CPU = "commit cpu";
    private static final String PER_SECOND = "%,.0f/s";

    /** Of the kernel's heap of 1 GB its cache has a quarter; what else it has takes the rest. */
    private static final double CACHE_BOUND_MEGABYTES = 400;

    private final Map<String, List<Measurement>> benches = new HashMap<>();
    private final TargetTable table = new TargetTable();

    private Targets() {}

    /** The table, as Markdown. */
    static String table(Path results) throws IOException {
        Targets targets = new Targets();
        for (String bench : Report.BENCHES) {
            targets.benches.put(bench, Results.load(results, bench));
        }
        targets.service();
        targets.core();
        targets.boards();
        targets.latency();
        targets.disk();
        new BoardTargets(targets.benches, targets.table).rows();
        return targets.table.markdown();
    }

    private Optional<Measurement> find(String bench, String side, String what, String... at) {
        return Results.find(benches.get(bench), side, what, at);
    }

    private void service() {
        service("10000", "boards of 10 KB", "", 0.4);
        service("1000000", "boards of 1 MB", "", 0.35);
        service("10000", "boards of 10 KB", ", same writes", 0.75);
        Optional<Measurement> cpu = find("service", OURS, "cpu " + RATIO + PLAIN, "boardBytes", "10000");
        table.atMost(
                "processor for a commit, the broker's included, against plain Streams' record",
                value(cpu),
                3.5,
                "3.5 times",
                TargetTable.range(cpu) + ")",
                "service");
    }

    /** @param writes of plain Streams, as its side's name tells it */
    private void service(String bytes, String size, String writes, double target) {
        Optional<Measurement> ratio = find("service", OURS, RATIO + PLAIN + writes, "boardBytes", bytes);
        String ours = text(find("service", OURS, THROUGHPUT, "boardBytes", bytes), PER_SECOND);
        String limit = text(find("service", PLAIN + writes, THROUGHPUT, "boardBytes", bytes), PER_SECOND);
        table.atLeast(
                "throughput, " + size + ", against plain Streams" + writes,
                value(ratio),
                target,
                Double.toString(target),
                TargetTable.range(ratio) + "; " + ours + " of " + limit + ")",
                "service");
    }

    private void core() {
        for (String shape : List.of("LIST", "KEYED")) {
            Optional<Measurement> small = core(OURS, CPU, shape, "1000");
            Optional<Measurement> large = core(OURS, CPU, shape, "1000000");
            OptionalDouble growth = ratio(value(large), value(small));
            table.atMost(
                    "core, 1 MB against 1 KB, claims in an " + (shape.equals("LIST") ? "array" : "object"),
                    growth,
                    1.5,
                    "1.5 times",
                    text(growth, "%.2f times (" + micros(small) + " and " + micros(large) + ")"),
                    "core");
        }
        naive("1000", "1 KB", 3);
        naive("100000", "100 KB", 150);
        naive("1000000", "1 MB", 1_500);
        Optional<Measurement> garbage = core("decision", "decideAndEncode garbage", "LIST", "10000");
        table.atMost(
                "garbage of a whole decision with its encoding, boards of 10 KB",
                value(garbage),
                24_000,
                "24 KB, half of what it was",
                text(garbage, "%,.0f bytes"),
                "core");
    }

    private void naive(String bytes, String size, int target) {
        Optional<Measurement> ours = core(OURS, CPU, "LIST", bytes);
        // The faster of the libraries counts.
        Optional<Measurement> cached = List.of("commitNetworknt cpu", "commitHarrel cpu").stream()
                .flatMap(what -> core("naive", what, "LIST", bytes).stream())
                .min(Comparator.comparingDouble(Measurement::median));
        Optional<Measurement> loaded = core("naive", "loadAndCommitNetworknt cpu", "LIST", bytes);
        OptionalDouble faster = ratio(value(loaded), value(ours));
        table.atLeast(
                "core against the naive kernel, " + size,
                faster,
                target,
                String.format("%,d times faster", target),
                text(
                        faster,
                        "%,.1f times (" + micros(ours) + " and " + micros(loaded) + "; "
                                + text(ratio(value(cached), value(ours)), "%,.1f times")
                                + " if its state is kept parsed, " + micros(cached) + ")"),
                "core");
    }

    private Optional<Measurement> core(String side, String what, String shape, String bytes) {
        return find("core", side, what, "shape", shape, "bytes", bytes);
    }

    private void boards() {
        for (String many : List.of("100000", "1000000")) {
            Optional<Measurement> few = find("boards", OURS, THROUGHPUT, "boards", "100");
            Optional<Measurement> more = find("boards", OURS, THROUGHPUT, "boards", many);
            OptionalDouble kept = ratio(value(more), value(few));
            table.atLeast(
                    "throughput with " + String.format("%,d", Integer.valueOf(many)) + " boards against 100",
                    kept,
                    0.85,
                    "0.85",
                    text(kept, "%.2f (" + text(more, PER_SECOND) + " and " + text(few, PER_SECOND) + ")"),
                    "boards");
        }
        List<Measurement> lengths = Results.matching(benches.get("boards"), OURS, THROUGHPUT)
                .filter(one -> one.at().containsKey("logLength"))
                .sorted(Comparator.comparingDouble(Measurement::median))
                .toList();
        OptionalDouble kept = lengths.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(lengths.get(0).median()
                        / lengths.get(lengths.size() - 1).median());
        table.atLeast(
                "throughput against the length of a board's log, the slowest against the fastest",
                kept,
                0.8,
                "0.8",
                text(kept, "%.2f"),
                "boards");
        Optional<Measurement> heap = find("boards", OURS, "heap after gc", "boards", "1000000");
        table.row(
                "heap with 1,000,000 idle boards",
                "bounded by the configured cache",
                text(
                        heap,
                        "%.0f MB (" + text(find("boards", OURS, "heap after gc", "boards", "10000"), "%.0f MB")
                                + " with 10,000)"),
                TargetTable.isAtMost(value(heap), CACHE_BOUND_MEGABYTES),
                "boards");
    }

    private void latency() {
        Optional<Measurement> paced = find("latency", OURS, RATIO + PLAIN, "commitIntervalMs", "5");
        Optional<Measurement> shipped = find("latency", OURS, RATIO + PLAIN + ", 5 ms", "commitIntervalMs", "product");
        table.atLeast(
                "throughput at a commit pace of 5 ms, against plain Streams at 5 ms",
                value(paced),
                0.35,
                "0.35",
                TargetTable.range(paced) + "; " + text(shipped, "%.2f") + " as shipped)",
                "latency");
        latency("propose to committed and seen, one at a time", "latency", 10, 30);
        latency("the same at half of the maximal rate, arrivals of a Poisson process", "open loop latency", 15, 50);
    }

    private void latency(String what, String measured, double median, double tail) {
        millis(
                what + ", p50",
                find("latency", OURS, measured + " p50", "commitIntervalMs", "product"),
                median,
                "latency");
        millis(
                what + ", p99",
                find("latency", OURS, measured + " p99", "commitIntervalMs", "product"),
                tail,
                "latency");
    }

    private void millis(String what, Optional<Measurement> measured, double most, String command) {
        table.atMost(what, value(measured), most, String.format("%.0f ms", most), text(measured, "%.1f ms"), command);
    }

    private void disk() {
        Optional<Measurement> bytes = find("changelog", OURS, "all stores", "boardBytes", "1000000");
        table.atMost(
                "changelog bytes of a commit, board of 1 MB, patch of 200 bytes",
                value(bytes),
                2_000,
                "2 KB",
                text(bytes, "%,.0f bytes"),
                "changelog");
        Optional<Measurement> first = find("restart", OURS, "first commit after kill", "boards", "100000");
        table.atMost(
                "first commit after `kill -9`, 100,000 boards",
                value(first),
                10,
                "10 s",
                text(first, "%.1f s"),
                "restart");
        OptionalDouble gigabyte = secondsOfGigabyte(OURS);
        table.atMost(
                "restart after `kill -9`, for each GB of changelog",
                gigabyte,
                25,
                "25 s",
                text(
                        gigabyte,
                        "%.0f s (" + text(find("restart", OURS, "changelog", "boardBytes", "10000"), "%.2f GB")
                                + "; plain Streams " + text(secondsOfGigabyte(PLAIN), "%.0f s") + ")"),
                "restart");
    }

    /**
     * What is left of the wait when a JVM's start and the joining of the group, which few boards need as well, are
     * taken off.
     */
    private OptionalDouble secondsOfGigabyte(String side) {
        OptionalDouble few = value(find("restart", side, "first commit after kill", "boards", "1000"));
        OptionalDouble many = value(find("restart", side, "first commit after kill", "boardBytes", "10000"));
        OptionalDouble bytes = value(find("restart", side, "changelog", "boardBytes", "10000"));
        return few.isPresent() && many.isPresent()
                ? ratio(OptionalDouble.of(many.getAsDouble() - few.getAsDouble()), bytes)
                : OptionalDouble.empty();
    }

    private static String micros(Optional<Measurement> measurement) {
        return text(measurement, "%,.0f µs");
    }
}
