package io.patchboard.standalone.sources;

import java.time.Clock;
import java.time.Instant;

/** How far a schedule has come, by a clock that may be set. For one thread. */
public final class Timetable {

    private final Schedule schedule;
    private final Clock clock;
    private Instant last = Instant.EPOCH;

    public Timetable(Schedule schedule, Clock clock) {
        this.schedule = schedule;
        this.clock = clock;
    }

    /** Does what is due. */
    public interface Task {

        void run(Due due) throws UnavailableException, InterruptedException;
    }

    /**
     * Runs what has become due since the last look, each in its order. What was not done is due again with the next.
     *
     * @throws UnavailableException if it cannot be done now
     */
    public void look(Task task) throws UnavailableException, InterruptedException {
        Instant now = clock.instant();
        Instant from = schedule.from(last, now);
        last = from;
        for (Due due : schedule.between(from, now)) {
            task.run(due);
            last = due.at().toInstant();
        }
    }
}
