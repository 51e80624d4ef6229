package io.patchboard.gateway.limit;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;
import java.util.List;
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
 * @param waiting calls that wait now; only shown
 * @param next of what waits, the first ones; only shown
 */
record Stake(
        OptionalLong concurrency,
        OptionalLong perDay,
        long used,
        long wanted,
        long rate,
        boolean calls,
        long waited,
        long waiting,
        List<Waiter> next) {

    static Stake read(Fields fields) {
        return new Stake(
                optional(fields, "concurrency"),
                optional(fields, "perDay"),
                fields.integer("used"),
                fields.integer("wanted"),
                fields.integer("rate"),
                fields.flag("calls"),
                fields.integer("waited"),
                fields.optionalInteger("waiting").orElse(0L),
                fields.names().contains("next") ? fields.records("next", Waiter::read) : List.of());
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
                .put("waiting", waiting)
                .put("next", JsonArray.copyOf(next.stream().map(Waiter::toJson).toList()))
                .build();
    }
}
