package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A patch that leads from one value to another. It changes what differs and nothing else, as far as that is told by
 * members of objects and by the ends of arrays that are alike; it is not the shortest there is. It has at most 500
 * operations: what differs in more places is replaced as a whole. What both share costs nothing, since equal parts have
 * equal digests.
 */
public final class Difference {

    /** Two values are looked at, and an operation is made where they differ. */
    private static final long UNITS_OF_A_PAIR = 20;

    /** A value in which there is more to change is replaced, since what applying a patch takes grows faster than it. */
    private static final int MOST_INSIDE = 500;

    private final Work work;
    private final List<Operation> operations = new ArrayList<>();

    private Difference(Work work) {
        this.work = work;
    }

    /** For who has all the time. */
    public static Patch between(Json before, Json after) {
        return between(before, after, Work.unbounded());
    }

    /** @throws io.patchboard.kernel.work.OverWorkException if that takes more than is left */
    public static Patch between(Json before, Json after, Work work) {
        Difference difference = new Difference(work);
        difference.add(JsonPointer.ROOT, before, after);
        return new Patch(difference.operations);
    }

    private void add(JsonPointer at, Json before, Json after) {
        if (isSame(before, after)) {
            return;
        }
        int first = operations.size();
        change(at, before, after, first);
        if (isTooMuch(first)) {
            operations.subList(first, operations.size()).clear();
            operations.add(new Operation.Replace(at, after));
        }
    }

    /** Whether a value will be replaced, so that the rest of its operations need not be made. */
    private boolean isTooMuch(int first) {
        return operations.size() - first > MOST_INSIDE;
    }

    private void change(JsonPointer at, Json before, Json after, int first) {
        if (before instanceof JsonObject object && after instanceof JsonObject other) {
            members(at, object, other, first);
        } else if (before instanceof JsonArray array && after instanceof JsonArray other) {
            items(at, array, other, first);
        } else {
            operations.add(new Operation.Replace(at, after));
        }
    }

    private boolean isSame(Json before, Json after) {
        work.charge(WorkKind.PATCH, UNITS_OF_A_PAIR);
        return before == after || Objects.equals(before.digest(), after.digest());
    }

    private void members(JsonPointer at, JsonObject before, JsonObject after, int begin) {
        for (String name : before.names()) {
            if (isTooMuch(begin)) {
                return;
            }
            if (!after.has(name)) {
                operations.add(new Operation.Remove(at.child(name)));
            }
        }
        for (Map.Entry<String, Json> member : after.members().entrySet()) {
            if (isTooMuch(begin)) {
                return;
            }
            JsonPointer place = at.child(member.getKey());
            before.get(member.getKey())
                    .ifPresentOrElse(
                            old -> add(place, old, member.getValue()),
                            () -> operations.add(new Operation.Add(place, member.getValue())));
        }
    }

    private void items(JsonPointer at, JsonArray before, JsonArray after, int begin) {
        int shorter = Math.min(before.size(), after.size());
        int first = 0;
        while (first < shorter && isSame(before.get(first), after.get(first))) {
            first++;
        }
        int last = 0;
        while (last < shorter - first
                && isSame(before.get(before.size() - 1 - last), after.get(after.size() - 1 - last))) {
            last++;
        }
        int changed = shorter - first - last;
        for (int i = first; i < first + changed && !isTooMuch(begin); i++) {
            add(at.child(i), before.get(i), after.get(i));
        }
        for (int i = before.size() - last - 1; i >= first + changed && !isTooMuch(begin); i--) {
            operations.add(new Operation.Remove(at.child(i)));
        }
        for (int i = first + changed; i < after.size() - last && !isTooMuch(begin); i++) {
            operations.add(new Operation.Add(at.child(i), after.get(i)));
        }
    }
}
