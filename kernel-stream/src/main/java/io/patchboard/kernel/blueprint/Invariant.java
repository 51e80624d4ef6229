package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.cel.CelAllowance;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.cel.CelOutcome;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.patch.Relocation;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A condition that holds in every state.
 *
 * @param path the places that {@code self} stands for; absent for the whole state
 * @param source the expression as written
 * @param transition whether the condition speaks of {@code oldSelf} or {@code oldState}; it is then evaluated only where
 *     there is an old value, as in Kubernetes' validation rules
 * @param message what to tell a worker that breaks it; absent if the expression speaks for itself
 */
public record Invariant(
        String name,
        Optional<PathPattern> path,
        CelExpression condition,
        String source,
        boolean transition,
        Optional<String> message) {

    /**
     * The state before a patch.
     *
     * @param relocation what the patch moved where
     */
    public record Former(Json state, Relocation relocation) {

        /** What is at a place now, as it was then; absent if it was not there. */
        Optional<Json> at(JsonPointer place) {
            return relocation.before(place).flatMap(then -> then.resolve(state));
        }
    }

    /** The places of a state that {@code self} stands for. */
    public List<JsonPointer> places(Json state) {
        return path.map(pattern -> pattern.expand(state)).orElse(List.of(JsonPointer.ROOT));
    }

    /**
     * What the condition comes to at one of its places; absent where it speaks of an old value and there is none.
     *
     * @param before the state before; absent for the first state
     */
    public Optional<CelOutcome> evaluate(
            JsonPointer place, Json state, Optional<Former> before, CelAllowance allowance) {
        Optional<Json> oldSelf = before.flatMap(former -> former.at(place));
        if (transition && oldSelf.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Json> variables = Map.of(
                "self", place.resolve(state).orElseThrow(),
                "oldSelf", oldSelf.orElse(Json.nul()),
                "state", state,
                "oldState", before.map(Former::state).orElse(Json.nul()));
        return Optional.of(condition.evaluate(variables, allowance));
    }
}
