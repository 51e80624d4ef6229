package io.patchboard.faults.inject;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.tree.Trees;
import io.patchboard.faults.world.Fact;
import io.patchboard.faults.world.Reached;
import io.patchboard.faults.world.ReachedStates;
import io.patchboard.kernel.state.OpenInvocation;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Claims by the worker whose business claims are, in its turn, of the right form, and not true. */
public final class FalseClaim implements Injector {

    private static final double BESIDE_TRUE_ONES = 0.3;

    /** Makes the false claims of a situation, by what is wrong with them. */
    @FunctionalInterface
    interface Lies {
        Map<String, Fact> of(Fact truth, Reached at, Dice dice);
    }

    private final ReachedStates states;
    private final Lies lies;
    private final boolean quoted;

    private FalseClaim(ReachedStates states, Lies lies, boolean quoted) {
        this.states = states;
        this.lies = lies;
        this.quoted = quoted;
    }

    /** Claims whose quote does not stand in the source that they cite. */
    public static Injector unquoted(ReachedStates states) {
        return new FalseClaim(states, MadeUpQuotes::of, false);
    }

    /** Claims with a real quote of their source, which says something else. */
    public static Injector irrelevant(ReachedStates states) {
        return new FalseClaim(states, IrrelevantQuotes::of, true);
    }

    @Override
    public Fault next(Dice dice) {
        while (true) {
            Reached at = states.withClaimant(dice);
            OpenInvocation open = dice.pick(at.openFor(at.world().claimant()));
            Fact truth = dice.pick(factsInPlace(at));
            Map<String, Fact> all = lies.of(truth, at, dice);
            if (all.isEmpty()) {
                continue;
            }
            String variety = dice.pick(List.copyOf(all.keySet()));
            Fact lie = all.get(variety);
            if (isFalse(lie, at) && stands(lie, at) == quoted) {
                JsonNode patch = patch(at, open, lie, dice);
                return new Fault(
                        variety,
                        at,
                        open.worker(),
                        true,
                        at.proposal(open, patch).bytes());
            }
        }
    }

    private static List<Fact> factsInPlace(Reached at) {
        List<String> handles = at.world().claims().handles(at.state());
        return at.situation().facts().stream()
                .filter(fact -> handles.contains(fact.source()))
                .toList();
    }

    private static JsonNode patch(Reached at, OpenInvocation open, Fact lie, Dice dice) {
        ArrayNode patch = Trees.array();
        if (dice.chance(BESIDE_TRUE_ONES)) {
            at.honest(open, dice).patch().forEach(patch::add);
        }
        patch.add(at.world().claim(at.turn(open, dice), lie));
        return patch;
    }

    private static boolean isFalse(Fact lie, Reached at) {
        return !stands(lie, at)
                || !at.situation().supports(lie.source(), lie.subject(), lie.property(), lie.value(), lie.quote());
    }

    private static boolean stands(Fact lie, Reached at) {
        Optional<String> text = at.world().claims().text(at.state(), lie.source());
        return !lie.quote().isBlank()
                && text.filter(source -> source.contains(lie.quote())).isPresent();
    }
}
