package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A worker is invited to propose. The invocation id is the capability to do so: it cannot be guessed, belongs to this
 * worker alone and is good for one answer.
 *
 * @param queue the record stands in the topic {@code invocations.<queue>}
 * @param attempt 1 for the first; counts up when a rejected answer is tried again
 * @param deadline an answer that comes later is rejected
 * @param baseVersion the version of the state that the view shows
 * @param view what the worker may know; see {@code docs/blueprint.md}
 * @param viewHash SHA-256 of the canonical JSON of {@code view}
 * @param writes what the worker may write: its contract as the blueprint has it, but no more than the neighbourhood
 * @param cause what made this invocation necessary beside its rule; absent for the first one of a trigger
 * @param releases the {@link TriggerHeld} entries that this invocation uses up
 * @param expanded JSON Pointers that the worker asked for before and that the view takes up first
 * @param neighbourhood all that its patch may touch; absent if its contract is the only bound
 * @param child the board that is to be made for it; absent where somebody else is to answer
 * @param taint of what the view shows
 * @param egress whether the worker may reach outside, as its blueprint says
 */
public record WorkerInvoked(
        String invocationId,
        String worker,
        String queue,
        long attempt,
        Instant deadline,
        long baseVersion,
        Trigger trigger,
        String instruction,
        Json view,
        String viewHash,
        Json writes,
        Optional<Cause> cause,
        List<Long> releases,
        List<String> expanded,
        Optional<Neighbourhood> neighbourhood,
        Optional<Child> child,
        Set<Taint> taint,
        boolean egress)
        implements Event {

    /** The first invocation of a trigger that had to wait for nothing. */
    public WorkerInvoked(
            String invocationId,
            String worker,
            String queue,
            long attempt,
            Instant deadline,
            long baseVersion,
            Trigger trigger,
            String instruction,
            Json view,
            String viewHash,
            Json writes) {
        this(
                invocationId,
                worker,
                queue,
                attempt,
                deadline,
                baseVersion,
                trigger,
                instruction,
                view,
                viewHash,
                writes,
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                false);
    }

    /** This one, for a worker that may reach outside, or may not. */
    public WorkerInvoked reaching(boolean outside) {
        return with(invocationId, deadline, trigger, view, outside);
    }

    /** The same question once more, to somebody else. */
    public WorkerInvoked again(String otherId, Instant until, Trigger why) {
        return with(otherId, until, why, view, egress);
    }

    /** This one with another view, as who opens sealed values shows it; it stands in no log. */
    public WorkerInvoked showing(Json other) {
        return with(invocationId, deadline, trigger, other, egress);
    }

    private WorkerInvoked with(String id, Instant until, Trigger why, Json shown, boolean outside) {
        return new WorkerInvoked(
                id,
                worker,
                queue,
                attempt,
                until,
                baseVersion,
                why,
                instruction,
                shown,
                viewHash,
                writes,
                cause,
                releases,
                expanded,
                neighbourhood,
                child,
                taint,
                outside);
    }

    static WorkerInvoked read(Fields fields) {
        return new WorkerInvoked(
                fields.string("invocationId"),
                fields.string("worker"),
                fields.string("queue"),
                fields.integer("attempt"),
                fields.time("deadline"),
                fields.integer("baseVersion"),
                fields.requiredRecord("trigger", Trigger::read),
                fields.string("instruction"),
                fields.json("view"),
                fields.string("viewHash"),
                fields.json("writes"),
                fields.optionalRecord("cause", Cause::read),
                fields.integers("releases"),
                fields.strings("expanded"),
                fields.optionalRecord("neighbourhood", Neighbourhood::read),
                fields.optionalRecord("child", Child::read),
                Taint.read(fields),
                fields.flag("egress"));
    }

    @Override
    public void write(JsonObject.Builder json) {
        json.put("invocationId", invocationId)
                .put("worker", worker)
                .put("queue", queue)
                .put("attempt", attempt)
                .put("deadline", LogHeader.format(deadline))
                .put("baseVersion", baseVersion)
                .put("trigger", trigger.toJson())
                .put("instruction", instruction)
                .put("view", view)
                .put("viewHash", viewHash)
                .put("writes", writes)
                .putIfPresent("cause", cause.map(Cause::toJson))
                .putLongsIfAny("releases", releases)
                .putStringsIfAny("expanded", expanded)
                .putIfPresent("neighbourhood", neighbourhood.map(Neighbourhood::toJson))
                .putIfPresent("child", child.map(Child::toJson))
                .putStringsIfAny("taint", Taint.words(taint));
        if (egress) {
            json.put("egress", true);
        }
    }
}
