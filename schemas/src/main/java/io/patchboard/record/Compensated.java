package io.patchboard.record;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;

/**
 * What was undone before a board ended.
 *
 * @param started the sequence of the entry that says what was to be undone
 * @param left the sequences of the commits that could not be undone, in the order in which that was tried
 */
public record Compensated(long started, List<Long> left) {

    public Compensated {
        left = List.copyOf(left);
    }

    static Compensated read(Fields fields) {
        return new Compensated(fields.integer("started"), fields.integers("left"));
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("started", started)
                .put("left", JsonArray.ofLongs(left))
                .build();
    }
}
