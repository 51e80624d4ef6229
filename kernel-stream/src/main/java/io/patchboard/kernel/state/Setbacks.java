package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;
import io.patchboard.record.LogHeader;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What has gone wrong in a row without being an attempt of the worker's: it could not be asked, or corrects its answer.
 *
 * @param since when the first of them was, moved forward by as long as the board was paused
 */
public record Setbacks(Instant since, long count) {

    public static final Setbacks NONE = new Setbacks(Instant.EPOCH, 0);

    /** One more. */
    public Setbacks plus(Instant time) {
        return new Setbacks(count == 0 ? time : since, count + 1);
    }

    Setbacks postponed(Duration pause) {
        return count == 0 ? this : new Setbacks(since.plus(pause), count);
    }

    /** Absent where there was none. */
    Optional<Json> toJson() {
        return count == 0
                ? Optional.empty()
                : Optional.of(JsonObject.builder()
                        .put("since", LogHeader.format(since))
                        .put("count", count)
                        .build());
    }

    /** Of the member {@code setbacks}. */
    static Setbacks read(Fields owner) {
        return owner.optionalRecord("setbacks", fields -> new Setbacks(fields.time("since"), fields.integer("count")))
                .orElse(NONE);
    }
}
