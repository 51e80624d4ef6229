package io.patchboard.gateway.http.outcome;

import io.patchboard.record.LogEntry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Requests that somebody waits for or has waited for, the oldest forgotten first. Safe for use by several threads. */
final class Memory {

    static final int MOST_REQUESTS = 20_000;
    private static final long MOST_BYTES = 32L * 1024 * 1024;

    private final Map<RequestKey, CompletableFuture<LogEntry>> requests = new LinkedHashMap<>();
    private final Map<String, Integer> undecidedOfBoard = new HashMap<>();
    private final Set<RequestKey> withoutEarlier = new HashSet<>();
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

    /** The outcome, there or to come, of a request that is known here. */
    synchronized Optional<CompletableFuture<LogEntry>> known(RequestKey key) {
        return Optional.ofNullable(requests.get(key)).map(CompletableFuture::copy);
    }

    /** The request has no outcome from before it was noted here: its id is new, or the log was read. */
    synchronized void noEarlier(RequestKey key) {
        if (Optional.ofNullable(requests.get(key))
                .filter(outcome -> !outcome.isDone())
                .isPresent()) {
            withoutEarlier.add(key);
        }
    }

    synchronized boolean hasNoEarlier(RequestKey key) {
        return withoutEarlier.contains(key);
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
        undecidedNoMore(key);
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
                undecidedNoMore(next.getKey());
            } else {
                continue;
            }
            oldest.remove();
        }
    }

    private void undecidedNoMore(RequestKey key) {
        withoutEarlier.remove(key);
        undecidedOfBoard.computeIfPresent(key.boardId(), (board, count) -> count == 1 ? null : count - 1);
    }

    private static Optional<LogEntry> entry(CompletableFuture<LogEntry> outcome) {
        return outcome.isDone() ? Optional.of(outcome.join()) : Optional.empty();
    }

    private static long size(LogEntry entry) {
        return entry.toJson().canonicalBytes();
    }
}
