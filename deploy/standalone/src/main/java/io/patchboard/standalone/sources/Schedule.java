package io.patchboard.standalone.sources;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * When something is due.
 *
 * @param cron five fields, as {@code 0 7 * * MON-FRI}: minute, hour, day of the month, month, day of the week
 * @param zone in which they are meant
 * @param catchUp so much of what was due while no server ran is made up for
 */
public record Schedule(String cron, ZoneId zone, Duration catchUp, Overlap overlap) {

    /** What a board of a schedule without overlaps has the source's name under. */
    static final String LABEL = "schedule";

    private static final CronParser PARSER = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));

    /** What is made up for at once; the rest follows. */
    private static final int MOST = 1_000;

    /** A server that is busy, or whose clock is set, is not one that does not run. */
    private static final Duration LEAST = Duration.ofMinutes(1);

    /** Why the text is no cron expression; absent if it is one. */
    static Optional<String> problem(String cron) {
        try {
            PARSER.parse(cron).validate();
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** From when on what is due is looked for at a time, by a server that looked last then. */
    Instant from(Instant last, Instant now) {
        Instant earliest = now.minus(catchUp.compareTo(LEAST) > 0 ? catchUp : LEAST);
        return last.isAfter(now) ? now : last.isBefore(earliest) ? earliest : last;
    }

    /** What is due after a moment and until another, in order; the first thousand. */
    List<Due> between(Instant after, Instant until) {
        ExecutionTime times = ExecutionTime.forCron(PARSER.parse(cron));
        SortedMap<Instant, Due> dues = new TreeMap<>();
        Optional<ZonedDateTime> next = times.nextExecution(after.atZone(zone));
        while (next.isPresent() && !next.get().toInstant().isAfter(until) && dues.size() < MOST) {
            ZonedDateTime due = next.get();
            dues.put(due.toInstant(), new Due(due));
            next = times.nextExecution(due).filter(later -> later.isAfter(due));
        }
        addLeaptOver(times, after, dues.size() < MOST ? until : dues.lastKey(), dues);
        return dues.values().stream().limit(MOST).toList();
    }

    /** What the clock leaps over when it is put forward is due then. */
    private void addLeaptOver(ExecutionTime times, Instant after, Instant until, SortedMap<Instant, Due> dues) {
        ZoneOffsetTransition change = zone.getRules().nextTransition(after);
        while (change != null && !change.getInstant().isAfter(until)) {
            // In a zone without changes the times that are leapt over are there.
            ZonedDateTime leap = change.getDateTimeBefore().minusNanos(1).atZone(ZoneOffset.UTC);
            LocalDateTime end = change.getDateTimeAfter();
            Instant at = change.getInstant();
            times.nextExecution(leap)
                    .filter(due -> due.toLocalDateTime().isBefore(end))
                    .ifPresent(due -> dues.put(at, new Due(at.atZone(zone))));
            change = zone.getRules().nextTransition(change.getInstant());
        }
    }
}
