package io.patchboard.faults.inject;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.patchboard.faults.board.Proposal;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.tree.StrictPatch;
import io.patchboard.faults.tree.Trees;
import io.patchboard.faults.world.Reached;
import io.patchboard.faults.world.ReachedStates;
import java.util.Optional;

/**
 * Sound JSON that is no sound patch, leads nowhere, or leads to a state that breaks the schema. It comes from workers
 * whose turn it is, and mostly at places where they may write, so that it is not the contract that stops it; often it
 * comes behind operations that are good.
 */
public final class BadPathOrType implements Injector {

    private final ReachedStates states;
    private final Judges judges;

    public BadPathOrType(ReachedStates states, Judges judges) {
        this.states = states;
        this.judges = judges;
    }

    @Override
    public Fault next(Dice dice) {
        while (true) {
            Reached at = states.any(dice);
            Proposal honest = at.honest(dice.pick(at.open()), dice);
            if (honest.patch().isEmpty()) {
                continue;
            }
            Optional<Named> bad = dice.chance(0.5)
                    ? BadPaths.of((ArrayNode) honest.patch(), at.state(), dice)
                    : BadValues.of((ArrayNode) honest.patch(), dice);
            if (bad.isPresent() && isBad(at, bad.get().patch())) {
                return new Fault(
                        bad.get().variety(),
                        at,
                        honest.worker(),
                        true,
                        bytes(honest, bad.get().patch()));
            }
        }
    }

    private boolean isBad(Reached at, JsonNode patch) {
        return StrictPatch.apply(at.state(), patch)
                .filter(judges.of(at.world()).schema()::accepts)
                .isEmpty();
    }

    private static byte[] bytes(Proposal honest, JsonNode patch) {
        return honest.withPatch(patch.deepCopy()).bytes();
    }

    /** A patch and what is wrong with it. */
    record Named(String variety, JsonNode patch) {

        /** Operations of which one is to be replaced by a bad one. */
        static ArrayNode with(ArrayNode patch, int index, JsonNode operation) {
            ArrayNode copy = Trees.array();
            for (int i = 0; i < patch.size(); i++) {
                copy.add(i == index ? operation : patch.get(i));
            }
            return copy;
        }
    }
}
