package io.patchboard.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.EndEvent;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.standalone.crash.Ledger;
import io.patchboard.standalone.crash.Requests;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A board in each partition, which is asked for a commit several times a second whatever happens, and so tells for how
 * long there was none. The longest such time of any partition counts.
 */
final class Pulse implements AutoCloseable {

    private static final String PREFIX = "pulse-";
    private static final int PARTITIONS = 4;
    private static final int MILLIS_BETWEEN = 200;

    private static final Json BLUEPRINT = JsonReader.parse("""
            {"apiVersion":"patchboard/v1","name":"pulse","state":{"schema":{"type":"object"},"initial":{"beat":0}},
             "workers":{"heart":{"unsolicited":true,"write":[{"op":["replace"],"path":"/beat"}]}}}
            """);

    private final Ledger ledger;
    private final Requests requests;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

    /** When the last commit of each board was seen. */
    private final Map<String, Long> lastNanos = new TreeMap<>();

    private final Set<String> ended = new TreeSet<>();
    private long longestNanos;

    /** @param ledger one that nobody else uses */
    Pulse(Ledger ledger, Random random) {
        this.ledger = ledger;
        this.requests = new Requests(ledger, random);
    }

    static boolean isOfPulse(String board) {
        return board.startsWith(PREFIX);
    }

    /** Makes its boards, and returns when each of them has committed something. */
    void start() {
        Map<Integer, String> boards = new TreeMap<>();
        for (int number = 0; boards.size() < PARTITIONS; number++) {
            boards.putIfAbsent(ledger.partition(PREFIX + number), PREFIX + number);
        }
        long start = System.nanoTime();
        for (String board : boards.values()) {
            setLast(board, start);
            ledger.command(new CreateBoard(requests.nextId("create"), board, BLUEPRINT, Json.nul()));
        }
        clock.scheduleWithFixedDelay(
                () -> boards.values().forEach(this::beat), 0, MILLIS_BETWEEN, TimeUnit.MILLISECONDS);
        awaitCommits();
    }

    private void beat(String board) {
        requests.propose(board, "heart", "{'op':'replace','path':'/beat','value':" + System.nanoTime() + "}");
    }

    private synchronized void setLast(String board, long nanos) {
        lastNanos.put(board, nanos);
    }

    /** To be told of every entry that is committed. */
    synchronized void see(LogEntry entry) {
        String board = entry.boardId();
        if (!isOfPulse(board)) {
            return;
        }
        if (entry.event() instanceof EndEvent) {
            ended.add(board);
        } else if (entry.event() instanceof PatchCommitted) {
            long now = System.nanoTime();
            longestNanos = Math.max(longestNanos, now - lastNanos.put(board, now));
        }
    }

    /** From here on {@link #longest} is counted. */
    synchronized void reset() {
        long now = System.nanoTime();
        lastNanos.replaceAll((board, last) -> now);
        longestNanos = 0;
    }

    /** The longest time without a commit in some partition. */
    synchronized Duration longest() {
        return Duration.ofNanos(longestNanos);
    }

    /** Waits until each partition has committed something after this call. */
    void awaitCommits() {
        long start = System.nanoTime();
        Waits.waitFor("commits in each partition")
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> assertThat(silentSince(start))
                        .as("boards without a commit")
                        .isEmpty());
    }

    private synchronized Set<String> silentSince(long start) {
        Set<String> silent = new TreeSet<>(lastNanos.keySet());
        silent.removeIf(board -> lastNanos.get(board) - start > 0);
        return silent;
    }

    /** Ends its boards. */
    void stop() throws Exception {
        clock.shutdown();
        clock.awaitTermination(5, TimeUnit.MINUTES);
        for (String board : Set.copyOf(lastNanos.keySet())) {
            ledger.command(new CancelBoard(requests.nextId("cancel"), board, Optional.empty()));
        }
        ledger.flush();
        Waits.waitFor("the ends of the boards of the pulse").until(this::isOver);
    }

    private synchronized boolean isOver() {
        return ended.size() == lastNanos.size();
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
