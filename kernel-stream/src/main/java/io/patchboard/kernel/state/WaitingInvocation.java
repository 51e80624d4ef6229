package io.patchboard.kernel.state;

import io.patchboard.json.JsonObject;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.Cause;
import io.patchboard.record.Fields;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * An invocation that is to be made again.
 *
 * @param attempt the number that it will have
 * @param trigger its places follow the items through later changes
 * @param cause the log entry that made it necessary
 * @param baseVersion of the attempt before, which a pinned view shows again
 * @param expansions what its view is to take up first
 * @param setbacks what went wrong before without being an attempt
 */
public record WaitingInvocation(
        String worker,
        long attempt,
        Trigger trigger,
        Instant notBefore,
        Cause cause,
        long baseVersion,
        Expansions expansions,
        Setbacks setbacks) {

    /**
     * Invited by an entry, as for the first time.
     *
     * @param shown the version that a pinned view shows again
     */
    public static WaitingInvocation afresh(
            BoardReopened.Invite invite, Instant from, LogHeader entry, Optional<Long> shown) {
        return new WaitingInvocation(
                invite.worker(),
                1,
                invite.trigger(),
                from,
                new Cause(Cause.Action.RETRY, entry.sequence()),
                shown.orElse(entry.version()),
                Expansions.NONE,
                Setbacks.NONE);
    }

    public WaitingInvocation withTrigger(Trigger moved) {
        return new WaitingInvocation(worker, attempt, moved, notBefore, cause, baseVersion, expansions, setbacks);
    }

    /** All that time tells of it moves by as long as a pause lasted. */
    public WaitingInvocation postponed(Duration pause) {
        return new WaitingInvocation(
                worker,
                attempt,
                trigger,
                notBefore.plus(pause),
                cause,
                baseVersion,
                expansions,
                setbacks.postponed(pause));
    }

    public WaitingInvocation withExpansions(Expansions other) {
        return new WaitingInvocation(worker, attempt, trigger, notBefore, cause, baseVersion, other, setbacks);
    }

    /** Its patience begins anew, and it waits no longer than until then. */
    public WaitingInvocation withoutSetbacks(Instant until) {
        return new WaitingInvocation(
                worker,
                attempt,
                trigger,
                until.isBefore(notBefore) ? until : notBefore,
                cause,
                baseVersion,
                expansions,
                Setbacks.NONE);
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("worker", worker)
                .put("attempt", attempt)
                .put("trigger", trigger.toJson())
                .put("notBefore", LogHeader.format(notBefore))
                .put("cause", cause.toJson())
                .put("baseVersion", baseVersion)
                .putIfPresent("expansions", expansions.toJson())
                .putIfPresent("setbacks", setbacks.toJson())
                .build();
    }

    static WaitingInvocation read(Fields fields) {
        return new WaitingInvocation(
                fields.string("worker"),
                fields.integer("attempt"),
                fields.requiredRecord("trigger", Trigger::read),
                fields.time("notBefore"),
                fields.requiredRecord("cause", Cause::read),
                fields.integer("baseVersion"),
                Expansions.read(fields),
                Setbacks.read(fields));
    }

    void measure(BoardSize size) {
        size.item(worker);
        size.add(trigger);
        expansions.handles().forEach(size::text);
    }
}
