package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;

/** Asks something of the children of a container, one by one. */
final class Children {

    /** The most children that a container keeps in one piece. */
    static final int FLAT = 32;

    interface MemberTest {

        boolean accepts(String name, Json member, Evaluation evaluation);
    }

    interface ItemTest {

        boolean accepts(int index, Json item, Evaluation evaluation);
    }

    private Children() {}

    static boolean allMembers(JsonObject object, MemberTest test, Evaluation evaluation) {
        boolean accepted = true;
        for (Map.Entry<String, Json> member : object.members().entrySet()) {
            evaluation.step(1);
            accepted &= test.accepts(member.getKey(), member.getValue(), evaluation);
        }
        return accepted;
    }

    static void forRefusedMembers(
            JsonObject object, MemberTest test, Evaluation evaluation, BiConsumer<String, Json> action) {
        for (Map.Entry<String, Json> member : object.members().entrySet()) {
            evaluation.step(1);
            if (!test.accepts(member.getKey(), member.getValue(), evaluation)) {
                action.accept(member.getKey(), member.getValue());
            }
        }
    }

    /** Whether all items from an index on are accepted; ends at the first that is not. */
    static boolean allItems(JsonArray array, int from, ItemTest test, Evaluation evaluation) {
        for (int i = from; i < array.size(); i++) {
            evaluation.step(1);
            if (!test.accepts(i, array.get(i), evaluation)) {
                return false;
            }
        }
        return true;
    }

    /** How many items are accepted. */
    static int countItems(JsonArray array, ItemTest test, Evaluation evaluation) {
        int count = 0;
        for (int i = 0; i < array.size(); i++) {
            evaluation.step(1);
            count += test.accepts(i, array.get(i), evaluation) ? 1 : 0;
        }
        return count;
    }

    /** @param action returns whether to go on */
    static void forRefusedItems(JsonArray array, int from, ItemTest test, Evaluation evaluation, IntPredicate action) {
        for (int i = from; i < array.size(); i++) {
            evaluation.step(1);
            if (!test.accepts(i, array.get(i), evaluation) && !action.test(i)) {
                return;
            }
        }
    }
}
