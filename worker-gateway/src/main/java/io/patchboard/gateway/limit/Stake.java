package io.patchboard.gateway.limit;

import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a gateway tells of one limit when the shares are decided anew. Until it has heard what was decided it uses no
 * more than this.
 *
 * @param concurrency calls at once as its file has it
 * @param perDay calls in a day as its file has it
 * @param used calls that are under way
 * @param wanted calls that are under way or wait
 * @param rate calls in a day that it takes now
 * @param calls whether it has calls to make, so that it wants some of the rate
 * @param waited for how many milliseconds none could begin though some waited
 */
record Stake(
        OptionalLong concurrency, OptionalLong perDay, long used, long wanted, long rate, boolean calls, long waited) {

    static Stake read(Fields fields) {
        return new Stake(
                optional(fields, "concurrency"),
                optional(fields, "perDay"),
                fields.integer("used"),
                fields.integer("wanted"),
                fields.integer("rate"),
                fields.flag("calls"),
                fields.integer("waited"));
    }

    private static OptionalLong optional(Fields fields, String name) {
        Optional<Long> value = fields.optionalInteger(name);
        return value.map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder();
        concurrency.ifPresent(most -> json.put("concurrency", most));
        perDay.ifPresent(most -> json.put("perDay", most));
        return json.put("used", used)
                .put("wanted", wanted)
                .put("rate", rate)
                .put("calls", calls)
                .put("waited", waited)
                .build();
    }
}
