package io.patchboard.standalone.sources;

import io.patchboard.client.model.BoardIndexes;
import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.IndexValue;
import io.patchboard.record.Source;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the board that an event is about by a value that boards are indexed by. For one thread.
 *
 * <p>An event may be read before its board is known, which somebody made just before. So one without a board waits
 * until all is known that was written up to {@link #GRACE} after it; of an old event that is so at once, so a source
 * that is rewound does not wait.
 */
public final class Correlation {

    /** As long as the kernel has a proposal wait for its board. */
    static final Duration GRACE = Duration.ofSeconds(8);

    private final Lookup lookup;
    private final InstantSource clock;

    /** By partition, since each waits for itself. */
    private final Map<Long, Waiting> waiting = new HashMap<>();

    /** The event that a partition came to last without a board, and when that was. */
    private record Waiting(String event, Instant since) {}

    /** Where boards are found. */
    @FunctionalInterface
    public interface Lookup {

        /** @throws UnavailableException if boards cannot be read now */
        BoardIndexes.Found find(String index, String value) throws UnavailableException;
    }

    public Correlation(Lookup lookup, InstantSource clock) {
        this.lookup = lookup;
        this.clock = clock;
    }

    /**
     * The id of the one board that has a value and has not ended.
     *
     * @param at of the expression for the value, in the file
     * @throws UnmappedException if there is none, or more than one
     * @throws UnavailableException if there may still come one
     */
    String board(String index, Json value, Occasion event, JsonPointer at)
            throws UnmappedException, UnavailableException {
        Optional<String> text = IndexValue.text(value);
        if (text.isEmpty()) {
            throw new UnmappedException(
                    at,
                    "Expected a string of 1 to " + IndexValue.MOST_CHARS
                            + " characters, a number, true or false to find a board by, but got "
                            + (value.toString().length() > 100 ? "a longer value" : value.toString()) + ".");
        }
        String wanted = index + "=" + text.get();
        BoardIndexes.Found found = lookup.find(index, text.get());
        if (found.boards().size() > 1) {
            throw new UnmappedException(
                    at,
                    "Expected one board with " + wanted + " that has not ended, but there are several: "
                            + String.join(", ", found.boards()) + ".");
        }
        if (found.boards().size() == 1) {
            return found.boards().get(0);
        }
        if (found.completeUpTo().isBefore(expected(event).plus(GRACE))) {
            throw new UnavailableException("Expected a board with " + wanted
                    + " that has not ended, but there is none yet. It is waited for until all is known that was written"
                    + " " + GRACE.toSeconds() + " s after the event.");
        }
        throw new UnmappedException(at, "Expected a board with " + wanted + " that has not ended, but there is none.");
    }

    /** When its board should be there. Whose clock is ahead of ours does not hold up the source for longer. */
    private Instant expected(Occasion event) {
        long partition = event.place().map(Source::partition).orElse(0L);
        Waiting last = waiting.get(partition);
        if (last == null || !last.event().equals(event.id())) {
            last = new Waiting(event.id(), clock.instant());
            waiting.put(partition, last);
        }
        return event.time().isBefore(last.since()) ? event.time() : last.since();
    }
}
