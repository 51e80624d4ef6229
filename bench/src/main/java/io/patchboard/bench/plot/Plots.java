package io.patchboard.bench.plot;

import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All pictures, from whatever results there are. */
public final class Plots {

    private static final Color OURS = new Color(0, 90, 181);
    private static final Color NAIVE = new Color(220, 50, 32);
    private static final Color PEER = new Color(230, 140, 0);
    private static final Color LIMIT = new Color(90, 90, 90);
    private static final Color OTHER = new Color(120, 60, 160);

    private final Path results;
    private final Path images;

    public Plots(Path results, Path images) {
        this.results = results;
        this.images = images;
    }

    /**
     * Draws them, and returns the files that were written.
     *
     * @param format {@code svg} or {@code png}
     */
    public List<Path> draw(String format) throws IOException {
        Map<String, Plot> plots = new LinkedHashMap<>();
        plots.put("cost-by-state-size", costByStateSize());
        plots.put("cost-by-history", costByHistory());
        plots.put("throughput-by-boards", throughputByBoards());
        plots.put("latency-by-commit-interval", latencyByCommitInterval());
        List<Path> written = new ArrayList<>();
        for (Map.Entry<String, Plot> plot : plots.entrySet()) {
            Path file = images.resolve(plot.getKey() + "." + format);
            if (plot.getValue().save(file, format)) {
                written.add(file);
            }
        }
        return written;
    }

    private Plot costByStateSize() throws IOException {
        List<Measurement> core = Results.load(results, "core");
        return new Plot(
                        "One commit of two operations: add a claim, change another",
                        "size of the state, bytes",
                        "processor time, microseconds")
                .line("PatchBoard, core", OURS, false, bySize(core, "patchboard", "commit", "LIST"), "bytes")
                .line(
                        "PatchBoard, core, claims in an object",
                        OURS,
                        true,
                        bySize(core, "patchboard", "commit", "KEYED"),
                        "bytes")
                .line(
                        "PatchBoard, whole decision",
                        OTHER,
                        false,
                        bySize(core, "decision", "decideAndEncode", "LIST"),
                        "bytes")
                .line(
                        "naive kernel, networknt",
                        NAIVE,
                        false,
                        bySize(core, "naive", "commitNetworknt", "LIST"),
                        "bytes")
                .line("naive kernel, harrel", NAIVE, true, bySize(core, "naive", "commitHarrel", "LIST"), "bytes")
                .line(
                        "LangGraph4j, in memory",
                        PEER,
                        false,
                        list(core, "langgraph4j", "commit cpu", "copies", "JAVA"),
                        "bytes");
    }

    private Plot costByHistory() throws IOException {
        List<Measurement> peers = Results.load(results, "peers");
        return new Plot(
                        "One commit to a state of 10 KB, after a history of others",
                        "commits before",
                        "processor time, microseconds")
                .line("PatchBoard, whole decision", OURS, false, list(peers, "patchboard", "commit"), "history")
                .line("LangGraph4j, in memory", PEER, false, list(peers, "langgraph4j memory", "commit"), "history")
                .line("LangGraph4j, in files", PEER, true, list(peers, "langgraph4j file", "commit"), "history");
    }

    private Plot throughputByBoards() throws IOException {
        List<Measurement> boards = Results.load(results, "boards");
        return new Plot(
                        "Proposals of 1 KB, spread over all boards (1 KB each)",
                        "boards (keys)",
                        "committed per second")
                .linear()
                .line("PatchBoard", OURS, false, having(boards, "patchboard", "throughput", "boards"), "boards")
                .line(
                        "plain Streams, the practical limit",
                        LIMIT,
                        true,
                        having(boards, "plain streams", "throughput", "boards"),
                        "boards");
    }

    private Plot latencyByCommitInterval() throws IOException {
        String parameter = "commitIntervalMs";
        List<Measurement> latency = Results.load(results, "latency").stream()
                .filter(one -> !one.isAt(parameter, "product"))
                .toList();
        return new Plot(
                        "What the commit interval buys and costs (boards of 10 KB)",
                        "commit interval, ms",
                        "from proposal to committed and seen, ms")
                .linear()
                .right("committed per second")
                .line("PatchBoard, median", OURS, false, list(latency, "patchboard", "latency p50"), parameter)
                .line("PatchBoard, p99", OURS, true, list(latency, "patchboard", "latency p99"), parameter)
                .line("plain Streams, median", LIMIT, false, list(latency, "plain streams", "latency p50"), parameter)
                .rightLine(
                        "PatchBoard, throughput (right)",
                        NAIVE,
                        false,
                        list(latency, "patchboard", "throughput"),
                        parameter)
                .rightLine(
                        "plain Streams, throughput (right)",
                        NAIVE,
                        true,
                        list(latency, "plain streams", "throughput"),
                        parameter);
    }

    private static List<Measurement> bySize(List<Measurement> core, String side, String what, String shape) {
        return list(core, side, what + " cpu", "shape", shape);
    }

    private static List<Measurement> list(List<Measurement> among, String side, String what, String... parameters) {
        return Results.matching(among, side, what, parameters).toList();
    }

    private static List<Measurement> having(List<Measurement> among, String side, String what, String parameter) {
        return list(among, side, what).stream()
                .filter(one -> one.at().containsKey(parameter))
                .toList();
    }
}
