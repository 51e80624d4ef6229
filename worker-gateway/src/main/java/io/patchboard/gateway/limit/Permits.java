package io.patchboard.gateway.limit;

import io.patchboard.calls.Deadline;
import io.patchboard.gateway.thread.Alarm;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * What this gateway may do of one limit: its share, as long as that is certain, less what is under way. Safe for use by
 * several threads.
 *
 * <p>From when it has told what it uses until it has heard what was decided, it uses no more than it told. A share that
 * has become less is a bound for what begins; what is under way goes on, and is told of when it has ended.
 */
public final class Permits {

    private static final long DAY = Duration.ofDays(1).toNanos();

    /** Demand of the latest seconds counts, so that a share does not follow every call. */
    private static final long WINDOW = Duration.ofSeconds(2).toNanos();

    /** Of what waits, so many are told by name. */
    private static final int SHOWN = 3;

    private static final long HUNGRY = Duration.ofSeconds(5).toNanos();

    private final FleetLimit limit;
    private final List<Runnable> servers = new CopyOnWriteArrayList<>();
    private final List<WaitingRoom> rooms = new CopyOnWriteArrayList<>();
    private Share share = Share.NONE;
    private Stake told;
    private long certainUntil = System.nanoTime();
    private long lastTurn = System.nanoTime() - DAY;
    private long nextAlarm = System.nanoTime();
    private long lastBegun = System.nanoTime();
    private long window = System.nanoTime();
    private long peak;
    private long formerPeak;
    private int used;
    private int blocked;
    private int betweenRequests;

    Permits(FleetLimit limit) {
        this.limit = limit;
        this.told = stake(0, List.of());
    }

    public FleetLimit limit() {
        return limit;
    }

    /**
     * Has somebody look whether there is a permit for what waits with him.
     *
     * @param room where it waits
     */
    public void serve(Runnable server, WaitingRoom room) {
        rooms.add(room);
        servers.add(server);
    }

    /** One, if there is one now. */
    public synchronized Optional<Permit> take() {
        if (!isCertain() || used >= share.most() || !turn()) {
            return Optional.empty();
        }
        used++;
        peak = Math.max(peak, used);
        lastBegun = System.nanoTime();
        return Optional.of(new Permit(this));
    }

    /** One that was waited for; absent if there was none in time. */
    public synchronized Optional<Permit> take(Deadline deadline) throws InterruptedException {
        blocked++;
        try {
            Optional<Permit> permit = take();
            while (permit.isEmpty() && !deadline.isOver()) {
                await(deadline);
                permit = take();
            }
            return permit;
        } finally {
            blocked--;
        }
    }

    /**
     * What one request needs: a turn, and a permit if the work that this thread does has none.
     *
     * @return what is to be run after it; absent if there was none in time
     */
    public Optional<Runnable> enter(Deadline deadline) throws InterruptedException {
        Optional<Permit> held = Permit.current().filter(permit -> permit.isOf(this));
        if (held.isPresent()) {
            return held.get().request(deadline) ? Optional.of(() -> {}) : Optional.empty();
        }
        return take(deadline).map(permit -> permit::close);
    }

    /** Waits for a turn of the rate. */
    synchronized boolean awaitTurn(Deadline deadline) throws InterruptedException {
        betweenRequests++;
        try {
            while (!(isCertain() && turn())) {
                if (deadline.isOver()) {
                    return false;
                }
                await(deadline);
            }
            return true;
        } finally {
            betweenRequests--;
        }
    }

