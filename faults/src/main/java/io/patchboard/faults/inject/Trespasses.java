package io.patchboard.faults.inject;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.inject.UnauthorizedWrite.Trespass;
import io.patchboard.faults.tree.Pointers;
import io.patchboard.faults.tree.StrictPatch;
import io.patchboard.faults.tree.Trees;
import java.util.List;

/**
 * Patches to any place of a state, with values of the kind that stands there. Whether one is a trespass, others judge.
 */
final class Trespasses {

    private Trespasses() {}

    static Trespass draw(JsonNode state, Dice dice) {
        List<List<String>> places = Pointers.all(state);
        List<String> place = dice.pick(places);
        String path = Pointers.of(place);
        JsonNode value = Pointers.at(state, place);
        return switch (dice.below(13)) {
            case 0, 1, 2 -> new Trespass("replace", one(Trees.op("replace", path, varied(value, dice))));
            case 3 -> new Trespass("add over a member", one(Trees.op("add", path, varied(value, dice))));
            case 4 -> new Trespass("remove", one(Trees.op("remove", path)));
            case 5 ->
                new Trespass("insert", one(Trees.op("add", inserted(state, place, dice), sibling(state, place, dice))));
            case 6 -> carry("move", state, path, dice);
            case 7, 8 -> carry("copy", state, path, dice);
            case 9, 10 -> new Trespass("replace the whole state", one(Trees.op("replace", "", changed(state, dice))));
            case 11 -> new Trespass("add the whole state", one(Trees.op("add", "", changed(state, dice))));
            default -> parent(state, dice);
        };
    }

    /** Honest operations first, so that the bad ones hide behind them. */
    static JsonNode behind(JsonNode honest, JsonNode bad) {
        ArrayNode both = Trees.array();
        honest.forEach(both::add);
        bad.forEach(both::add);
        return both;
    }

    private static ArrayNode one(JsonNode operation) {
        return Trees.array(operation);
    }

    private static Trespass carry(String op, JsonNode state, String path, Dice dice) {
        List<String> other = dice.pick(Pointers.all(state));
        JsonNode parent = other.isEmpty() ? state : Pointers.at(state, Pointers.parent(other));
        String target = parent.isArray() && dice.chance(0.6)
                ? Pointers.of(Pointers.child(Pointers.parent(other), "-"))
                : Pointers.of(other);
        return new Trespass(op, one(Trees.op(op, target).put("from", path)));
    }

    private static String inserted(JsonNode state, List<String> place, Dice dice) {
        if (place.isEmpty() || !Pointers.at(state, Pointers.parent(place)).isArray()) {
            return Pointers.of(Pointers.child(place, dice.pickOf("0", "-")));
        }
        return dice.chance(0.5) ? Pointers.of(place) : Pointers.of(Pointers.child(Pointers.parent(place), "-"));
    }

    private static JsonNode sibling(JsonNode state, List<String> place, Dice dice) {
        return varied(Pointers.at(state, place), dice);
    }

    /** A whole object or array written anew, with one change inside. */
    private static Trespass parent(JsonNode state, Dice dice) {
        List<List<String>> containers = Pointers.all(state).stream()
                .filter(place -> Pointers.at(state, place).isContainerNode())
                .toList();
        List<String> place = dice.pick(containers);
        JsonNode value = changed(Pointers.at(state, place), dice);
        return new Trespass("replace a parent", one(Trees.op("replace", Pointers.of(place), value)));
    }

    /** A copy of a tree with one leaf varied. */
    private static JsonNode changed(JsonNode tree, Dice dice) {
        List<List<String>> leaves = Pointers.all(tree).stream()
                .filter(place -> !place.isEmpty() && Pointers.at(tree, place).isValueNode())
                .toList();
        if (leaves.isEmpty()) {
            return tree;
        }
        List<String> leaf = dice.pick(leaves);
        JsonNode value = varied(Pointers.at(tree, leaf), dice);
        return StrictPatch.apply(tree, one(Trees.op("replace", Pointers.of(leaf), value)))
                .orElse(tree);
    }

    /** Another value of the same kind: one that stands elsewhere, or one of a common vocabulary. */
    private static JsonNode varied(JsonNode value, Dice dice) {
        if (value.isBoolean()) {
            return Trees.value(!value.booleanValue());
        }
        if (value.isIntegralNumber()) {
            return Trees.value(value.longValue() + dice.pickOf(-1, 1, 2, 5));
        }
        if (value.isTextual()) {
            return Trees.value(text(value.textValue(), dice));
        }
        if (value instanceof ArrayNode array && !array.isEmpty()) {
            ArrayNode shorter = array.deepCopy();
            shorter.remove(dice.below(array.size()));
            return shorter;
        }
        return value instanceof ObjectNode ? changed(value, dice) : value;
    }

    private static String text(String old, Dice dice) {
        return switch (dice.below(4)) {
            case 0 ->
                dice.pickOf("verified", "refuted", "done", "ready", "resolved", "triaged", "final", "review", "draft");
            case 1 -> dice.pickOf("low", "high", "critical", "eu-west", "ap-south", "hot", "cool", "planned", "failed");
            case 2 -> old.replaceFirst("[0-9]", Integer.toString(dice.below(10)));
            default -> old + dice.pickOf("s", " again", ", as agreed", "0");
        };
    }
}
