package io.patchboard.kernel.state;

import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.record.Fields;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Neighbourhood;
import io.patchboard.record.Taint;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * An invocation without an outcome.
 *
 * @param baseVersion the version of the state that the worker's view shows
 * @param trigger as the invocation has it
 * @param current the trigger with the places that its items have by now; absent once they are gone
 * @param expansions what the worker asked to see before
 * @param setbacks what went wrong before without being an attempt
 * @param neighbourhood all that the answer may touch, in the places of its view; absent if the contract is the only
 *     bound
 * @param taint of what its view shows
 * @param given the blueprint whose contract the worker was given, where the board's was amended since
 */
public record OpenInvocation(
        String id,
        String worker,
        long attempt,
        Instant deadline,
        long baseVersion,
        Trigger trigger,
        Optional<Trigger> current,
        String viewHash,
        Expansions expansions,
        Setbacks setbacks,
        Optional<Neighbourhood> neighbourhood,
        Set<Taint> taint,
        Optional<Blueprint> given) {

    /** As it was made, of a worker that was asked as often before. */
    public static OpenInvocation of(WorkerInvoked invoked, Expansions expansions, Setbacks setbacks) {
        return new OpenInvocation(
                invoked.invocationId(),
                invoked.worker(),
                invoked.attempt(),
                invoked.deadline(),
                invoked.baseVersion(),
                invoked.trigger(),
                Optional.of(invoked.trigger()),
                invoked.viewHash(),
                expansions,
                setbacks,
                invoked.neighbourhood(),
                invoked.taint(),
                Optional.empty());
    }

    /** The attempts that count against the policy: asking to see more is not a failure. */
    public long tries() {
        return attempt - expansions.rounds();
    }

    /** All that time tells of it moves by as long as a pause lasted. */
    public OpenInvocation postponed(Duration pause) {
        return with(deadline.plus(pause), current, expansions, setbacks.postponed(pause), given);
    }

    public OpenInvocation withCurrent(Optional<Trigger> moved) {
        return with(deadline, moved, expansions, setbacks, given);
    }

    /** Made under this blueprint, unless under one before it. */
    public OpenInvocation givenBy(Blueprint blueprint) {
        return with(deadline, current, expansions, setbacks, given.or(() -> Optional.of(blueprint)));
    }

    public OpenInvocation withExpansions(Expansions other) {
        return with(deadline, current, other, setbacks, given);
    }

    private OpenInvocation with(
            Instant until, Optional<Trigger> moved, Expansions asked, Setbacks before, Optional<Blueprint> then) {
        return new OpenInvocation(
                id,
                worker,
                attempt,
                until,
                baseVersion,
                trigger,
                moved,
                viewHash,
                asked,
                before,
                neighbourhood,
                taint,
                then);
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("id", id)
                .put("worker", worker)
                .put("attempt", attempt)
                .put("deadline", LogHeader.format(deadline))
                .put("baseVersion", baseVersion)
                .put("trigger", trigger.toJson())
                .put("viewHash", viewHash)
                .putIfPresent("expansions", expansions.toJson())
                .putIfPresent("setbacks", setbacks.toJson())
                .put("gone", current.isEmpty())
                .putIfPresent(
                        "current",
                        current.filter(moved -> !moved.equals(trigger)).map(Trigger::toJson))
                .putIfPresent("neighbourhood", neighbourhood.map(Neighbourhood::toJson))
                .putStringsIfAny("taint", Taint.words(taint))
                .putStringIfPresent("blueprintHash", given.map(Blueprint::hash))
                .build();
    }

    static OpenInvocation read(Fields fields, Function<String, Blueprint> blueprints) {
        Trigger trigger = fields.requiredRecord("trigger", Trigger::read);
        Optional<Trigger> moved = fields.optionalRecord("current", Trigger::read);
        return new OpenInvocation(
                fields.string("id"),
                fields.string("worker"),
                fields.integer("attempt"),
                fields.time("deadline"),
                fields.integer("baseVersion"),
                trigger,
                fields.flag("gone") ? Optional.empty() : moved.or(() -> Optional.of(trigger)),
                fields.string("viewHash"),
                Expansions.read(fields),
                Setbacks.read(fields),
                fields.optionalRecord("neighbourhood", Neighbourhood::read),
                Set.copyOf(fields.words("taint", Taint.class)),
                fields.optionalString("blueprintHash").map(blueprints));
    }

    void measure(BoardSize size) {
        size.item(id);
        size.text(worker);
        size.text(viewHash);
        size.add(trigger);
        current.ifPresent(size::add);
        expansions.handles().forEach(size::text);
        neighbourhood.ifPresent(bound -> bound.places().forEach(size::text));
    }
}
