package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.Part;
import io.patchboard.json.Run;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code uniqueItems}. Equal items have equal digests, which objects, arrays and strings keep, so no item is gone
 * through for this; and digests cannot be made to collide, as hash codes can. For a large array the digests are kept as
 * well, with its runs, and changed when it is.
 */
final class UniqueItems extends Keyword {

    private static final Object NOT_UNIQUE = "two items are equal";

    UniqueItems(Source source) {
        super("uniqueItems", source, Set.of(Kind.ARRAY));
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        JsonArray array = (JsonArray) value;
        evaluation.charge(array.size());
        Optional<Run> runs = array.runs();
        return runs.isPresent() ? isUnique(runs.get()) : isUnique(array);
    }

    private static boolean isUnique(JsonArray array) {
        Set<Object> seen = new HashSet<>();
        for (Json item : array) {
            if (!seen.add(item instanceof Part ? item.digest() : item)) {
                return false;
            }
        }
        return true;
    }

    private boolean isUnique(Run root) {
        Object known = root.recall(this);
        if (known == NOT_UNIQUE) {
            return false;
        }
        if (known instanceof ItemIndex index && index.root() == root) {
            return true;
        }
        Optional<ItemIndex> before = known instanceof ItemIndex index ? Optional.of(index) : shared(root.runs());
        Optional<ItemIndex> index = before.isPresent() ? before.get().changedTo(root) : ItemIndex.of(root);
        if (index.isEmpty()) {
            root.remember(this, NOT_UNIQUE);
            return false;
        }
        root.remember(this, index.get());
        root.runs().forEach(run -> run.remember(this, index.get()));
        return true;
    }

    /** The index of another array that shares a run with this one. */
    private Optional<ItemIndex> shared(List<Run> runs) {
        for (Run run : runs) {
            if (run.recall(this) instanceof ItemIndex index) {
                return Optional.of(index);
            }
        }
        return Optional.empty();
    }
}
