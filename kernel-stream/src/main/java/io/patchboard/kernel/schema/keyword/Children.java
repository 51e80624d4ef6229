package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks something of the children of a container, one by one. What came out for a run of a large container is remembered
 * with the run, so that after a change only the runs that are new are gone through.
 *
 * <p>Steps are counted for children only, not for runs: how a container is cut must not show.
 */
final class Children {

    /** A question whose answer depends on a member's name and value only. */
    interface MemberTest {

        boolean acceptsMember(String name, Json member, Evaluation evaluation);
    }

    /** A question whose answer depends on the item only, not on its place. */
    interface ItemTest {

        boolean acceptsItem(Json item, Evaluation evaluation);
    }

    private Children() {}

    /**
     * Whether all members are accepted.
     *
     * @param key under which to remember it; absent if the test is not always the same
     */
    static boolean allMembers(JsonObject object, MemberTest test, Optional<?> key, Evaluation evaluation) {
        Optional<Run> runs = object.runs();
        if (runs.isPresent()) {
            return allMembers(runs.get(), test, key, evaluation);
        }
        // All are asked, even after a refusal: their order is not the same everywhere, and the steps must be.
        boolean accepted = true;
        for (Map.Entry<String, Json> member : object.members().entrySet()) {
            evaluation.step(1);
            accepted &= test.acceptsMember(member.getKey(), member.getValue(), evaluation);
        }
        return accepted;
    }

    /** Members of runs come in the order of their names, so the first refusal is the same everywhere. */
    private static boolean allMembers(Run run, MemberTest test, Optional<?> key, Evaluation evaluation) {
        Judgement known = key.isPresent() ? evaluation.recall(run, key.get()) : null;
        if (known != null) {
            return known.result() != 0;
        }
        Evaluation.Start start = evaluation.start();
        boolean accepted = true;
        if (run.isLeaf()) {
            List<String> names = run.names();
            List<Json> values = run.values();
            for (int i = 0; i < names.size() && accepted; i++) {
                evaluation.step(1);
                accepted = test.acceptsMember(names.get(i), values.get(i), evaluation);
            }
        } else {
            List<Run> runs = run.runs();
            for (int i = 0; i < runs.size() && accepted; i++) {
                accepted = allMembers(runs.get(i), test, key, evaluation);
            }
        }
        remember(run, key, accepted ? 1 : 0, start, evaluation);
        return accepted;
    }

    /** The names of the members that are refused. */
    static List<String> refusedMembers(JsonObject object, MemberTest test, Optional<?> key, Evaluation evaluation) {
        List<String> refused = new ArrayList<>();
        Optional<Run> runs = object.runs();
        if (runs.isPresent()) {
            refusedMembers(runs.get(), test, key, evaluation, refused);
        } else {
            object.members().forEach((name, member) -> ask(name, member, test, evaluation, refused));
        }
        return refused;
    }

    private static void refusedMembers(
            Run run, MemberTest test, Optional<?> key, Evaluation evaluation, List<String> refused) {
        if (allMembers(run, test, key, evaluation)) {
            return;
        }
        for (Run shorter : run.runs()) {
            refusedMembers(shorter, test, key, evaluation, refused);
        }
        List<String> names = run.names();
        List<Json> values = run.values();
        for (int i = 0; i < names.size(); i++) {
            ask(names.get(i), values.get(i), test, evaluation, refused);
        }
    }

    private static void ask(String name, Json member, MemberTest test, Evaluation evaluation, List<String> refused) {
        evaluation.step(1);
        if (!test.acceptsMember(name, member, evaluation)) {
            refused.add(name);
        }
    }

    /** Whether all items from an index on are accepted; ends at the first that is not. */
    static boolean allItems(JsonArray array, int from, ItemTest test, Optional<?> key, Evaluation evaluation) {
        Optional<Run> runs = array.runs();
        if (runs.isPresent()) {
            return allItems(runs.get(), from, test, key, evaluation);
        }
        for (int i = from; i < array.size(); i++) {
            evaluation.step(1);
            if (!test.acceptsItem(array.get(i), evaluation)) {
                return false;
            }
        }
        return true;
    }

