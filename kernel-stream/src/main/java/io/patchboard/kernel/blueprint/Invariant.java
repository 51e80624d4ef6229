package io.patchboard.kernel.blueprint;

import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.patch.PathPattern;
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
        Optional<String> message) {}
