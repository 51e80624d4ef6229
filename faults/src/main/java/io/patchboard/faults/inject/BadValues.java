package io.patchboard.faults.inject;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.inject.BadPathOrType.Named;
import io.patchboard.faults.tree.Pointers;
import io.patchboard.faults.tree.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Patches whose values are not what the schema has at their place. */
final class BadValues {

    private BadValues() {}

    /** One value of the patch spoilt; empty if the patch has none or the way that was drawn does not fit. */
    static Optional<Named> of(ArrayNode patch, Dice dice) {
        List<Integer> withValue = new ArrayList<>();
        for (int i = 0; i < patch.size(); i++) {
            if (patch.get(i).has("value")) {
                withValue.add(i);
            }
        }
        if (withValue.isEmpty()) {
            return Optional.empty();
        }
        int index = dice.pick(withValue);
        JsonNode value = patch.get(index).get("value");
        Map<String, JsonNode> ways = new LinkedHashMap<>();
        List<String> leaf = dice.pick(Pointers.all(value));
        leaves(ways, value, leaf, dice);
        members(ways, value, dice);
        ways.put("value in an array", Trees.array(value.deepCopy()));
        ways.put("value in an object", Trees.object().set("value", value.deepCopy()));
        ways.put("value as text", Trees.value(Trees.text(value)));
        String way = dice.pick(List.copyOf(ways.keySet()));
        ObjectNode operation = patch.get(index).deepCopy();
        return Optional.of(new Named(way, Named.with(patch, index, operation.set("value", ways.get(way)))));
    }

    private static void leaves(Map<String, JsonNode> ways, JsonNode value, List<String> leaf, Dice dice) {
        JsonNode old = Pointers.at(value, leaf);
        JsonNode other = dice.pickOf(
                Trees.value(dice.below(5000)),
                Trees.value(true),
                Trees.object().put("text", "x"),
                Trees.array(Trees.value("x")),
                Trees.parse("-0.5"),
                Trees.value("word " + dice.below(500)));
        ways.put("type confusion", changed(value, leaf, other));
        ways.put("null", changed(value, leaf, Trees.parse("null")));
        if (old.isTextual()) {
            String text = old.textValue();
            ways.put("empty text", changed(value, leaf, Trees.value("")));
            ways.put("other case", changed(value, leaf, Trees.value(text.toUpperCase(Locale.ROOT))));
            ways.put("blank behind", changed(value, leaf, Trees.value(text + " ")));
            ways.put("look-alike in a value", changed(value, leaf, Trees.value(BadPaths.lookAlike(text, dice))));
            ways.put(
                    "another word", changed(value, leaf, Trees.value(dice.pickOf("approved", "ok", "N/A", "urgent!"))));
            ways.put("too long", changed(value, leaf, Trees.value(text.repeat(300))));
        } else if (old.isNumber()) {
            ways.put("number as text", changed(value, leaf, Trees.value(old.asText())));
            ways.put("out of bounds", changed(value, leaf, Trees.value(dice.pickOf(-1, -100, 5000, 1 << 30))));
            ways.put("fraction", changed(value, leaf, Trees.parse("0.37")));
        } else if (old.isBoolean()) {
            ways.put("truth as text", changed(value, leaf, Trees.value(old.asText())));
            ways.put("truth as number", changed(value, leaf, Trees.value(1)));
        }
    }

    private static void members(Map<String, JsonNode> ways, JsonNode value, Dice dice) {
        if (!value.isObject()) {
            return;
        }
        List<String> names = new ArrayList<>();
        value.fieldNames().forEachRemaining(names::add);
        String name = dice.pick(names);
        ObjectNode missing = value.deepCopy();
        missing.remove(name);
        ways.put("member is missing", missing);
        ways.put(
                "member is unknown",
                ((ObjectNode) value.deepCopy())
                        .put(
                                dice.pickOf("confidence", "id", "reason", "__proto__", "$ref", "comment", "Status", ""),
                                1));
        ObjectNode renamed = missing.deepCopy();
        renamed.set(BadPaths.lookAlike(name, dice), value.get(name));
        ways.put("look-alike of a member", renamed);
        ObjectNode doubled = value.deepCopy();
        doubled.set(BadPaths.lookAlike(name, dice), value.get(name));
        ways.put("look-alike beside a member", doubled);
        ObjectNode upper = missing.deepCopy();
        upper.set(name.toUpperCase(Locale.ROOT), value.get(name));
        ways.put("member in other case", upper);
    }

    private static JsonNode changed(JsonNode value, List<String> at, JsonNode other) {
        if (at.isEmpty()) {
            return other;
        }
        JsonNode copy = value.deepCopy();
        JsonNode parent = Pointers.at(copy, Pointers.parent(at));
        if (parent instanceof ObjectNode object) {
            object.set(Pointers.last(at), other);
        } else {
            ((ArrayNode) parent).set(Integer.parseInt(Pointers.last(at)), other);
        }
        return copy;
    }
}
