package io.patchboard.client.log;

import io.patchboard.record.Child;
import io.patchboard.record.CommittedEvent;
import io.patchboard.record.Event;
import io.patchboard.record.EventKinds;
import io.patchboard.record.LogEntry;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Topics;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which entries of the log somebody wants.
 *
 * @param kinds as {@code NeedsPerson}; none for all that stand on {@code committed}
 * @param boards their ids, each for all that are made {@link Child#isBelow below} it, too; none for all
 */
public record Choice(Set<String> kinds, Set<String> boards) {

    public Choice {
        kinds = Set.copyOf(kinds);
        boards = Set.copyOf(boards);
    }

    boolean holds(LogRecord next, Topics topics) {
        LogEntry entry = next.entry();
        return (kinds.isEmpty() ? next.topic().equals(topics.committed()) : kinds.contains(entry.type()))
                && (boards.isEmpty() || boards.contains(entry.boardId()) || isBelow(entry.boardId()));
    }

    private boolean isBelow(String boardId) {
        return boards.stream().anyMatch(above -> Child.isBelow(above, boardId));
    }

    /** Whether its entries stand in one topic. */
    boolean inOneTopic() {
        return standsOn(CommittedEvent.class) || standsOn(RejectedEvent.class);
    }

    /** The topics that have to be read: with several of them, all of the log, for the sequences to be dense. */
    Pattern topics(Topics topics) {
        if (standsOn(CommittedEvent.class)) {
            return Pattern.compile(Pattern.quote(topics.committed()));
        }
        if (standsOn(RejectedEvent.class)) {
            return Pattern.compile(Pattern.quote(topics.rejected()));
        }
        return Pattern.compile(Pattern.quote(topics.committed()) + "|" + Pattern.quote(topics.rejected()) + "|"
                + Pattern.quote(topics.invocations("")) + ".*");
    }

    private boolean standsOn(Class<? extends Event> topic) {
        return EventKinds.types(topic).containsAll(kinds);
    }
}
