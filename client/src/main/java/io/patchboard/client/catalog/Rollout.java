package io.patchboard.client.catalog;

import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogHeader;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * From some moment on a share of the new boards gets a version.
 *
 * @param share above 0, at most 1
 */
public record Rollout(int version, BigDecimal share, String by, Optional<String> reason, Instant at) {

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("version", version)
                .put("share", JsonNumber.of(share))
                .put("by", by)
                .putStringIfPresent("reason", reason)
                .put("at", LogHeader.format(at))
                .build();
    }
}
