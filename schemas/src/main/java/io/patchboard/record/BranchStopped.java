package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A trigger is not followed any further; the board goes on with what is left.
 *
 * @param worker that would have been invoked; absent where none was chosen
 * @param reason {@code attempts-spent}, {@code item-gone}, {@code circuit}, {@code join-expired}, {@code condition} or
 *     {@code unknown-worker}
 * @param message a sentence for people
 * @param releases the {@link TriggerHeld} entries that are dropped
 */
public record BranchStopped(
        LogHeader header, Trigger trigger, Optional<String> worker, String reason, String message, List<Long> releases)
        implements CommittedEntry {

    static BranchStopped read(LogHeader header, Fields fields) {
        return new BranchStopped(
                header,
                fields.requiredRecord("trigger", Trigger::read),
                fields.optionalString("worker"),
                fields.string("reason"),
                fields.string("message"),
                fields.integers("releases"));
    }

    @Override
    public BranchStopped withHeader(LogHeader newHeader) {
        return new BranchStopped(newHeader, trigger, worker, reason, message, releases);
    }

    @Override
    public JsonObject toJson() {
        return header.writeLast(header.writeFirst(type())
                .put("trigger", trigger.toJson())
                .putStringIfPresent("worker", worker)
                .put("reason", reason)
                .put("message", message)
                .putLongsIfAny("releases", releases));
    }
}
