package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The logical actions that a board has done, by their keys.
 *
 * @param bytes of all results that are kept
 */
public record Actions(SortedMap<String, Done> done, long bytes) {

    public static final Actions NONE = new Actions(new TreeMap<>(), 0);

    /** They are stored with the board. */
    public static final int MOST = 5_000;

    /** Of all results together; what comes when they are as many is known to be done, and not kept. */
    private static final long MOST_BYTES = 500_000;

    /**
     * One that led to a commit.
     *
     * @param sequence of the commit's entry
     * @param item the place of what it was about, before the commit; absent where that was no place
     * @param result the commit's patch, with {@code -} wherever it added at the end of an array; absent where it was
     *     too large to be kept
     * @param degraded whether a fallback did it
     */
    public record Done(long sequence, Optional<String> item, Optional<Json> result, boolean degraded) {

        JsonObject toJson(String key) {
            return JsonObject.builder()
                    .put("key", key)
                    .put("sequence", sequence)
                    .putStringIfPresent("item", item)
                    .putIfPresent("result", result)
                    .putIfPresent("degraded", degraded ? Optional.of(Json.of(true)) : Optional.empty())
                    .build();
        }

        static Done read(Fields fields) {
            return new Done(
                    fields.integer("sequence"),
                    fields.optionalString("item"),
                    fields.optionalJson("result"),
                    fields.flag("degraded"));
        }
    }

    /** Absent if it was not done, or is being done. */
    public Optional<Done> find(Optional<String> key) {
        return key.flatMap(known -> Optional.ofNullable(done.get(known)));
    }

    /** The first time counts. */
    public Actions plus(String key, Done once) {
        if (done.containsKey(key)) {
            return this;
        }
        long size = once.result().map(Json::canonicalBytes).orElse(0L);
        boolean fits = bytes + size <= MOST_BYTES;
        SortedMap<String, Done> all = new TreeMap<>(done);
        all.put(key, fits ? once : new Done(once.sequence(), once.item(), Optional.empty(), once.degraded()));
        return new Actions(all, fits ? bytes + size : bytes);
    }

    /** Absent where there are none. */
    Optional<Json> toJson() {
        List<Json> all = new ArrayList<>();
        done.forEach((key, one) -> all.add(one.toJson(key)));
        return all.isEmpty() ? Optional.empty() : Optional.of(JsonArray.copyOf(all));
    }

    /** Of the member {@code actions}. */
    static Actions read(Fields owner) {
        SortedMap<String, Done> done = new TreeMap<>();
        owner.records("actions", fields -> done.put(fields.string("key"), Done.read(fields)) == null);
        long bytes = done.values().stream()
                .flatMap(one -> one.result().stream())
                .mapToLong(Json::canonicalBytes)
                .sum();
        return new Actions(done, bytes);
    }

    void measure(BoardSize size) {
        done.forEach((key, one) -> {
            size.item(key);
            one.item().ifPresent(size::text);
            one.result().ifPresent(size::state);
        });
    }
}
