package io.patchboard.kernel.view;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.TaintLabels;
import io.patchboard.kernel.blueprint.ViewBudget;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.patch.Origins;
import io.patchboard.kernel.state.Compensations;
import io.patchboard.kernel.state.RememberedRejection;
import io.patchboard.kernel.state.StateChange;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Neighbourhood;
import io.patchboard.record.Rejection;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * All that one view depends on.
 *
 * @param state what is shown; an older one for a view that is pinned
 * @param version of that state
 * @param origins which log entry wrote what of it; unknown of an older state
 * @param labels what taints values by their places
 * @param recent the latest changes that led to it, oldest first; not copied, for a board remembers hundreds, so it must
 *     not change
 * @param rule of the trigger; absent where nobody knows it
 * @param rejections of its own and of others, as the worker may be told of them, newest first
 * @param neighbourhood all that the worker's patch may touch; absent if its contract is the only bound
 * @param undoes what the worker is to undo; absent where it is invoked for anything else
 * @param expanded JSON Pointers that the worker asked for
 * @param gone JSON Pointers that it asked for, of what is not there any more
 * @param budget the role's own, or a tightened one
 * @param work that building it is charged to
 */
public record ViewRequest(
        Json state,
        long version,
        Origins origins,
        TaintLabels labels,
        List<StateChange> recent,
        WorkerRole role,
        Trigger trigger,
        Optional<Rule> rule,
        List<RememberedRejection> rejections,
        Optional<Neighbourhood> neighbourhood,
        Optional<Compensations.Done> undoes,
        List<String> expanded,
        List<String> gone,
        ViewBudget budget,
        Work work) {

    private static final long UNITS_OF_A_PASSED_PLACE = 5;
    private static final long UNITS_OF_A_PATTERN = 3;

    /** So many tokens take as long again. */
    private static final int TOKENS_OF_A_PLACE = 4;

    public ViewRequest {
        rejections = List.copyOf(rejections);
        expanded = List.copyOf(expanded);
        gone = List.copyOf(gone);
    }

    /** One that is no part of a decision, of a state whose origins are unknown. */
    public ViewRequest(
            Json state,
            long version,
            List<StateChange> recent,
            WorkerRole role,
            Trigger trigger,
            List<Rejection> rejections,
            List<String> expanded,
            ViewBudget budget) {
        this(
                state,
                version,
                Origins.UNKNOWN,
                TaintLabels.NONE,
                recent,
                role,
                trigger,
                Optional.empty(),
                rejections.stream()
                        .map(rejection -> RememberedRejection.of(rejection, role.name()))
                        .toList(),
                Optional.empty(),
                Optional.empty(),
                expanded,
                List.of(),
                budget,
                new Work(Work.LIMIT));
    }

    /** Charges work on the view that is about to be done. */
    void charge(long units) {
        work.charge(WorkKind.VIEWS, units);
    }

    /** As {@link #charge}, of a place, which is made, followed and compared token by token. */
    void chargeAt(JsonPointer place, long units) {
        charge((1 + place.tokens().size() / TOKENS_OF_A_PLACE) * units);
    }

    /** Whether the role may read a place, which is held against all that it may. */
    boolean mayRead(JsonPointer place) {
        chargeAt(
                place,
                UNITS_OF_A_PATTERN
                        * (role.reads().size() + role.hidden().patterns().size()));
        return role.mayRead(place);
    }

    /**
     * A value of the trigger's, with what is private to others; absent if there is none, or it may not be read.
     *
     * @param isGone whether by its rule it was removed, so that what is at the place is something else
     */
    Optional<Json> readable(JsonPointer place, Predicate<Rule> isGone) {
        return mayRead(place) && rule.filter(isGone).isEmpty() ? place.resolve(state) : Optional.empty();
    }

    /** Charges a place on the way to what is looked for, which may not be there. */
    void pass(JsonPointer place) {
        charge(UNITS_OF_A_PASSED_PLACE);
    }
}
