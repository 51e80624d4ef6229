package io.patchboard.client.model;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogHeader;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Where rejections go.
 *
 * @param counts those of most rejections first
 * @param counted how many rejections these are, with those that are left out
 * @param left how many counts there are beyond
 * @param from the time of the oldest rejection that was counted, where there were more than are counted at once
 */
public record RejectionCounts(List<RejectionCount> counts, long counted, long left, Optional<Instant> from) {

    public JsonObject toJson(RejectionQuery.By by) {
        return JsonObject.builder()
                .put("by", by.word())
                .put(
                        "rejections",
                        JsonArray.copyOf(
                                counts.stream().map(RejectionCount::toJson).toList()))
                .put("counted", counted)
                .put("left", left)
                .putStringIfPresent("from", from.map(LogHeader::format))
                .build();
    }
}
