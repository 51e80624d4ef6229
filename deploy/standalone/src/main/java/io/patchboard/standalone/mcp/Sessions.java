package io.patchboard.standalone.mcp;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Those of an HTTP server. One that is not used for an hour is forgotten; its client introduces itself again. */
final class Sessions implements AutoCloseable {

    private static final int MOST = 1_000;
    private static final Duration MOST_IDLE = Duration.ofHours(1);

    private final Map<String, Session> open = new ConcurrentHashMap<>();

    /** A new one; absent if there are too many. */
    synchronized Optional<Session> begin(Caller caller) {
        open.values().stream().filter(session -> session.isIdle(MOST_IDLE)).forEach(this::end);
        if (open.size() >= MOST) {
            return Optional.empty();
        }
        Session session = new Session(caller);
        open.put(session.id(), session);
        return Optional.of(session);
    }

    /** Nobody finds another's. */
    Optional<Session> find(String id, Caller caller) {
        return Optional.ofNullable(open.get(id))
                .filter(session -> session.caller().authorization().equals(caller.authorization()));
    }

    void end(Session session) {
        open.remove(session.id());
        session.close();
    }

    @Override
    public void close() {
        open.values().forEach(this::end);
    }
}
