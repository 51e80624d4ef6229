package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A rule matched, and its invocation waits for something. The invocation that follows names this entry's sequence among
 * its {@code releases}; so does a {@link BranchStopped} if none follows.
 *
 * @param worker that waits to be invoked; absent where that is decided later
 * @param key the correlation key of a join, as JSON text; absent without one
 * @param part which condition of a join matched, counted from 0; absent otherwise
 * @param due when it is looked at again at the latest; absent where no time is set
 * @param releases sequences of earlier entries of this type that this one replaces
 * @param cause what made the invocation that waits necessary beside its rule; absent where that is the rule alone
 * @param attempt which one of the worker waits, from 2; absent for the first, and in entries of before
 */
public record TriggerHeld(
        Trigger trigger,
        Optional<String> worker,
        Reason reason,
        Optional<String> key,
        Optional<Long> part,
        Optional<Instant> due,
        List<Long> releases,
        Optional<Cause> cause,
        Optional<Long> attempt)
        implements OwnEvent {

    /** What a match waits for. */
    public enum Reason implements Word {
        /** The other parts of its rule's join. */
        JOIN,
        /** Time to pass. */
        DELAY,
        /** More matches to be handled together with. */
        BATCH,
        /** One of the invocations that may be open at once. */
        LIMIT,
        /** The end of an invocation of the same worker for the same item. */
        OPEN,
        /** What a person has to decide first. */
        PERSON
    }

    /** One that a rule alone made necessary. */
    public TriggerHeld(
            Trigger trigger,
            Optional<String> worker,
            Reason reason,
            Optional<String> key,
            Optional<Long> part,
            Optional<Instant> due,
            List<Long> releases) {
        this(trigger, worker, reason, key, part, due, releases, Optional.empty(), Optional.empty());
    }

    static TriggerHeld read(Fields fields) {
        return new TriggerHeld(
                fields.requiredRecord("trigger", Trigger::read),
                fields.optionalString("worker"),
                fields.word("reason", Reason.class),
                fields.optionalString("key"),
                fields.optionalInteger("part"),
                fields.optionalTime("due"),
                fields.integers("releases"),
                fields.optionalRecord("cause", Cause::read),
                fields.optionalInteger("attempt"));
    }

    @Override
    public void write(JsonObject.Builder json) {
        json.put("trigger", trigger.toJson())
                .putStringIfPresent("worker", worker)
                .put("reason", reason.word())
                .putStringIfPresent("key", key);
        part.ifPresent(number -> json.put("part", number));
        json.putStringIfPresent("due", due.map(LogHeader::format))
                .putLongsIfAny("releases", releases)
                .putIfPresent("cause", cause.map(Cause::toJson))
                .putIfPresent("attempt", attempt.map(Json::of));
    }
}
