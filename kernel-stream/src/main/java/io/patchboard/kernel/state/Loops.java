package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;
import io.patchboard.record.LogHeader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** How often the loops that have guards have come around on a board, by their names. */
public record Loops(SortedMap<String, Turns> byName) {

    static final Loops NONE = new Loops(new TreeMap<>());

    /**
     * One loop's.
     *
     * @param first when it first came around; a pause moves it
     */
    public record Turns(long count, Instant first) {}

    /** Absent if it has not come around yet. */
    public Optional<Turns> find(String loop) {
        return Optional.ofNullable(byName.get(loop));
    }

    public long count(String loop) {
        return find(loop).map(Turns::count).orElse(0L);
    }

    public Loops plus(String loop, Instant now) {
        SortedMap<String, Turns> all = new TreeMap<>(byName);
        all.merge(loop, new Turns(1, now), (before, once) -> new Turns(before.count() + 1, before.first()));
        return new Loops(all);
    }

    public Loops postponed(Duration pause) {
        SortedMap<String, Turns> all = new TreeMap<>();
        byName.forEach((loop, turns) ->
                all.put(loop, new Turns(turns.count(), turns.first().plus(pause))));
        return new Loops(all);
    }

    /** Absent where there are none. */
    Optional<Json> toJson() {
        List<Json> all = new ArrayList<>();
        byName.forEach((loop, turns) -> all.add(JsonObject.builder()
                .put("loop", loop)
                .put("count", turns.count())
                .put("first", LogHeader.format(turns.first()))
                .build()));
        return all.isEmpty() ? Optional.empty() : Optional.of(JsonArray.copyOf(all));
    }

    /** Of the member {@code loops}. */
    static Loops read(Fields owner) {
        SortedMap<String, Turns> all = new TreeMap<>();
        owner.records(
                "loops",
                fields -> all.put(fields.string("loop"), new Turns(fields.integer("count"), fields.time("first")))
                        == null);
        return new Loops(all);
    }

    void measure(BoardSize size) {
        byName.keySet().forEach(size::item);
    }
}
