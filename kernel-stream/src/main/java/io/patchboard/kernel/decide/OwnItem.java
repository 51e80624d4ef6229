package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Patch;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** The item that a result is about, in arrays that its patch inserts into, or removes from. */
final class OwnItem {

    private final JsonPointer place;
    private final Json state;

    /** By the array, from the outermost, the index that the item has by now. */
    private final int[] index;

    /** By the array, the lowest index at which something else is by now because the item was moved. */
    private final int[] moved;

    private OwnItem(JsonPointer place, Json state) {
        this.place = place;
        this.state = state;
        this.index = IntStream.range(0, place.tokens().size())
                .map(depth -> index(place, depth).orElse(-1))
                .toArray();
        this.moved = new int[index.length];
        Arrays.fill(moved, Integer.MAX_VALUE);
    }

    /**
     * Whether a patch inserts or removes something before the item and then names the item, or what comes behind it, by
     * the index that it has by then: such indexes are right at one place only.
     */
    static boolean isMoved(JsonPointer place, Patch patch, Json state) {
        OwnItem item = new OwnItem(place, state);
        boolean[] named = new boolean[1];
        for (Operation operation : patch.operations()) {
            operation.at(path -> {
                named[0] |= item.isBehind(path);
                return path;
            });
            switch (operation) {
                case Operation.Remove remove -> item.remove(remove.path());
                case Operation.Move move -> {
                    item.remove(move.from());
                    item.insert(move.path());
                }
                case Operation.Add add -> item.insert(add.path());
                case Operation.Copy copy -> item.insert(copy.path());
                case Operation.Replace replace -> {}
                case Operation.Test test -> {}
            }
        }
        return named[0];
    }

    private boolean isBehind(JsonPointer path) {
        for (int depth = 0; depth < moved.length; depth++) {
            OptionalInt at = index(path, depth);
            if (isShared(path, depth) && at.isPresent() && at.getAsInt() >= moved[depth]) {
                return true;
            }
        }
        return false;
    }

    private void insert(JsonPointer path) {
        int depth = depth(path);
        if (depth >= 0 && index(path, depth).getAsInt() <= index[depth]) {
            index[depth]++;
            moved[depth] = Math.min(moved[depth], index(path, depth).getAsInt() + 1);
        }
    }

    /** The item's own place is what comes behind it once it is removed, and is so elsewhere. */
    private void remove(JsonPointer path) {
        int depth = depth(path);
        if (depth >= 0 && index(path, depth).getAsInt() < index[depth]) {
            index[depth]--;
            moved[depth] = Math.min(moved[depth], index[depth]);
        }
    }

    /** Of the array with the item in it that a place is in, too; negative if there is none. */
    private int depth(JsonPointer path) {
        int depth = path.tokens().size() - 1;
        boolean inArray = depth >= 0
                && depth < index.length
                && isShared(path, depth)
                && index(path, depth).isPresent()
                && path.parent()
                        .resolve(state)
                        .filter(JsonArray.class::isInstance)
                        .isPresent();
        return inArray ? depth : -1;
    }

    private boolean isShared(JsonPointer path, int depth) {
        List<String> outer = place.tokens().subList(0, depth);
        return path.tokens().size() > depth && path.tokens().subList(0, depth).equals(outer);
    }

    private static OptionalInt index(JsonPointer path, int depth) {
        return path.tokens().size() <= depth
                ? OptionalInt.empty()
                : JsonPointer.arrayIndex(path.tokens().get(depth));
    }
}
