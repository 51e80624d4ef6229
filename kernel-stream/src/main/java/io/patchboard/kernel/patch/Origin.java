package io.patchboard.kernel.patch;

import java.util.Optional;

/**
 * Where a value of the state comes from: the log entry that wrote it. What is to be known of a value beside, as marks
 * that say how far it is to be trusted, belongs here, too.
 *
 * @param sequence of the entry; 0 if nobody knows
 * @param worker whose proposal it was; absent for the first state
 * @param source what that worker had been invoked for; absent if it had not been invited
 */
public record Origin(long sequence, Optional<String> worker, Optional<Source> source) {

    /** Of a board that was stored before origins were kept. */
    public static final Origin UNKNOWN = new Origin(0, Optional.empty(), Optional.empty());

    /** A path that is longer than that is not kept: every value that was written would have to carry it. */
    private static final int MOST_PATH_CHARS = 300;

    /**
     * Why a worker was invoked.
     *
     * @param sequence of the log entry that the rule matched
     * @param path JSON Pointer to the item as it was when the worker answered; absent for rules on the board as a whole
     */
    public record Source(long sequence, Optional<String> path) {

        public Source {
            path = path.filter(text -> text.length() <= MOST_PATH_CHARS);
        }
    }

    public boolean isKnown() {
        return sequence > 0;
    }

    /** Of what was put together from both: the one that came last. Marks will have to be those of both. */
    static Origin newest(Origin one, Origin other) {
        return other.sequence >= one.sequence ? other : one;
    }

    /** Characters of all texts in it. */
    int chars() {
        return worker.map(String::length).orElse(0)
                + source.flatMap(Source::path).map(String::length).orElse(0);
    }
}
