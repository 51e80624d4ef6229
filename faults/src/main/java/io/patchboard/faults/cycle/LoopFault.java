package io.patchboard.faults.cycle;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.dice.Dice;
import java.util.ArrayList;
import java.util.List;

/**
 * A team in a loop.
 *
 * @param honest the share of turns that go to honest work beside it
 */
public record LoopFault(String kind, double honest, Play play) {

    public static LoopFault draw(Dice dice) {
        Play play = Loops.draw(dice);
        double honest = dice.pickOf(0.0, 0.0, 0.1, 0.25, 0.5);
        return new LoopFault(
                play.kind() + (honest > 0 ? ", " + (int) (honest * 100) + " % honest work" : ""), honest, play);
    }

    public JsonNode initialState() {
        return play.blueprint().at("/state/initial");
    }

    public JsonNode schema() {
        return play.blueprint().at("/state/schema");
    }

    /** Who runs in the loop, in order. */
    public List<String> workers() {
        List<String> names = new ArrayList<>();
        play.blueprint().get("workers").fieldNames().forEachRemaining(names::add);
        names.removeAll(List.of(Loops.DOER, Loops.WATCHER));
        return names;
    }
}
