package io.patchboard.gateway.http.outcome;

import io.patchboard.record.LogEntry;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Requests that somebody waits for or has waited for, the oldest forgotten first. Safe for use by several threads. */
final class Memory {

    static final int MOST_REQUESTS = 20_000;
    private static final long MOST_BYTES = 32L * 1024 * 1024;

    private final Map<RequestKey, CompletableFuture<LogEntry>> requests = new LinkedHashMap<>();
    private final Map<String, Integer> undecidedOfBoard = new HashMap<>();
    private long bytes;

    /** The outcome of a request, be it there or to come. */
    synchronized CompletableFuture<LogEntry> outcome(RequestKey key) {
        CompletableFuture<LogEntry> known = requests.get(key);
        if (known != null) {
            return known;
        }
        CompletableFuture<LogEntry> fresh = new CompletableFuture<>();
        requests.put(key, fresh);
        undecidedOfBoard.merge(key.boardId(), 1, Integer::sum);
        forgetOldest();
        return fresh;
    }

    /** The outcome, if it is known here. */
    synchronized Optional<LogEntry> decided(RequestKey key) {
        return Optional.ofNullable(requests.get(key)).flatMap(Memory::entry);
    }

    synchronized boolean isAwaited(String boardId) {
        return undecidedOfBoard.containsKey(boardId);
    }

    /** Completes what waits for this entry, on this thread: who goes on from there changes to another. */
    void decide(LogEntry entry) {
        RequestKey.decidedBy(entry).flatMap(key -> note(key, entry)).ifPresent(waiting -> waiting.complete(entry));
    }

    private synchronized Optional<CompletableFuture<LogEntry>> note(RequestKey key, LogEntry entry) {
        CompletableFuture<LogEntry> waiting = requests.get(key);
        if (waiting == null || waiting.isDone()) {
            return Optional.empty();
        }
        requests.put(key, CompletableFuture.completedFuture(entry));
        bytes += size(entry);
        decidedOne(key);
        forgetOldest();
        return Optional.of(waiting);
    }

    private void forgetOldest() {
        Iterator<Map.Entry<RequestKey, CompletableFuture<LogEntry>>> oldest =
                requests.entrySet().iterator();
        while ((requests.size() > MOST_REQUESTS || bytes > MOST_BYTES) && oldest.hasNext()) {
            Map.Entry<RequestKey, CompletableFuture<LogEntry>> next = oldest.next();
            Optional<LogEntry> entry = entry(next.getValue());
            if (entry.isPresent()) {
                bytes -= size(entry.get());
            } else if (requests.size() > MOST_REQUESTS) {
                decidedOne(next.getKey());
            } else {
                continue;
            }
            oldest.remove();
        }
    }

    private void decidedOne(RequestKey key) {
        undecidedOfBoard.computeIfPresent(key.boardId(), (board, count) -> count == 1 ? null : count - 1);
    }

    private static Optional<LogEntry> entry(CompletableFuture<LogEntry> outcome) {
        return outcome.isDone() ? Optional.of(outcome.join()) : Optional.empty();
    }

    private static long size(LogEntry entry) {
        return entry.toJson().canonicalBytes();
    }
}
