package io.patchboard.gateway.llm.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The tools that a model is offered in one conversation, and what it did with them.
 *
 * @param offers the same ones in the same order over all of a role's conversations, so that providers can keep them
 * @param turns so far
 * @param closed whether no tool may be called any more
 */
public record Toolkit(List<ToolOffer> offers, List<ToolTurn> turns, boolean closed) {

    public static final Toolkit NONE = new Toolkit(List.of(), List.of(), false);

    public Toolkit {
        offers = List.copyOf(offers);
        turns = List.copyOf(turns);
    }

    public static Toolkit of(List<ToolOffer> offers) {
        return new Toolkit(offers, List.of(), false);
    }

    public boolean isEmpty() {
        return offers.isEmpty();
    }

    /** The turns, as they are told to who speaks this protocol. */
    List<ToolTurn> turnsFor(Protocol protocol) {
        return IntStream.range(0, turns.size())
                .mapToObj(turn -> turns.get(turn).told(protocol, turn))
                .toList();
    }

    public Toolkit with(ToolTurn turn) {
        List<ToolTurn> longer = new ArrayList<>(turns);
        longer.add(turn);
        return new Toolkit(offers, longer, closed);
    }

    public Toolkit close() {
        return new Toolkit(offers, turns, true);
    }
}
