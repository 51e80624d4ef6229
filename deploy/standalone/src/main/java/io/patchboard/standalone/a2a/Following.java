package io.patchboard.standalone.a2a;

import io.patchboard.standalone.mcp.Caller;
import io.patchboard.standalone.mcp.Features;
import io.patchboard.standalone.mcp.board.Follower;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** One task, as its board's log goes on, and what those wait for that were made for it. */
final class Following implements AutoCloseable {

    private final Reader reader;
    private final Caller caller;
    private final Semaphore changed = new Semaphore(0);
    private final Features.Watch watch;
    private BoardTask known;

    Following(Reader reader, Follower follower, Caller caller, BoardTask from) {
        this.reader = reader;
        this.caller = caller;
        this.known = from;
        this.watch = follower.follow(from.id(), from.sequence(), caller, changed::release);
    }

    /**
     * The task when it has moved on; absent if it has not for so long. Asked again it also notices that the caller may
     * not read it any more.
     *
     * @throws A2aException if the caller may not read it any more
     */
    Optional<BoardTask> next(Duration most) throws A2aException, InterruptedException {
        if (changed.tryAcquire(most.toMillis(), TimeUnit.MILLISECONDS)) {
            changed.drainPermits();
        }
        BoardTask now = reader.read(caller, known.id());
        if (now.sequence() <= known.sequence() && now.waiting().equals(known.waiting())) {
            return Optional.empty();
        }
        known = now;
        return Optional.of(now);
    }

    @Override
    public void close() {
        watch.close();
    }
}
