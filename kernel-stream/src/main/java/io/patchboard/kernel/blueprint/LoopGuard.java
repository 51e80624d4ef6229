package io.patchboard.kernel.blueprint;

import io.patchboard.kernel.cel.CelExpression;
import java.time.Duration;
import java.util.Optional;

/**
 * What ends a loop (ALAS, section 3.2 and appendix A.6).
 *
 * @param loop rules that name the same one count together
 * @param maxIters how often its rules may fire on a board, all together; absent for no bound
 * @param timeBudget how long after they first fired they may fire again, without pauses; absent for no bound
 * @param predicate what must hold each time; absent if nothing must
 */
public record LoopGuard(
        String loop, Optional<Long> maxIters, Optional<Duration> timeBudget, Optional<CelExpression> predicate) {}
