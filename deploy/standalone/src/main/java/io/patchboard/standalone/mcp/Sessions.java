package io.patchboard.standalone.mcp;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Those of an HTTP server. One that is not used for an hour is forgotten, as is, of a caller who has many, the one that
 * is idle for longest; its client introduces itself again.
 */
final class Sessions implements AutoCloseable {

    private static final int MOST = 1_000;
    private static final int MOST_OF_ONE_CALLER = 100;
    private static final Duration MOST_IDLE = Duration.ofHours(1);

    private final Map<String, Session> open = new ConcurrentHashMap<>();

    /** A new one; absent if there are too many. */
    synchronized Optional<Session> begin(Caller caller) {
        open.values().stream()
                .filter(session -> !session.isBusy() && session.idle().compareTo(MOST_IDLE) > 0)
                .forEach(this::end);
        List<Session> own =
                open.values().stream().filter(session -> isOf(session, caller)).toList();
        if (own.size() >= MOST_OF_ONE_CALLER) {
            Optional<Session> idlest =
                    own.stream().filter(session -> !session.isBusy()).max(Comparator.comparing(Session::idle));
            if (idlest.isEmpty()) {
                return Optional.empty();
            }
            end(idlest.get());
        }
        if (open.size() >= MOST) {
            return Optional.empty();
        }
        Session session = new Session(caller);
        open.put(session.id(), session);
        return Optional.of(session);
    }

    /** Nobody finds another's. */
    Optional<Session> find(String id, Caller caller) {
        return Optional.ofNullable(open.get(id)).filter(session -> isOf(session, caller));
    }

    private static boolean isOf(Session session, Caller caller) {
        return session.caller().authorization().equals(caller.authorization());
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
