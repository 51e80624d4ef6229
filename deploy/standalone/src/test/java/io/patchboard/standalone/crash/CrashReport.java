package io.patchboard.standalone.crash;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** What a run was made of, in numbers. */
final class CrashReport {

    private final long startedNanos = System.nanoTime();
    private final Map<KernelProcess, Duration> alone = new HashMap<>();
    private final Map<KernelProcess, Duration> oneOfTwo = new HashMap<>();
    private int whileStarting;
    private int whileWorking;

    void killed(boolean ready) {
        if (ready) {
            whileWorking++;
        } else {
            whileStarting++;
        }
    }

    /** From the start of the process until it serves. */
    void restarted(KernelProcess kernel, boolean isAlone, Duration time) {
        (isAlone ? alone : oneOfTwo).put(kernel, time);
    }

    String text(Ledger ledger, CrashAudit audit) {
        Collection<BoardFacts> boards = audit.boards().values();
        return """
                Kills: %d, of which %d before the kernel was ready; %d s in all.
                From start to ready, one kernel: %s.
                From start to ready, one of two: %s.
                Sent: %d requests in %d records, to %d boards that began and ended.
                Log: %d entries, %d invocations, %d timeouts, %d retries; rejections %s.
                """.formatted(
                        whileStarting + whileWorking,
                        whileStarting,
                        Duration.ofNanos(System.nanoTime() - startedNanos).toSeconds(),
                        distribution(alone.values()),
                        distribution(oneOfTwo.values()),
                        ledger.requests(),
                        ledger.records(),
                        boards.stream().filter(BoardFacts::isEnded).count(),
                        audit.entries(),
                        sum(boards, BoardFacts::invocations),
                        sum(boards, BoardFacts::timeouts),
                        sum(boards, BoardFacts::retries),
                        audit.rejections());
    }

    private static String distribution(Collection<Duration> durations) {
        List<Long> millis = durations.stream().map(Duration::toMillis).sorted().toList();
        return millis.isEmpty()
                ? "never"
                : "%d times, median %d ms, 90th percentile %d ms, longest %d ms"
                        .formatted(
                                millis.size(),
                                millis.get(millis.size() / 2),
                                millis.get(millis.size() * 9 / 10),
                                millis.get(millis.size() - 1));
    }

    private static int sum(Collection<BoardFacts> boards, ToIntFunction<BoardFacts> count) {
        return boards.stream().mapToInt(count).sum();
    }
}