    /** @param from counted from the start of the run; what is said of a whole run does not depend on where it is */
    private static boolean allItems(Run run, int from, ItemTest test, Optional<?> key, Evaluation evaluation) {
        Optional<?> wholeKey = from <= 0 ? key : Optional.empty();
        Judgement known = wholeKey.isPresent() ? evaluation.recall(run, wholeKey.get()) : null;
        if (known != null) {
            return known.result() != 0;
        }
        Evaluation.Start start = evaluation.start();
        boolean accepted = true;
        if (run.isLeaf()) {
            List<Json> values = run.values();
            for (int i = Math.max(0, from); i < values.size() && accepted; i++) {
                evaluation.step(1);
                accepted = test.acceptsItem(values.get(i), evaluation);
            }
        } else {
            int before = 0;
            List<Run> runs = run.runs();
            for (int i = 0; i < runs.size() && accepted; i++) {
                accepted = allItems(runs.get(i), from - before, test, key, evaluation);
                before += runs.get(i).size();
            }
        }
        remember(run, wholeKey, accepted ? 1 : 0, start, evaluation);
        return accepted;
    }

    /** How many items are accepted. */
    static int countItems(JsonArray array, ItemTest test, Optional<?> key, Evaluation evaluation) {
        Optional<Run> runs = array.runs();
        return runs.isPresent()
                ? countItems(runs.get(), test, key, evaluation)
                : count(array.items(), test, evaluation);
    }

    private static int countItems(Run run, ItemTest test, Optional<?> key, Evaluation evaluation) {
        Judgement known = key.isPresent() ? evaluation.recall(run, key.get()) : null;
        if (known != null) {
            return known.result();
        }
        Evaluation.Start start = evaluation.start();
        int count = count(run.values(), test, evaluation);
        for (Run shorter : run.runs()) {
            count += countItems(shorter, test, key, evaluation);
        }
        remember(run, key, count, start, evaluation);
        return count;
    }

    private static int count(List<Json> items, ItemTest test, Evaluation evaluation) {
        int count = 0;
        for (Json item : items) {
            evaluation.step(1);
            count += test.acceptsItem(item, evaluation) ? 1 : 0;
        }
        return count;
    }

    /** The indexes of the items that are refused, from an index on. */
    static List<Integer> refusedItems(
            JsonArray array, int from, ItemTest test, Optional<?> key, Evaluation evaluation) {
        List<Integer> refused = new ArrayList<>();
        Optional<Run> runs = array.runs();
        if (runs.isPresent()) {
            refusedItems(runs.get(), 0, from, test, key, evaluation, refused);
        } else {
            ask(array.items(), 0, from, test, evaluation, refused);
        }
        return refused;
    }

    private static void refusedItems(
            Run run,
            int first,
            int from,
            ItemTest test,
            Optional<?> key,
            Evaluation evaluation,
            List<Integer> refused) {
        if (allItems(run, from - first, test, key, evaluation)) {
            return;
        }
        int at = first;
        for (Run shorter : run.runs()) {
            refusedItems(shorter, at, from, test, key, evaluation, refused);
            at += shorter.size();
        }
        ask(run.values(), first, from, test, evaluation, refused);
    }

    private static void ask(
            List<Json> items, int first, int from, ItemTest test, Evaluation evaluation, List<Integer> refused) {
        for (int i = Math.max(0, from - first); i < items.size(); i++) {
            evaluation.step(1);
            if (!test.acceptsItem(items.get(i), evaluation)) {
                refused.add(first + i);
            }
        }
    }

    private static void remember(Run run, Optional<?> key, int result, Evaluation.Start start, Evaluation evaluation) {
        if (key.isPresent()) {
            evaluation.remember(run, key.get(), result, start);
        } else {
            evaluation.forget(start);
        }
    }
}
