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
 * Finds all values of one form inside of a value. Parts in which there are none remember that, so that of a value that
 * was made by a patch only what the patch changed is looked at, and where there are some.
 */
final class PartSearch<T> {

    /** What parts without any remember, and under which key. */
    private final Object none = new Object();

    private final Function<Json, Optional<T>> form;

    PartSearch(Function<Json, Optional<T>> form) {
        this.form = form;
    }

    void forEach(Json value, Consumer<T> action) {
        search(value, action);
    }

    /** @return whether there are any */
    private boolean search(Json value, Consumer<T> action) {
        if (!(value instanceof Part part) || part.recall(none) != null) {
            return false;
        }
        Optional<T> one = form.apply(value);
        one.ifPresent(action);
        boolean any = one.isPresent();
        if (!any && value instanceof JsonObject object) {
            any = object.runs()
                    .map(runs -> search(runs, action))
                    .orElseGet(() -> searchAll(object.members().values(), action));
        } else if (value instanceof JsonArray array) {
            any = array.runs().map(runs -> search(runs, action)).orElseGet(() -> searchAll(array, action));
        }
        return remembered(part, any);
    }

    private boolean search(Run run, Consumer<T> action) {
        if (run.recall(none) != null) {
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
            part.remember(none, none);
        }
        return any;
    }
}
