package io.patchboard.client.model;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalDouble;

/**
 * What became of that which one gate has held.
 *
 * @param gate its name
 * @param blueprint name and hash
 * @param asked how often it asked for a person, once for each whom it was escalated to
 * @param approved decisions of people, as are {@code rejected}, {@code modified} and {@code escalated}
 * @param timedOut how often nobody decided in time
 * @param seconds the median from the question to a person's decision; absent if nobody has decided
 */
public record ApprovalCount(
        String gate,
        RejectionCount.Rules blueprint,
        long asked,
        long approved,
        long rejected,
        long modified,
        long escalated,
        long timedOut,
        OptionalDouble seconds) {

    /** So many approvals have to be there before they say something about who gives them. */
    private static final int ENOUGH = 50;

    private static final double NEARLY_ALL = 0.95;

    /** How many wait now. */
    public long open() {
        return asked - decided() - timedOut;
    }

    private long decided() {
        return approved + rejected + modified + escalated;
    }

    /** Of what was allowed, the part that was allowed as it was; from 0 to 1, absent if nothing was. */
    public OptionalDouble unmodified() {
        long allowed = approved + modified;
        return allowed == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) approved / allowed);
    }

    /** Whether nearly all that was asked was allowed as it was, so that one may ask whether anybody looks at it. */
    public boolean rubberStamp() {
        long judged = approved + modified + rejected;
        return judged > ENOUGH && (double) approved / judged > NEARLY_ALL;
    }

    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("gate", gate)
                .put("blueprint", blueprint.name())
                .put("blueprintHash", blueprint.hash())
                .put("asked", asked)
                .put("open", open())
                .put("approved", approved)
                .put("rejected", rejected)
                .put("modified", modified)
                .put("escalated", escalated)
                .put("timedOut", timedOut);
        seconds.ifPresent(median -> json.put("secondsToDecision", rounded(median, 3)));
        unmodified().ifPresent(share -> json.put("unmodified", rounded(share, 4)));
        return json.put("rubberStamp", rubberStamp()).build();
    }

    private static Json rounded(double value, int digits) {
        return JsonNumber.of(BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP));
    }
}
