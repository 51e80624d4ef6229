package io.patchboard.bench.report;

import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** What was promised, and what was measured. */
final class Targets {

    private static final String OURS = "patchboard";
    private static final String THROUGHPUT = "throughput";
    private static final String RATIO = "ratio to plain streams";
    private static final String CPU = "commit cpu";

    private record Row(String what, String target, String measured, Optional<Boolean> met, String command) {}

    private final List<Measurement> core;
    private final List<Measurement> service;
    private final List<Measurement> latency;
    private final List<Measurement> changelog;
    private final List<Measurement> boards;
    private final List<Measurement> restart;
    private final List<Row> rows = new ArrayList<>();

    private Targets(Path results) throws IOException {
        core = Results.load(results, "core");
        service = Results.load(results, "service");
        latency = Results.load(results, "latency");
        changelog = Results.load(results, "changelog");
        boards = Results.load(results, "boards");
        restart = Results.load(results, "restart");
    }

    /** The table, as Markdown. */
    static String table(Path results) throws IOException {
        Targets targets = new Targets(results);
        targets.core();
        targets.service();
        targets.latency();
        targets.disk();
        targets.boards();
        StringBuilder table = new StringBuilder("| | Target | Measured | | Command |\n|---|---|---|---|---|\n");
        for (Row row : targets.rows) {
            String verdict = row.met.map(met -> met ? "met" : "**missed**").orElse("not measured");
            table.append(String.format(
                    "| %s | %s | %s | %s | `%s` |%n", row.what, row.target, row.measured, verdict, row.command));
        }
        return table.toString();
    }

    private void core() {
        for (String shape : List.of("LIST", "KEYED")) {
            String claims = shape.equals("LIST") ? "claims in an array" : "claims in an object";
            Optional<Measurement> small = core(OURS, CPU, shape, 1_000);
            Optional<Measurement> large = core(OURS, CPU, shape, 1_000_000);
            OptionalDouble growth = ratio(large, small);
            row(
                    "core, 1 MB against 1 KB, " + claims,
                    "at most 1.5 times",
                    text(growth, "%.2f times (" + micros(small) + " and " + micros(large) + ")"),
                    atMost(growth, 1.5),
                    "core");
        }
        naive(1_000, "1 KB", 2);
        naive(100_000, "100 KB", 100);
        naive(1_000_000, "1 MB", 1_500);
    }

    private void naive(int bytes, String size, double target) {
        Optional<Measurement> ours = core(OURS, CPU, "LIST", bytes);
        // The faster of the libraries counts.
        Optional<Measurement> cached = List.of("commitNetworknt cpu", "commitHarrel cpu").stream()
                .flatMap(what -> core("naive", what, "LIST", bytes).stream())
                .min(Comparator.comparingDouble(Measurement::median));
        Optional<Measurement> loaded = core("naive", "loadAndCommitNetworknt cpu", "LIST", bytes);
        OptionalDouble faster = ratio(loaded, ours);
        row(
                "core against the naive kernel, " + size,
                "at least " + number(target) + " times faster",
                text(
                        faster,
                        "%.0f times (" + micros(ours) + " and " + micros(loaded) + "; "
                                + text(ratio(cached, ours), "%.0f times") + " if its state is kept parsed, "
                                + micros(cached) + ")"),
                atLeast(faster, target),
                "core");
    }

    private void service() {
        service(10_000, "10 KB", "", 0.4);
        service(1_000_000, "1 MB", "", 0.35);
        service(10_000, "10 KB", ", same writes", 0.75);
    }

    /** @param writes of plain Streams, as its side's name tells it */
    private void service(int bytes, String size, String writes, double target) {
        String at = Integer.toString(bytes);
        Optional<Measurement> ratio = Results.find(service, OURS, RATIO + writes, "boardBytes", at);
        String rates = perSecond(Results.find(service, OURS, THROUGHPUT, "boardBytes", at)) + " of "
                + perSecond(Results.find(service, "plain streams" + writes, THROUGHPUT, "boardBytes", at));
        row(
                "proposals of 1 KB, boards of " + size + ", against plain Streams" + writes,
                "at least " + target,
                ratio.map(one -> String.format(
                                Locale.ROOT, "%.2f (%.2f to %.2f; %s)", one.median(), one.low(), one.high(), rates))
                        .orElse("-"),
                ratio.map(one -> one.median() >= target),
                "service");
    }

    private void latency() {
        Optional<Measurement> median = Results.find(latency, OURS, "latency p50", "commitIntervalMs", "product");
        Optional<Measurement> tail = Results.find(latency, OURS, "latency p99", "commitIntervalMs", "product");
        row(
                "propose to committed and seen, median",
                "at most 15 ms",
                text(value(median), "%.1f ms"),
                atMost(value(median), 15),
                "latency");
        row("the same, p99", "at most 40 ms", text(value(tail), "%.1f ms"), atMost(value(tail), 40), "latency");
    }

