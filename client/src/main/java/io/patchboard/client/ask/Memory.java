package io.patchboard.client.ask;

import io.patchboard.record.LogEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Requests that somebody waits for or has waited for, the oldest forgotten first: as many as fit, whatever is sent. Who
 * waits for one that is forgotten is told nothing, as if there were no outcome in time; who asks for it later has the
 * log searched. Safe for use by several threads.
 */
final class Memory {

    static final int MOST_REQUESTS = 20_000;
    static final long MOST_BYTES = 32L * 1024 * 1024;

    /** Of one request beside its ids: what waits, and its places in the maps. */
    private static final int BYTES_OF_A_REQUEST = 512;

    private final Consumer<LogEntry> onOutcome;
    private final Map<RequestKey, CompletableFuture<LogEntry>> requests = new LinkedHashMap<>();
    private final Map<RequestKey, RequestKey> latestOfId = new HashMap<>();
    private final Map<String, Integer> undecidedOfBoard = new HashMap<>();
    private final Set<RequestKey> withoutEarlier = new HashSet<>();
    private long bytes;

    Memory(Consumer<LogEntry> onOutcome) {
        this.onOutcome = onOutcome;
    }

    /** The outcome of a request, be it there or to come. */
    synchronized CompletableFuture<LogEntry> outcome(RequestKey key) {
        CompletableFuture<LogEntry> known = requests.get(key);
        if (known != null) {
            return known;
        }
        CompletableFuture<LogEntry> fresh = new CompletableFuture<>();
        requests.put(key, fresh);
        latestOfId.put(key.ofAnybody(), key);
        bytes += size(key);
        undecidedOfBoard.merge(key.boardId(), 1, Integer::sum);
        forgetOldest();
        return fresh;
    }

    /**
     * The request that is meant by a key without an author: the latest with that id that is known here, or else the key
     * itself.
     */
    synchronized RequestKey meant(RequestKey key) {
        return requests.containsKey(key) || key.proposal().isPresent() ? key : latestOfId.getOrDefault(key, key);
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
        for (RequestKey key : RequestKey.decidedBy(entry)) {
            note(meant(key), entry).ifPresent(waiting -> waiting.complete(entry));
        }
    }

    /** No outcome on this board can be read: who waits for one hears why, and the next to ask waits again. */
    void fail(String boardId, Throwable failure) {
        forgetUndecided(boardId).forEach(waiting -> waiting.completeExceptionally(failure));
    }

    private synchronized List<CompletableFuture<LogEntry>> forgetUndecided(String boardId) {
        List<CompletableFuture<LogEntry>> undecided = new ArrayList<>();
        requests.entrySet().removeIf(request -> {
            boolean waits = request.getKey().boardId().equals(boardId)
                    && !request.getValue().isDone();
            if (waits) {
                undecided.add(request.getValue());
                forget(request);
            }
            return waits;
        });
        return undecided;
    }

    private synchronized Optional<CompletableFuture<LogEntry>> note(RequestKey key, LogEntry entry) {
        CompletableFuture<LogEntry> waiting = requests.get(key);
        if (waiting == null || waiting.isDone()) {
            return Optional.empty();
        }
        onOutcome.accept(entry);
        if (RequestKey.mayBeFollowed(entry)) {
            // Who asks for the next one then has the log searched.
            requests.remove(key);
            latestOfId.remove(key.ofAnybody(), key);
            bytes -= size(key);
            undecidedNoMore(key);
            return Optional.of(waiting);
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
        while (requests.size() > MOST_REQUESTS || bytes > MOST_BYTES && requests.size() > 1) {
            Map.Entry<RequestKey, CompletableFuture<LogEntry>> next = oldest.next();
            forget(next);
            oldest.remove();
        }
    }

    private void forget(Map.Entry<RequestKey, CompletableFuture<LogEntry>> request) {
        RequestKey key = request.getKey();
        bytes -= size(key);
        latestOfId.remove(key.ofAnybody(), key);
        entry(request.getValue()).ifPresentOrElse(entry -> bytes -= size(entry), () -> undecidedNoMore(key));
    }

    /** What is kept, by estimate. */
    synchronized long bytes() {
        return bytes;
    }

    synchronized int size() {
        return requests.size();
    }

    private void undecidedNoMore(RequestKey key) {
        withoutEarlier.remove(key);
        undecidedOfBoard.computeIfPresent(key.boardId(), (board, count) -> count == 1 ? null : count - 1);
    }

    private static Optional<LogEntry> entry(CompletableFuture<LogEntry> outcome) {
        return outcome.isDone() ? Optional.of(outcome.join()) : Optional.empty();
    }

    private static long size(RequestKey key) {
        int author = key.proposal()
                .map(by -> by.worker().orElse("").length()
                        + by.invocationId().orElse("").length())
                .orElse(0);
        return BYTES_OF_A_REQUEST + 2L * (key.boardId().length() + key.id().length() + author);
    }

    private static long size(LogEntry entry) {
        return entry.toJson().canonicalBytes();
    }
}
