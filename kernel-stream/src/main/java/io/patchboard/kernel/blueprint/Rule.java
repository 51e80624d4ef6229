package io.patchboard.kernel.blueprint;

import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.patch.ChangeKind;
import io.patchboard.kernel.patch.PathPattern;
import java.util.Optional;
import java.util.Set;

/** A workflow rule: when this happens and the condition holds, that worker is invoked. */
public record Rule(String name, On on, Optional<CelExpression> when, String invoke) {

    /** What a rule waits for. */
    public sealed interface On {}

    /** A change of one of these kinds at a place that the pattern names. */
    public record Change(Set<ChangeKind> kinds, PathPattern path) implements On {}

    /** The board began. */
    public record Created() implements On {}

    /** No invocation is open or waiting, and the board is not complete. */
    public record Quiescent() implements On {}
}
