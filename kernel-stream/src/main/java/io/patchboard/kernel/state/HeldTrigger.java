package io.patchboard.kernel.state;

import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Trigger;
import java.time.Instant;
import java.util.Optional;

/**
 * A rule that matched and whose invocation waits for something.
 *
 * @param sequence of the log entry that says so; it identifies this match
 * @param trigger its places follow the items through later changes
 * @param worker that waits; absent where that is decided later
 * @param key the correlation key of a join
 * @param part which condition of a join matched
 * @param due when it is looked at again at the latest
 * @param version of the state when the rule matched, which a pinned view shows
 */
public record HeldTrigger(
        long sequence,
        Trigger trigger,
        Optional<String> worker,
        Reason reason,
        Optional<String> key,
        Optional<Long> part,
        Optional<Instant> due,
        long version) {

    /** What a match waits for. */
    public enum Reason {
        /** The other parts of its rule's join. */
        JOIN("join"),
        /** Time to pass. */
        DELAY("delay"),
        /** More matches to be handled together with. */
        BATCH("batch"),
        /** One of the invocations that may be open at once. */
        LIMIT("limit"),
        /** The end of an invocation of the same worker for the same item. */
        OPEN("open");

        private final String word;

        Reason(String word) {
            this.word = word;
        }

        /** The name as it stands in the log. */
        public String word() {
            return word;
        }

        /** @throws IllegalArgumentException if there is no such reason */
        public static Reason of(String word) {
            for (Reason reason : values()) {
                if (reason.word.equals(word)) {
                    return reason;
                }
            }
            throw new IllegalArgumentException("Expected why a trigger is held, but got \"" + word + "\".");
        }
    }

    /** Whether time alone will bring it on. */
    public boolean ripens() {
        return due.isPresent() && reason != Reason.JOIN;
    }

    public HeldTrigger withTrigger(Trigger moved) {
        return new HeldTrigger(sequence, moved, worker, reason, key, part, due, version);
    }

    public HeldTrigger withDue(Optional<Instant> later) {
        return new HeldTrigger(sequence, trigger, worker, reason, key, part, later, version);
    }

    JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("sequence", sequence)
                .put("trigger", trigger.toJson())
                .putStringIfPresent("worker", worker)
                .put("reason", reason.word())
                .putStringIfPresent("key", key);
        part.ifPresent(number -> json.put("part", number));
        return json.putStringIfPresent("due", due.map(LogHeader::format))
                .put("version", version)
                .build();
    }

    static HeldTrigger read(Fields fields) {
        return new HeldTrigger(
                fields.integer("sequence"),
                fields.requiredRecord("trigger", Trigger::read),
                fields.optionalString("worker"),
                Reason.of(fields.string("reason")),
                fields.optionalString("key"),
                fields.optionalInteger("part"),
                fields.optionalTime("due"),
                fields.integer("version"));
    }
}
