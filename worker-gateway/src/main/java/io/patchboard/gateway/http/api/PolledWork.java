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
import java.util.Collections;
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
    private static final Executor THREADS = Thread::startVirtualThread;

    private static final Duration LONGEST_LOOK = Duration.ofSeconds(5);

    /** Their leases have their own time. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private final Checkpoints checkpoints;
    private final Clock clock;
    private final Map<String, CompletionStage<LongWork>> known = Collections.synchronizedMap(new Recent());

    /** @param checkpoints closed with this */
    PolledWork(Checkpoints checkpoints, Clock clock) {
        this.checkpoints = checkpoints;
        this.clock = clock;
    }

    /** The work on what is lent, which begins where an earlier attempt had come. */
    CompletionStage<LongWork> of(Invocation invocation) {
        return known.computeIfAbsent(
                invocation.invocationId(), id -> CompletableFuture.supplyAsync(() -> begin(invocation), THREADS));
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
    Answer told(String invocationId, Answer answer) {
        return Optional.ofNullable(known.get(invocationId))
                .map(CompletionStage::toCompletableFuture)
                .filter(work -> work.isDone() && !work.isCompletedExceptionally())
                .map(work -> work.join().told(answer))
                .orElse(answer);
    }

    /** It is answered: nothing is taken any more. */
    void end(String invocationId) {
        Optional.ofNullable(known.get(invocationId)).ifPresent(work -> work.thenAccept(LongWork::close));
    }

    @Override
    public void close() {
        checkpoints.close();
    }

    private static final class Recent extends LinkedHashMap<String, CompletionStage<LongWork>> {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, CompletionStage<LongWork>> eldest) {
            return size() > MOST_KNOWN;
        }
    }
}
