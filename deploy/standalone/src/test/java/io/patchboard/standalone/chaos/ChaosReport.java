package io.patchboard.standalone.chaos;

import io.patchboard.standalone.crash.BoardFacts;
import io.patchboard.standalone.crash.CrashAudit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/** What a night was made of, as tables for {@code docs/reliability.md}. */
final class ChaosReport {

    private static final String SEVERAL = "several at once";
    private static final String LANES = "lanes side by side, from one rest to the next";

    /** How long no partition, or not each, committed anything, in the rounds of one kind, and beside lanes. */
    private final Map<String, List<Duration>> pauses = new TreeMap<>();

    private final Map<String, Integer> faults = new TreeMap<>();
    private final long startedNanos = System.nanoTime();

    /** @param pause the longest time from one commit to the next, in the partition where it was longest */
    void round(List<Fault> round, Duration pause) {
        count(round.size() == 1 ? round.get(0).kind() : SEVERAL, round, pause);
    }

    /** The same of all that came in lanes, from one rest to the next. */
    void lanes(List<Fault> came, Duration pause) {
        count(LANES, came, pause);
    }

    private void count(String row, List<Fault> came, Duration pause) {
        came.forEach(fault -> faults.merge(fault.kind(), 1, Integer::sum));
        pauses.computeIfAbsent(row, any -> new ArrayList<>()).add(pause);
    }

    int faults() {
        return faults.values().stream().mapToInt(Integer::intValue).sum();
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startedNanos);
    }

    String text(long seed, CrashAudit audit, Map<String, Integer> ownEnds, int seen) {
        StringBuilder text = new StringBuilder();
        text.append("| Fault | In all | Alone | Longest time without a commit: median | longest |%n".formatted());
        text.append("|---|---|---|---|---|%n".formatted());
        faults.forEach((kind, count) -> text.append(row(kind, Integer.toString(count))));
        text.append(row(SEVERAL, ""));
        text.append(pauses.containsKey(LANES) ? row(LANES, "") : "").append(System.lineSeparator());
        Collection<BoardFacts> boards = audit.boards().values();
        text.append("""
                | What | Value |
                |---|---|
                | faults, seed | %d, %d |
                | the whole run | %d s |
                | boards that began and ended | %d |
                | log entries, invocations, timeouts, retries | %d, %d, %d, %d |
                | entries that a reader saw and found again | %d |
                | processes that ended by themselves, and were started again | %s |
                | lost, doubled | 0, 0 |
                """.formatted(
                        faults(),
                        seed,
                        elapsed().toSeconds(),
                        boards.stream().filter(BoardFacts::isEnded).count(),
                        audit.entries(),
                        sum(boards, BoardFacts::invocations),
                        sum(boards, BoardFacts::timeouts),
                        sum(boards, BoardFacts::retries),
                        seen,
                        ownEnds.isEmpty() ? "none" : ownEnds));
        return text.toString();
    }

    private String row(String kind, String count) {
        List<Duration> alone =
                pauses.getOrDefault(kind, List.of()).stream().sorted().toList();
        return "| %s | %s | %d | %s | %s |%n"
                .formatted(
                        kind,
                        count,
                        alone.size(),
                        alone.isEmpty() ? "" : seconds(alone.get(alone.size() / 2)),
                        alone.isEmpty() ? "" : seconds(alone.get(alone.size() - 1)));
    }

    private static String seconds(Duration duration) {
        return "%.1f s".formatted(duration.toMillis() / 1_000.0);
    }

    private static int sum(Collection<BoardFacts> boards, ToIntFunction<BoardFacts> count) {
        return boards.stream().mapToInt(count).sum();
    }
}
