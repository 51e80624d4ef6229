package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Cause;
import io.patchboard.record.Fields;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
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
 * @param cause what made it necessary beside its rule
 * @param attempt which one of its worker waits, from 1
 */
public record HeldTrigger(
        long sequence,
        Trigger trigger,
        Optional<String> worker,
        TriggerHeld.Reason reason,
        Optional<String> key,
        Optional<Long> part,
        Optional<Instant> due,
        long version,
        Optional<Cause> cause,
        long attempt) {

    /** @param version of the state at which it, or the first of what it replaces, matched */
    public static HeldTrigger of(long sequence, TriggerHeld entry, long version) {
        return new HeldTrigger(
                sequence,
                entry.trigger(),
                entry.worker(),
                entry.reason(),
                entry.key(),
                entry.part(),
                entry.due(),
                version,
                entry.cause(),
                entry.attempt().orElse(1L));
    }

    /** Whether time alone will bring it on. */
    public boolean ripens() {
        return due.isPresent() && reason != TriggerHeld.Reason.JOIN;
    }

    public boolean isDue(Instant now) {
        return due.filter(time -> !time.isAfter(now)).isPresent();
    }

    /** Whether an entry holds this very match, for which nobody was chosen yet. */
    public boolean isHeldAnew(TriggerHeld entry) {
        return worker.isEmpty()
                && entry.worker().isEmpty()
                && trigger.equals(entry.trigger())
                && reason == entry.reason()
                && part.equals(entry.part());
    }

    public HeldTrigger withTrigger(Trigger moved) {
        return new HeldTrigger(sequence, moved, worker, reason, key, part, due, version, cause, attempt);
    }

    public HeldTrigger withDue(Optional<Instant> later) {
        return new HeldTrigger(sequence, trigger, worker, reason, key, part, later, version, cause, attempt);
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
                .putIfPresent("cause", cause.map(Cause::toJson))
                .putIfPresent(
                        "attempt",
                        Optional.of(attempt).filter(any -> attempt > 1).map(Json::of))
                .build();
    }

    static HeldTrigger read(Fields fields) {
        return new HeldTrigger(
                fields.integer("sequence"),
                fields.requiredRecord("trigger", Trigger::read),
                fields.optionalString("worker"),
                fields.word("reason", TriggerHeld.Reason.class),
                fields.optionalString("key"),
                fields.optionalInteger("part"),
                fields.optionalTime("due"),
                fields.integer("version"),
                fields.optionalRecord("cause", Cause::read),
                fields.optionalInteger("attempt").orElse(1L));
    }

    void measure(BoardSize size) {
        size.add(trigger);
        worker.ifPresent(size::item);
        key.ifPresent(size::text);
    }
}
