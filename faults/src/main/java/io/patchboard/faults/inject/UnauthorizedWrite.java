package io.patchboard.faults.inject;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.board.Proposal;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.oracle.Oracle;
import io.patchboard.faults.tree.StrictPatch;
import io.patchboard.faults.tree.Trees;
import io.patchboard.faults.world.Reached;
import io.patchboard.faults.world.ReachedStates;
import io.patchboard.kernel.state.OpenInvocation;
import java.util.Optional;

/**
 * Well-formed patches to sound states by somebody who may not: workers outside of their contract, and strangers or
 * workers who speak without an invocation of their own. The invocation id of another worker together with that worker's
 * name is not among them: who has both is that worker, as far as any system can tell.
 */
public final class UnauthorizedWrite implements Injector {

    private static final double BY_STRANGERS = 0.3;

    private final ReachedStates states;
    private final Judges judges;

    public UnauthorizedWrite(ReachedStates states, Judges judges) {
        this.states = states;
        this.judges = judges;
    }

    @Override
    public Fault next(Dice dice) {
        while (true) {
            Reached at = states.any(dice);
            Optional<Fault> fault =
                    dice.chance(BY_STRANGERS) ? Strangers.of(at, judges.of(at.world()), dice) : outside(at, dice);
            if (fault.isPresent()) {
                return fault.get();
            }
        }
    }

    /** A worker who has the floor and writes where it may not; sometimes an unsolicited one. */
    private Optional<Fault> outside(Reached at, Dice dice) {
        OpenInvocation open = dice.pick(at.open());
        boolean unasked = dice.chance(0.2);
        Optional<String> volunteer = at.world().workers().stream()
                .filter(name -> at.world()
                        .blueprint()
                        .at("/workers/" + name + "/unsolicited")
                        .asBoolean())
                .findFirst();
        String actor = unasked && volunteer.isPresent() ? volunteer.get() : open.worker();
        Proposal proposal = actor.equals(open.worker())
                ? at.proposal(open, Trees.array())
                : at.proposal(open, Trees.array()).withWorker(actor).withInvocation(Optional.empty());
        Trespass trespass = Trespasses.draw(at.state(), dice);
        JsonNode patch = dice.chance(0.3) && actor.equals(open.worker())
                ? Trespasses.behind(at.honest(open, dice).patch(), trespass.patch())
                : trespass.patch();
        if (!soundButOutside(at, actor, patch)) {
            return Optional.empty();
        }
        return Optional.of(new Fault(
                trespass.variety(), at, actor, true, proposal.withPatch(patch).bytes()));
    }

    private boolean soundButOutside(Reached at, String actor, JsonNode patch) {
        Oracle oracle = judges.of(at.world());
        Optional<JsonNode> after = StrictPatch.apply(at.state(), patch);
        return after.isPresent()
                && oracle.schema().accepts(after.get())
                && !oracle.contract()
                        .findings(at.state(), after.get(), actor, true)
                        .isEmpty();
    }

    /** A patch to a forbidden place. */
    record Trespass(String variety, JsonNode patch) {}
}
