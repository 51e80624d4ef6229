package io.patchboard.faults.inject;

import io.patchboard.faults.board.Proposal;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.oracle.StrictJson;
import io.patchboard.faults.world.Reached;
import io.patchboard.faults.world.ReachedStates;
import java.util.List;
import java.util.Map;

/** Honest proposals whose text is damaged as models, programs and networks damage it. */
public final class InvalidJson implements Injector {

    private final ReachedStates states;

    public InvalidJson(ReachedStates states) {
        this.states = states;
    }

    @Override
    public Fault next(Dice dice) {
        while (true) {
            Reached at = states.any(dice);
            Proposal honest = at.honest(dice.pick(at.open()), dice);
            if (honest.patch().isEmpty()) {
                continue;
            }
            Map.Entry<String, Damage> damage = dice.pick(List.copyOf(Damages.ALL.entrySet()));
            byte[] record = damage.getValue().of(honest.text(), dice);
            boolean stillSound =
                    StrictJson.read(record).filter(tree -> tree.isObject()).isPresent();
            if (!stillSound) {
                return new Fault(damage.getKey(), at, honest.worker(), true, record);
            }
        }
    }

    /** A way to damage a text. */
    @FunctionalInterface
    interface Damage {
        byte[] of(String text, Dice dice);
    }
}
