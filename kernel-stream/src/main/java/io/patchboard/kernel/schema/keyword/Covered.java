package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * What the keywords of a subschema evaluate of one value, as questions to be asked of each member or item: which
 * subschemas are active depends on the whole value, but whether one of them evaluates a child only on that child.
 */
final class Covered {

    /** Asks whether a keyword evaluates the members with a name. */
    interface Members {

        boolean covers(String name);
    }

    /** Asks whether a keyword evaluates an item. */
    interface Items {

        boolean covers(int index, Json item, Evaluation evaluation);
    }

    private final List<Members> members = new ArrayList<>();
    private final List<Items> items = new ArrayList<>();
    private boolean all;

    void add(Members some) {
        members.add(some);
    }

    void add(Items some) {
        items.add(some);
    }

    void addAll() {
        all = true;
    }

    boolean isAll() {
        return all;
    }

    boolean covers(String name) {
        for (Members some : members) {
            if (some.covers(name)) {
                return true;
            }
        }
        return false;
    }

    boolean covers(int index, Json item, Evaluation evaluation) {
        for (Items some : items) {
            if (some.covers(index, item, evaluation)) {
                return true;
            }
        }
        return false;
    }
}
