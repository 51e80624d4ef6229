package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.Part;
import io.patchboard.json.Run;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Finds all values of one form inside of a value. Parts in which there are none remember that, and a value of the form
 * remembers what it says, so that of a value that was made by a patch only what the patch changed is read, and it is
 * gone to where there are some.
 */
final class PartSearch<T> {

    /** What parts without any remember. */
    private static final Object NONE = "there are none";

    /** The key under which parts remember that, or what they say. */
    private final Object key = new Object();

    private record Found<T>(T one) {}

    private final Function<Json, Optional<T>> form;

    PartSearch(Function<Json, Optional<T>> form) {
        this.form = form;
    }

    void forEach(Json value, Consumer<T> action) {
        search(value, action);
    }

    /** @return whether there are any */
    private boolean search(Json value, Consumer<T> action) {
        if (!(value instanceof Part part)) {
            return false;
        }
        Object known = part.recall(key);
        if (known instanceof Found<?> found) {
            action.accept(of(found));
        }
        if (known != null) {
            return known != NONE;
        }
        Optional<T> one = form.apply(value);
        if (one.isPresent()) {
            part.remember(key, new Found<>(one.get()));
            action.accept(one.get());
            return true;
        }
        return remembered(part, searchInside(value, action));
    }

    /** Nobody else has the key. */
    @SuppressWarnings("unchecked")
    private T of(Found<?> found) {
        return (T) found.one();
    }

    private boolean searchInside(Json value, Consumer<T> action) {
        if (value instanceof JsonObject object) {
            return object.runs()
                    .map(runs -> search(runs, action))
                    .orElseGet(() -> searchAll(object.members().values(), action));
        }
        return value instanceof JsonArray array
                && array.runs().map(runs -> search(runs, action)).orElseGet(() -> searchAll(array, action));
    }

    private boolean search(Run run, Consumer<T> action) {
        if (run.recall(key) != null) {
            return false;
        }
        boolean any = searchAll(run.values(), action);
        for (Run shorter : run.runs()) {
            any |= search(shorter, action);
        }
        return remembered(run, any);
    }

    private boolean searchAll(Iterable<Json> values, Consumer<T> action) {
        boolean any = false;
        for (Json value : values) {
            any |= search(value, action);
        }
        return any;
    }

    private boolean remembered(Part part, boolean any) {
        if (!any) {
            part.remember(key, NONE);
        }
        return any;
    }
}
