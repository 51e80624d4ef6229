package io.patchboard.faults.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.tree.Pointers;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * One place at which a state differs from the one before.
 *
 * @param path the place, in the state after; for a removal, in the state before
 * @param end whether an item came to the end of an array
 * @param inArray whether the place is an item of an array
 */
record Change(Kind kind, List<String> path, boolean end, boolean inArray) {

    enum Kind {
        ADD,
        REPLACE,
        REMOVE
    }

    /** The smallest set of changes that explains the difference, arrays compared from both of their ends. */
    static List<Change> between(JsonNode before, JsonNode after) {
        List<Change> changes = new ArrayList<>();
        compare(before, after, List.of(), false, changes);
        return changes;
    }

    private static void compare(JsonNode before, JsonNode after, List<String> at, boolean item, List<Change> changes) {
        if (before.equals(after)) {
            return;
        }
        if (before.isObject() && after.isObject()) {
            members(before, after, at, changes);
        } else if (before.isArray() && after.isArray()) {
            items(before, after, at, changes);
        } else {
            changes.add(new Change(Kind.REPLACE, at, false, item));
        }
    }

    private static void members(JsonNode before, JsonNode after, List<String> at, List<Change> changes) {
        TreeSet<String> names = new TreeSet<>();
        before.fieldNames().forEachRemaining(names::add);
        after.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            List<String> place = Pointers.child(at, name);
            if (!before.has(name)) {
                changes.add(new Change(Kind.ADD, place, false, false));
            } else if (!after.has(name)) {
                changes.add(new Change(Kind.REMOVE, place, false, false));
            } else {
                compare(before.get(name), after.get(name), place, false, changes);
            }
        }
    }

    private static void items(JsonNode before, JsonNode after, List<String> at, List<Change> changes) {
        int start = 0;
        int shorter = Math.min(before.size(), after.size());
        while (start < shorter && before.get(start).equals(after.get(start))) {
            start++;
        }
        int tail = 0;
        while (before.size() != after.size()
                && tail < shorter - start
                && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
            tail++;
        }
        int both = shorter - tail;
        for (int i = start; i < both; i++) {
            compare(before.get(i), after.get(i), Pointers.child(at, Integer.toString(i)), true, changes);
        }
        for (int i = both; i < after.size() - tail; i++) {
            changes.add(new Change(Kind.ADD, Pointers.child(at, Integer.toString(i)), tail == 0, true));
        }
        for (int i = both; i < before.size() - tail; i++) {
            changes.add(new Change(Kind.REMOVE, Pointers.child(at, Integer.toString(i)), false, true));
        }
    }
}
