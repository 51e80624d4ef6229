package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.Relocation;
import io.patchboard.record.Fields;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a worker has asked to see for one trigger.
 *
 * @param handles JSON Pointers, in the order in which it asked
 * @param gone where that was which is not there any more, so that the worker need not look for it
 * @param rounds how often it asked
 */
public record Expansions(List<String> handles, List<String> gone, long rounds) {

    /** A worker asks for 20 at once at most; of more that are gone it need not be told. */
    private static final int MOST_GONE = 20;

    public static final Expansions NONE = new Expansions(List.of(), List.of(), 0);

    public Expansions {
        handles = List.copyOf(handles);
        gone = List.copyOf(gone);
    }

    /** With the places that the values have after a change. */
    public Expansions after(Relocation relocation) {
        if (handles.isEmpty()) {
            return this;
        }
        List<String> there = new ArrayList<>();
        Set<String> lost = new LinkedHashSet<>(gone);
        for (String handle : handles) {
            relocation
                    .after(JsonPointer.parse(handle))
                    .ifPresentOrElse(place -> there.add(place.toString()), () -> lost.add(handle));
        }
        return new Expansions(there, lost.stream().limit(MOST_GONE).toList(), rounds);
    }

    /** One round more. */
    public Expansions plus(List<String> more) {
        Set<String> all = new LinkedHashSet<>(handles);
        all.addAll(more);
        return new Expansions(new ArrayList<>(all), gone, rounds + 1);
    }

    /** Absent where nothing was asked. */
    Optional<Json> toJson() {
        return rounds == 0
                ? Optional.empty()
                : Optional.of(JsonObject.builder()
                        .put("handles", JsonArray.ofStrings(handles))
                        .putStringsIfAny("gone", gone)
                        .put("rounds", rounds)
                        .build());
    }

    /** Of the member {@code expansions}. */
    static Expansions read(Fields owner) {
        return owner.optionalRecord(
                        "expansions",
                        expansions -> new Expansions(
                                expansions.strings("handles"),
                                expansions.strings("gone"),
                                expansions.integer("rounds")))
                .orElse(NONE);
    }
}
