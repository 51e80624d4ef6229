package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.Part;
import io.patchboard.json.Run;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code uniqueItems}. Equal items have equal digests, which objects, arrays and strings keep, so no item is gone
 * through for this; and digests cannot be made to collide, as hash codes can. For a large array the digests are kept as
 * well, with its runs, and changed when it is.
 *
 * <p>The root keeps its index. The runs below it only know where indexes of the latest arrays with these runs are: a
 * run may live much longer than an array, in a copy of it somewhere else, and must not keep every version alive that
 * came after. They know several, since the latest may be of a state that was refused for another reason and is gone. If
 * all of them are gone, the array is indexed in full, once.
 */
final class UniqueItems extends Keyword {

    private static final Object NOT_UNIQUE = "two items are equal";

    private static final int MOST_LATEST = 8;

    /** The steps of looking for an item among the others; a number's digest is made anew for it. */
    private static final long ITEM = 30;

    private static final int BYTES_HASHED = 4;

    /** The key of what runs below a root remember; the keyword itself is that of what a root does. */
    private final Object latestKey = new Object();

    UniqueItems(Source source) {
        super("uniqueItems", source, Set.of(Kind.ARRAY));
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        JsonArray array = (JsonArray) value;
        evaluation.charge(array.size() * ITEM + array.canonicalBytes() / BYTES_HASHED);
        Optional<Run> runs = array.runs();
        return runs.isPresent() ? isUnique(runs.get(), evaluation) : isUnique(array, evaluation);
    }

    private static boolean isUnique(JsonArray array, Evaluation evaluation) {
        Set<Object> seen = new HashSet<>();
        for (Json item : array) {
            evaluation.visit();
            if (!seen.add(item instanceof Part ? item.digest() : item)) {
                return false;
            }
        }
        return true;
    }

    private boolean isUnique(Run root, Evaluation evaluation) {
        Object known = root.recall(this);
        if (known != null) {
            return known != NOT_UNIQUE;
        }
        Latest latest = latest(root);
        Optional<ItemIndex> before = latest.index();
        Optional<ItemIndex> index =
                before.isPresent() ? before.get().changedTo(root, evaluation) : ItemIndex.of(root, evaluation);
        if (index.isEmpty()) {
            root.remember(this, NOT_UNIQUE);
            return false;
        }
        root.remember(this, index.get());
        Latest now = latest.with(index.get());
        root.runs().forEach(run -> run.remember(latestKey, now));
        return true;
    }

    /** What is known of another array that shares a run with this one, or is a run of it, or has it as one. */
    private Latest latest(Run root) {
        if (root.recall(latestKey) instanceof Latest latest && latest.index().isPresent()) {
            return latest;
        }
        for (Run run : root.runs()) {
            if (run.recall(latestKey) instanceof Latest latest && latest.index().isPresent()) {
                return latest;
            }
            if (run.recall(this) instanceof ItemIndex index) {
                return Latest.NONE.with(index);
            }
        }
        return Latest.NONE;
    }

    /** Indexes of arrays, the latest first. Each is there for as long as its array is. */
    private record Latest(List<WeakReference<ItemIndex>> references) {

        private static final Latest NONE = new Latest(List.of());

        private Optional<ItemIndex> index() {
            for (WeakReference<ItemIndex> reference : references) {
                ItemIndex index = reference.get();
                if (index != null) {
                    return Optional.of(index);
                }
            }
            return Optional.empty();
        }

        private Latest with(ItemIndex index) {
            List<WeakReference<ItemIndex>> all = new ArrayList<>(List.of(new WeakReference<>(index)));
            for (WeakReference<ItemIndex> reference : references) {
                if (all.size() < MOST_LATEST && reference.get() != null) {
                    all.add(reference);
                }
            }
            return new Latest(List.copyOf(all));
        }
    }
}
