package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.time.Instant;
import java.util.Optional;

/**
 * A rule that matched and waits, without a worker yet: what a {@link TriggerHeld} says of it.
 *
 * @param key the correlation key of a join, as JSON text; absent without one
 * @param part which condition of a join matched, counted from 0; absent otherwise
 * @param due when it is looked at again at the latest; absent where no time is set
 */
public record HeldMatch(
        Trigger trigger, TriggerHeld.Reason reason, Optional<String> key, Optional<Long> part, Optional<Instant> due) {

    static HeldMatch read(Fields fields) {
        return new HeldMatch(
                fields.requiredRecord("trigger", Trigger::read),
                fields.word("reason", TriggerHeld.Reason.class),
                fields.optionalString("key"),
                fields.optionalInteger("part"),
                fields.optionalTime("due"));
    }

    JsonObject toJson() {
        JsonObject.Builder json =
                JsonObject.builder().put("trigger", trigger.toJson()).put("reason", reason.word());
        json.putStringIfPresent("key", key);
        part.ifPresent(number -> json.put("part", number));
        return json.putStringIfPresent("due", due.map(LogHeader::format)).build();
    }
}
