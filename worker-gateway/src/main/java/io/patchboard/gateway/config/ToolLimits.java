package io.patchboard.gateway.config;

import java.time.Duration;
import java.util.Optional;

/**
 * How far a model goes with tools before it has to answer one invocation. The wall time is the worker's.
 *
 * @param calls of tools, at most; 20 by default
 * @param tokens of all requests together, after which no tool is called any more; 200,000 by default
 * @param timeout of one call; 30 s by default
 * @param resultChars of a result that the model is shown; 20,000 by default
 * @param window tokens that the model has room for, of which tools may take a tenth; not looked at where absent
 */
public record ToolLimits(int calls, int tokens, Duration timeout, int resultChars, Optional<Integer> window) {

    public static final ToolLimits DEFAULT =
            new ToolLimits(20, 200_000, Duration.ofSeconds(30), 20_000, Optional.empty());
}
