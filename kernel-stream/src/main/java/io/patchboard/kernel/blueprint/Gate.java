package io.patchboard.kernel.blueprint;

import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.record.NeedsPerson.OnTimeout;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Patches that a person has to allow (paper, section on ethics): those of which all that it names is so, of those that
 * change the state.
 *
 * @param worker whose patches; absent for everybody's
 * @param rule of the invocations that they answer; absent for any, and for what is unsolicited
 * @param on what they change; absent for anything
 * @param when a condition on the state as it would be
 * @param approvers who decides; none for everybody who may approve at all
 * @param escalateTo who decides after them, one after the other
 * @param timeout for a decision of each of these; absent for as long as it takes
 * @param holdsBoard whether nobody is invited while it is undecided
 * @param endorses whether a patch that was allowed is not tainted by what its worker was shown
 * @param fourEyes whether who has proposed or modified a patch may not approve it
 */
public record Gate(
        String name,
        Optional<String> worker,
        Optional<String> rule,
        Optional<Rule.Change> on,
        Optional<CelExpression> when,
        List<String> approvers,
        List<String> escalateTo,
        Optional<Duration> timeout,
        OnTimeout onTimeout,
        boolean holdsBoard,
        boolean fourEyes,
        boolean endorses,
        Card card) {

    /** The condition's variables: the state after and before the patch, and who proposes it. */
    static final Set<String> VARIABLES = Set.of("state", "oldState", "worker");

    /**
     * What the approver reads beside what changes.
     *
     * @param show places whose values are shown
     * @param reverse how the patch would be undone
     */
    public record Card(Optional<String> title, List<PathPattern> show, Optional<String> reverse) {}
}
