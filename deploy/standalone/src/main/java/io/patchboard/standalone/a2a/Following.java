package io.patchboard.standalone.a2a;

import io.patchboard.calls.Deadline;
import io.patchboard.standalone.mcp.Caller;
import io.patchboard.standalone.mcp.Features;
import io.patchboard.standalone.mcp.board.Follower;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** One task, as its board's log goes on, and what those wait for that were made for it. */
final class Following implements AutoCloseable {

    /** Whoever follows is told of what changes; this is for what he is not told of, such as rights that are lost. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(15);

    private static final Duration AFTER_REFUSAL = Duration.ofSeconds(1);

    private final Reader reader;
    private final Caller caller;
    private final Semaphore changed = new Semaphore(0);
    private final Features.Watch watch;
    private BoardTask known;
    private Deadline nextLook = Deadline.in(BETWEEN_LOOKS);

    /** @param follower that tells of changes; without one the task is looked at now and then */
    Following(Reader reader, Optional<Follower> follower, Caller caller, BoardTask from) {
        this.reader = reader;
        this.caller = caller;
        this.known = from;
        this.watch = follower.<Features.Watch>map(
                        stream -> stream.follow(from.id(), from.sequence(), caller, changed::release))
                .orElse(() -> {});
    }

    /**
     * The task when it has moved on; absent if it has not for so long, or cannot be read at this moment. Asked again it
     * also notices that the caller may not read it any more.
     *
     * @throws A2aException if the caller may not read it any more
     */
    Optional<BoardTask> next(Duration most) throws A2aException, InterruptedException {
        boolean told = changed.tryAcquire(shorter(most, nextLook.left()).toNanos(), TimeUnit.NANOSECONDS);
        if (!told && !nextLook.isOver()) {
            return Optional.empty();
        }
        changed.drainPermits();
        Optional<BoardTask> now = read();
        nextLook = Deadline.in(now.isPresent() ? BETWEEN_LOOKS : AFTER_REFUSAL);
        Optional<BoardTask> next = now.filter(
                task -> task.sequence() > known.sequence() || !task.waiting().equals(known.waiting()));
        known = next.orElse(known);
        return next;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private Optional<BoardTask> read() throws A2aException, InterruptedException {
        try {
            return Optional.of(reader.read(caller, known.id()));
        } catch (A2aException e) {
            if (e.fault() == Fault.UNAVAILABLE) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public void close() {
        watch.close();
    }
}
