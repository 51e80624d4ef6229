package io.patchboard.client.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.patch.ApplyLimits;
import io.patchboard.kernel.patch.Difference;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchApplier;
import io.patchboard.kernel.patch.PatchResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The {@linkplain Difference difference} of two states as a JSON Patch, to be shown. */
public final class StateDiff {

    private static final ApplyLimits ANY_SIZE = new ApplyLimits(Integer.MAX_VALUE, Long.MAX_VALUE);

    private final Json before;
    private final Patch patch;

    private StateDiff(Json before, Patch patch) {
        this.before = before;
        this.patch = patch;
    }

    public static StateDiff between(Json before, Json after) {
        return new StateDiff(before, Difference.between(before, after));
    }

    /** What leads from the first to the second. */
    public JsonArray patch() {
        return patch.toJson();
    }

    /**
     * One step of the way.
     *
     * @param old the value that it removes or replaces
     */
    public record Step(Operation operation, Optional<Json> old) {

        /** The operation, and {@code old}. */
        public JsonObject toJson() {
            return JsonObject.builder()
                    .putAll(operation.toJson())
                    .putIfPresent("old", old)
                    .build();
        }
    }

    /** As {@link #patch}, with what each step meets. */
    public List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        Json state = before;
        for (Operation operation : patch.operations()) {
            boolean ends = operation instanceof Operation.Remove || operation instanceof Operation.Replace;
            steps.add(new Step(operation, ends ? operation.path().resolve(state) : Optional.empty()));
            state = after(state, operation);
        }
        return steps;
    }

    private static Json after(Json state, Operation operation) {
        PatchResult result = PatchApplier.apply(state, new Patch(List.of(operation)), ANY_SIZE);
        return ((PatchResult.Applied) result).document();
    }
}
