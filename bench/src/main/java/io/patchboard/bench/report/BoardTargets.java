package io.patchboard.bench.report;

import static io.patchboard.bench.report.TargetTable.text;
import static io.patchboard.bench.report.TargetTable.value;

import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was promised of whole boards, with workers and gateways, and what was measured. */
final class BoardTargets {

    private static final String OURS = "patchboard";
    private static final String THROUGHPUT = "throughput";
    private static final String RATIO = "ratio to ";
    private static final String PER_SECOND = "%,.0f/s";

    private final Map<String, List<Measurement>> benches;
    private final TargetTable table;

    /** @param benches their results, by name */
    BoardTargets(Map<String, List<Measurement>> benches, TargetTable table) {
        this.benches = benches;
        this.table = table;
    }

    void rows() {
        invited();
        gateway();
        reviews();
        workflows();
        calls("parts", "which stands on the board in parts");
        calls("blob", "which is a blob");
        starts();
    }

    private Optional<Measurement> find(String bench, String side, String what, String... at) {
        return Results.find(benches.get(bench), side, what, at);
    }

    private void invited() {
        String side = "patchboard, invited";
        Optional<Measurement> cpu = find("invited", side, "cpu " + RATIO + "uninvited", "boardBytes", "10000");
        Optional<Measurement> rate = find("invited", side, RATIO + "uninvited", "boardBytes", "10000");
        table.atMost(
                "processor for an invited commit (rules, view of 2,000 characters, next invocation), against an"
                        + " uninvited one",
                value(cpu),
                2,
                "2 times",
                TargetTable.range(cpu) + "; " + text(rate, "%.2f") + " of its rate)",
                "invited");
    }

    private void gateway() {
        Optional<Measurement> share = find("gateway", "share", RATIO + "consumer", "workerMs", "0");
        String plain = text(find("gateway", "share, plain", RATIO + "consumer, plain", "workerMs", "0"), "%.2f");
        table.atLeast(
                "share group through a no-op worker, against the consumer group",
                value(share),
                0.9,
                "0.9",
                TargetTable.range(share) + "; Kafka's own, without a gateway: " + plain + ")",
                "gateway");
    }

    private void reviews() {
        Optional<Measurement> ratio = find("reviews", OURS, RATIO + "langgraph4j file");
        table.atLeast(
                "boards of `evidence-review` completed, against LangGraph4j with its file checkpointer",
                value(ratio),
                5,
                "5 times",
                TargetTable.range(ratio) + "; " + text(find("reviews", OURS, THROUGHPUT), "%.1f/s") + " and "
                        + text(find("reviews", "langgraph4j file", THROUGHPUT), "%.1f/s") + ")",
                "reviews");
    }

    private void workflows() {
        for (String steps : List.of("1", "3")) {
            Optional<Measurement> low = workflow("latency at low load p50", steps);
            String half = text(workflow("half load", steps), PER_SECOND);
            table.atMost(
                    "three brokers, replication 3: workflows of " + (steps.equals("1") ? "1 step" : "3 steps")
                            + ", p50 at low load",
                    value(low),
                    15,
                    "15 ms",
                    text(low, "%.1f ms") + ", p99 " + text(workflow("latency at low load p99", steps), "%.1f ms") + "; "
                            + text(workflow(THROUGHPUT, steps), PER_SECOND) + " at most; at half of it, " + half + ", "
                            + text(workflow("latency at half load p50", steps), "p50 %.1f ms") + ", "
                            + text(workflow("latency at half load p99", steps), "p99 %.1f ms"),
                    "workflows");
        }
    }

    private Optional<Measurement> workflow(String what, String steps) {
        return find("workflows", OURS, what, "steps", steps, "brokers", "3");
    }

    private void calls(String task, String how) {
        Optional<Measurement> bytes =
                find("calls", OURS, "log and changelog beside what models wrote", "task", task, "calls", "100");
        table.atMost(
                "log and changelog of 100 model calls over a task of 200,000 tokens, " + how,
                value(bytes),
                5,
                "5 MB beside what models wrote",
                text(bytes, "%.1f MB"),
                "calls");
    }

    private void starts() {
        started("`up` on a new data directory until it is ready", "up, cold", 2, "2.0 s");
        started("`demo`, the whole process", "demo", 4, "4.0 s");
    }

    private void started(String what, String command, double most, String target) {
        Optional<Measurement> seconds = find("starts", OURS, command);
        table.atMost(
                what,
                value(seconds),
                most,
                target,
                text(seconds, "%.1f s") + "; the broker and plain Streams alone "
                        + text(find("starts", "broker and plain streams", command), "%.1f s"),
                "starts");
    }
}
