package io.patchboard.kernel.view;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.ViewBudget;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.state.StateChange;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.Rejection;
import io.patchboard.record.Trigger;
import java.util.List;

/**
 * All that one view depends on.
 *
 * @param state what is shown; an older one for a view that is pinned
 * @param version of that state
 * @param recent the latest changes that led to it, oldest first
 * @param rejections the worker's latest as it may be told of them, newest first
 * @param expanded JSON Pointers that the worker asked for
 * @param budget the role's own, or a tightened one
 * @param work that building it is charged to
 */
public record ViewRequest(
        Json state,
        long version,
        List<StateChange> recent,
        WorkerRole role,
        Trigger trigger,
        List<Rejection> rejections,
        List<String> expanded,
        ViewBudget budget,
        Work work) {

    public ViewRequest {
        recent = List.copyOf(recent);
        rejections = List.copyOf(rejections);
        expanded = List.copyOf(expanded);
    }

    /** One that is no part of a decision. */
    public ViewRequest(
            Json state,
            long version,
            List<StateChange> recent,
            WorkerRole role,
            Trigger trigger,
            List<Rejection> rejections,
            List<String> expanded,
            ViewBudget budget) {
        this(state, version, recent, role, trigger, rejections, expanded, budget, new Work(Work.LIMIT));
    }
}
