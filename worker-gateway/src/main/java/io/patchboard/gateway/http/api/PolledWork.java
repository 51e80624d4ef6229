package io.patchboard.gateway.http.api;

import io.patchboard.calls.Deadline;
import io.patchboard.gateway.runner.Checkpoint;
import io.patchboard.gateway.runner.Checkpoints;
import io.patchboard.gateway.runner.LongWork;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.gateway.runner.TimeLimit;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import java.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** How far those have come who poll, as far as they say so. Safe for use by several threads. */
final class PolledWork implements AutoCloseable {

    private static final int MOST_KNOWN = 10_000;
    private static final long MOST_BYTES = 32 * 1024 * 1024;
    private static final Executor THREADS = Thread::startVirtualThread;

    private static final Duration LONGEST_LOOK = Duration.ofSeconds(5);

    /** Their leases have their own time. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private final Checkpoints checkpoints;
    private final Clock clock;
    private final Map<String, CompletableFuture<LongWork>> known = new LinkedHashMap<>();

    /** @param checkpoints closed with this */
    PolledWork(Checkpoints checkpoints, Clock clock) {
        this.checkpoints = checkpoints;
        this.clock = clock;
    }

    /** The work on what was just lent, which begins where an earlier attempt, or whoever had it before, had come. */
    synchronized CompletionStage<LongWork> lent(Invocation invocation) {
        CompletableFuture<LongWork> begun = CompletableFuture.supplyAsync(() -> begin(invocation), THREADS);
        known.remove(invocation.invocationId());
        makeRoom();
        known.put(invocation.invocationId(), begun);
        return begun;
    }

    /** What was just lent to somebody who did not ask where an earlier attempt had come. */
    synchronized void lentWithout(String invocationId) {
        known.computeIfPresent(invocationId, (id, work) -> work.thenApply(LongWork::withheld));
    }

    /** The work on what somebody is at; where that is not known it begins, of one who was given no checkpoint. */
    synchronized CompletionStage<LongWork> of(Invocation invocation) {
        if (!known.containsKey(invocation.invocationId())) {
            lent(invocation);
            lentWithout(invocation.invocationId());
        }
        return known.get(invocation.invocationId());
    }

    /** The eldest go; one that goes on nevertheless begins from what is kept of it. */
    private void makeRoom() {
        long bytes = bytesKept();
        Iterator<CompletableFuture<LongWork>> eldest = known.values().iterator();
        while (known.size() >= MOST_KNOWN || bytes > MOST_BYTES) {
            bytes -= bytes(eldest.next());
            eldest.remove();
        }
    }

    private static long bytes(CompletableFuture<LongWork> work) {
        return work.isDone() && !work.isCompletedExceptionally() ? work.join().bytesKept() : 0;
    }

    /** Of all checkpoints that are kept. */
    synchronized long bytesKept() {
        return known.values().stream().mapToLong(PolledWork::bytes).sum();
    }

    /** How far those have come who work for a board, whoever they are; absent if that cannot be found out in time. */
    CompletionStage<Optional<Map<String, Checkpoint>>> ofBoard(String boardId) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return Optional.of(checkpoints.ofBoard(boardId, Deadline.in(LONGEST_LOOK)));
                    } catch (NoAnswerException e) {
                        return Optional.empty();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        return Optional.empty();
                    }
                },
                THREADS);
    }

    /** Keeps it in place of the one before; fails where that is not possible. */
    CompletionStage<Void> keep(String key, Checkpoint checkpoint) {
        return checkpoints.save(key, checkpoint);
    }

    private LongWork begin(Invocation invocation) {
        try {
            return LongWork.begin(invocation, new TimeLimit(clock, LONGEST), checkpoints, clock);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
        }
    }

    /** An answer that says what it went on from. */
    synchronized Answer told(String invocationId, Answer answer) {
        return Optional.ofNullable(known.get(invocationId))
                .filter(work -> work.isDone() && !work.isCompletedExceptionally())
                .map(work -> work.join().told(answer))
                .orElse(answer);
    }

    /** It is answered: nothing is taken any more. */
    synchronized void end(String invocationId) {
        Optional.ofNullable(known.get(invocationId)).ifPresent(work -> work.thenAccept(LongWork::close));
    }

    @Override
    public void close() {
        checkpoints.close();
    }
}
