package io.patchboard.kernel.view;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What did not fit, by collection: how many there are, how many are shown, and handles of the others. */
final class Summaries {

    /** Collections that are summarised, and handles given of one and of all: nobody reads more. */
    private static final int MOST_COLLECTIONS = 50;

    private static final int MOST_HANDLES = 50;
    private static final int MOST_HANDLES_IN_ALL = 200;

    /** One collection; {@code count} is known for an array or object, and grows for the places of a pattern. */
    private static final class Collection {

        private final Set<JsonPointer> left = new LinkedHashSet<>();
        private final Set<JsonPointer> shown = new LinkedHashSet<>();
        private long size;

        private long count() {
            return Math.max(size, left.size() + (long) shown.size());
        }

        private Json json(List<Json> handles) {
            return JsonObject.builder()
                    .put("count", count())
                    .put("shown", shown.size())
                    .put("handles", JsonArray.copyOf(handles))
                    .build();
        }
    }

    private final Map<String, Collection> collections = new LinkedHashMap<>();
    private final Set<JsonPointer> left = new HashSet<>();

    void shown(String collection, JsonPointer place) {
        of(collection).shown.add(place);
    }

    void leftOut(String collection, JsonPointer place) {
        of(collection).left.add(place);
        left.add(place);
    }

    boolean isLeftOut(JsonPointer place) {
        return left.contains(place);
    }

    boolean hasSize(String collection) {
        return of(collection).size > 0;
    }

    /** @param size how many items or members it has that the role may see */
    void size(String collection, long size) {
        of(collection).size = size;
    }

    private Collection of(String collection) {
        return collections.computeIfAbsent(collection, key -> new Collection());
    }

    /**
     * Writes as much as the allowance has room for: first the counts of each collection, then handles of each in turn.
     *
     * @return how many places are left out of which nothing is told
     */
    long write(ViewRequest request, ViewAllowance allowance, JsonObject.Builder view) {
        Map<String, Collection> told = new LinkedHashMap<>();
        long untold = 0;
        boolean open = false;
        for (Map.Entry<String, Collection> entry : collections.entrySet()) {
            Collection collection = entry.getValue();
            if (collection.count() == collection.shown.size()) {
                continue;
            }
            open = open || allowance.take("summaries", JsonObject.EMPTY);
            if (open && told.size() < MOST_COLLECTIONS && allowance.take(entry.getKey(), collection.json(List.of()))) {
                told.put(entry.getKey(), collection);
            } else {
                untold += collection.count() - collection.shown.size();
            }
        }
        Map<String, List<Json>> handles = handles(told, new Handles(request), request, allowance);
        Map<String, Json> written = new LinkedHashMap<>();
        told.forEach((name, collection) -> written.put(name, collection.json(handles.get(name))));
        if (!written.isEmpty()) {
            view.put("summaries", JsonObject.copyOf(written));
        }
        return untold;
    }

    private static Map<String, List<Json>> handles(
            Map<String, Collection> told, Handles maker, ViewRequest request, ViewAllowance allowance) {
        Map<String, List<JsonPointer>> places = new LinkedHashMap<>();
        Map<String, List<Json>> handles = new LinkedHashMap<>();
        told.forEach((name, collection) -> {
            places.put(name, collection.left.stream().limit(MOST_HANDLES).toList());
            handles.put(name, new ArrayList<>());
        });
        int budget = MOST_HANDLES_IN_ALL;
        int turns = places.values().stream().mapToInt(List::size).max().orElse(0);
        for (int turn = 0; turn < turns; turn++) {
            for (Map.Entry<String, List<JsonPointer>> entry : places.entrySet()) {
                if (turn < entry.getValue().size() && budget > 0 && !allowance.full()) {
                    JsonPointer place = entry.getValue().get(turn);
                    if (allowance.chars() < Handles.leastChars(place)) {
                        continue;
                    }
                    Json value = place.resolve(request.state()).orElse(Json.nul());
                    Json handle = maker.of(place, value);
                    if (allowance.take(handle)) {
                        handles.get(entry.getKey()).add(handle);
                        budget--;
                    }
                }
            }
        }
        return handles;
    }
}
