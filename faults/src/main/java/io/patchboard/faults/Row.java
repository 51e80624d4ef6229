package io.patchboard.faults;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * One row of the table.
 *
 * @param count contaminated states; for cycles, halted runs
 */
public record Row(FaultType fault, SystemKind system, int injected, int count) {

    public double rate() {
        return (double) count / injected;
    }

    public Wilson interval() {
        return Wilson.of(count, injected);
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("fault", fault.label())
                .put("system", system.label())
                .put("injected", injected)
                .put("count", count)
                .put("rate", rounded(rate()))
                .put("low", rounded(interval().low()))
                .put("high", rounded(interval().high()))
                .put(
                        "paper",
                        fault.paper(system).stream()
                                .mapToObj(Row::rounded)
                                .findFirst()
                                .orElse(Json.nul()))
                .build();
    }

    private static Json rounded(double share) {
        return JsonNumber.of(BigDecimal.valueOf(share).setScale(4, RoundingMode.HALF_UP));
    }
}
