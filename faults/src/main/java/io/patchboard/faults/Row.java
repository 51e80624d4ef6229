package io.patchboard.faults;

import io.patchboard.experiments.stats.Wilson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * One row of the table.
 *
 * @param count contaminated states; for cycles, halted runs
 * @param mildest the same count for the mildest sensible reading of a control; empty for the kernel, which has one
 *     reading
 */
public record Row(FaultType fault, SystemKind system, int injected, int count, Optional<Integer> mildest) {

    public double rate() {
        return (double) count / injected;
    }

    public Wilson interval() {
        return Wilson.of(count, injected);
    }

    public JsonObject toJson() {
        return figures(JsonObject.builder()
                        .put("fault", fault.label())
                        .put("system", system.label())
                        .put("injected", injected))
                .put("paper", rounded(fault.paper(system)))
                .put(
                        "mildest",
                        mildest.<Json>map(other -> new Row(fault, system, injected, other, Optional.empty())
                                        .figures(JsonObject.builder())
                                        .build())
                                .orElse(Json.nul()))
                .build();
    }

    private JsonObject.Builder figures(JsonObject.Builder json) {
        return json.put("count", count)
                .put("rate", rounded(rate()))
                .put("low", rounded(interval().low()))
                .put("high", rounded(interval().high()));
    }

    private static Json rounded(double share) {
        return JsonNumber.of(BigDecimal.valueOf(share).setScale(4, RoundingMode.HALF_UP));
    }
}