    private void disk() {
        Optional<Measurement> bytes = Results.find(changelog, OURS, "all stores", "boardBytes", "1000000");
        row(
                "changelog bytes of a commit, board of 1 MB, patch of 200 bytes",
                "at most 2 KB",
                text(value(bytes), "%,.0f bytes"),
                atMost(value(bytes), 2_000),
                "changelog");
        OptionalDouble first = restart("first commit after kill", "100000");
        row(
                "first commit after `kill -9`, 100,000 boards",
                "within 10 s",
                text(first, "%.1f s; " + text(secondsOfGigabyte(), "%.0f s more for each GB of changelog")),
                atMost(first, 10),
                "restart");
    }

    /**
     * What is left of the wait when a JVM's start and the joining of the group, which few boards need as well, are
     * taken off.
     */
    private OptionalDouble secondsOfGigabyte() {
        OptionalDouble few = restart("first commit after kill", "1000");
        OptionalDouble many = restart("first commit after kill", "100000");
        OptionalDouble fewBytes = restart("changelog", "1000");
        OptionalDouble manyBytes = restart("changelog", "100000");
        if (few.isEmpty() || many.isEmpty() || fewBytes.isEmpty() || manyBytes.isEmpty()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(
                (many.getAsDouble() - few.getAsDouble()) / (manyBytes.getAsDouble() - fewBytes.getAsDouble()));
    }

    private OptionalDouble restart(String what, String boards) {
        return value(Results.find(restart, OURS, what, "boards", boards));
    }

    private void boards() {
        Optional<Measurement> heap = Results.find(boards, OURS, "heap after gc", "boards", "1000000");
        Optional<Measurement> few = Results.find(boards, OURS, "heap after gc", "boards", "10000");
        row(
                "heap with 1,000,000 idle boards",
                "bounded by the configured cache",
                text(value(heap), "%.0f MB (" + text(value(few), "%.0f MB") + " with 10,000)"),
                heap.map(one -> one.median() < CACHE_BOUND_MEGABYTES),
                "boards");
        flat("throughput from 100 to 1,000,000 boards", "boards");
        flat("throughput against the length of a board's log", "logLength");
    }

    /** The kernel's cache holds 64 MB by default; what else it has takes the rest. */
    private static final double CACHE_BOUND_MEGABYTES = 400;

    private void flat(String what, String parameter) {
        List<Measurement> rates = Results.matching(boards, OURS, THROUGHPUT)
                .filter(one -> one.at().containsKey(parameter))
                .toList();
        OptionalDouble most = rates.stream().mapToDouble(Measurement::median).max();
        OptionalDouble least = rates.stream().mapToDouble(Measurement::median).min();
        OptionalDouble kept =
                most.isPresent() ? OptionalDouble.of(least.getAsDouble() / most.getAsDouble()) : OptionalDouble.empty();
        row(what, "flat within 20 %", text(kept, "the slowest has %.2f of the fastest"), atLeast(kept, 0.8), "boards");
    }

    private Optional<Measurement> core(String side, String what, String shape, int bytes) {
        return Results.find(core, side, what, "shape", shape, "bytes", Integer.toString(bytes));
    }

    private void row(String what, String target, String measured, Optional<Boolean> met, String command) {
        rows.add(new Row(what, target, measured, met, command));
    }

    private static OptionalDouble value(Optional<Measurement> measurement) {
        return measurement.map(one -> OptionalDouble.of(one.median())).orElse(OptionalDouble.empty());
    }

    private static OptionalDouble ratio(Optional<Measurement> of, Optional<Measurement> to) {
        return of.isPresent() && to.isPresent()
                ? OptionalDouble.of(of.get().median() / to.get().median())
                : OptionalDouble.empty();
    }

    private static Optional<Boolean> atMost(OptionalDouble value, double most) {
        return value.isPresent() ? Optional.of(value.getAsDouble() <= most) : Optional.empty();
    }

    private static Optional<Boolean> atLeast(OptionalDouble value, double least) {
        return value.isPresent() ? Optional.of(value.getAsDouble() >= least) : Optional.empty();
    }

    private static String text(OptionalDouble value, String format) {
        return value.isPresent() ? String.format(Locale.ROOT, format, value.getAsDouble()) : "-";
    }

    private static String micros(Optional<Measurement> measurement) {
        return text(value(measurement), "%,.0f µs");
    }

    private static String perSecond(Optional<Measurement> measurement) {
        return text(value(measurement), "%,.0f/s");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }
}
