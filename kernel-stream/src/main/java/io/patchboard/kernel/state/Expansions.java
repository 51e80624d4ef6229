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
 * @param rounds how often it asked
 */
public record Expansions(List<String> handles, long rounds) {

    public static final Expansions NONE = new Expansions(List.of(), 0);

    public Expansions {
        handles = List.copyOf(handles);
    }

    /** With the places that the values have after a change; what is gone is left out. */
    public Expansions after(Relocation relocation) {
        return handles.isEmpty()
                ? this
                : new Expansions(
                        handles.stream()
                                .flatMap(handle -> relocation.after(JsonPointer.parse(handle)).stream())
                                .map(JsonPointer::toString)
                                .toList(),
                        rounds);
    }

    /** One round more. */
    public Expansions plus(List<String> more) {
        Set<String> all = new LinkedHashSet<>(handles);
        all.addAll(more);
        return new Expansions(new ArrayList<>(all), rounds + 1);
    }

    /** Absent where nothing was asked. */
    Optional<Json> toJson() {
        return rounds == 0
                ? Optional.empty()
                : Optional.of(JsonObject.builder()
                        .put("handles", JsonArray.ofStrings(handles))
                        .put("rounds", rounds)
                        .build());
    }

    /** Of the member {@code expansions}. */
    static Expansions read(Fields owner) {
        return owner.optionalRecord(
                        "expansions",
                        expansions -> new Expansions(expansions.strings("handles"), expansions.integer("rounds")))
                .orElse(NONE);
    }
}