    private void await(Deadline deadline) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, deadline.left().toNanos()));
    }

    void giveBack() {
        synchronized (this) {
            used--;
        }
        wake();
    }

    /** Takes a turn if there is one now; else there is an alarm when there will be. */
    private boolean turn() {
        if (share.rate() >= Decision.UNBOUNDED) {
            return true;
        }
        if (share.rate() == 0) {
            return false;
        }
        long now = System.nanoTime();
        long next = lastTurn + DAY / share.rate();
        if (next - now <= 0) {
            lastTurn = now;
            return true;
        }
        boolean alarmed = nextAlarm - now > 0 && nextAlarm - next <= 0;
        if (!alarmed) {
            nextAlarm = next;
            Alarm.in(Duration.ofNanos(next - now), this::wake);
        }
        return false;
    }

    /** Has all look who may want a permit. */
    void wake() {
        synchronized (this) {
            notifyAll();
        }
        servers.forEach(Runnable::run);
    }

    /** Calls that wait here for a permit. */
    int waiting() {
        int queued = rooms.stream().mapToInt(WaitingRoom::count).sum();
        synchronized (this) {
            return queued + blocked;
        }
    }

    synchronized int used() {
        return used;
    }

    synchronized Share share() {
        return share;
    }

    private boolean isCertain() {
        return certainUntil - System.nanoTime() > 0;
    }

    /** The share is certain from then on for so long: nobody else is given any of it before. */
    void certain(long sinceNanos, Duration time) {
        boolean before;
        synchronized (this) {
            before = isCertain();
            long until = sinceNanos + time.toNanos();
            if (until - certainUntil > 0) {
                certainUntil = until;
            }
        }
        if (!before) {
            wake();
        }
    }

    /**
     * As {@link #certain}, as long as it is: once it is not, others may have it, so it has to be decided anew.
     *
     * @return whether it is
     */
    synchronized boolean staysCertain(long sinceNanos, Duration time) {
        boolean stays = isCertain();
        if (stays) {
            certain(sinceNanos, time);
        }
        return stays;
    }

    /**
     * What is told of it; until {@link #decided} no more is used.
     *
     * @param member whether what was decided last still holds
     */
    Stake tell(boolean member) {
        int waiting = waiting();
        List<Waiter> next = rooms.stream()
                .flatMap(room -> room.next(SHOWN).stream())
                .limit(SHOWN)
                .toList();
        synchronized (this) {
            note(waiting);
            long most = share.most() >= Decision.UNBOUNDED ? share.most() : Math.min(share.most(), used);
            share = member && isCertain() ? new Share(most, share.rate(), false, share.scarce()) : Share.NONE;
            told = stake(waiting, next);
            return told;
        }
    }

    private Stake stake(int waiting, List<Waiter> next) {
        long wanted = Math.max(peak, formerPeak);
        return new Stake(
                limit.concurrency(),
                limit.perDay(),
                used,
                wanted,
                share.rate() >= Decision.UNBOUNDED ? 0 : share.rate(),
                wanted > 0,
                waiting == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastBegun),
                waiting,
                next);
    }

    private void note(int waiting) {
        long now = System.nanoTime();
        if (now - window > WINDOW) {
            formerPeak = peak;
            peak = 0;
            window = now;
        }
        peak = Math.max(peak, used + waiting);
        if (waiting == 0) {
            lastBegun = now;
        }
    }

    void decided(Share decided) {
        synchronized (this) {
            share = decided;
        }
        wake();
    }

    /** Whether the shares should be decided anew, for what has changed here. */
    boolean isStale() {
        int waiting = waiting();
        synchronized (this) {
            note(waiting);
            long wanted = Math.max(peak, formerPeak);
            boolean lacks = waiting > 0 && (used >= share.most() || share.rate() == 0);
            boolean more = lacks
                    && wanted > told.wanted()
                    && told.wanted() < limit.concurrency().orElse(1);
            // Its rate is what one who calls nobody was given: others who do not call may have the rest.
            boolean slowed = waiting + betweenRequests > 0 && share.rate() < Decision.UNBOUNDED && !told.calls();
            boolean hungry = lacks && used == 0 && System.nanoTime() - lastBegun > HUNGRY;
            boolean paid = share.owes() && (used < told.used() || share.rate() < told.rate());
            boolean spares = share.scarce() && wanted < told.wanted() && (wanted < share.most() || wanted == 0);
            return more || slowed || hungry || paid || spares;
        }
    }
}
