package io.patchboard.kernel.decide.dispatch;

import io.patchboard.kernel.state.Actions;
import io.patchboard.record.Trigger;
import java.util.List;

/**
 * A worker is wanted for an action that was done already.
 *
 * @param releases sequences of the held triggers that it uses up
 */
public record Repeat(String worker, Trigger trigger, List<Long> releases, Actions.Done done) {}
