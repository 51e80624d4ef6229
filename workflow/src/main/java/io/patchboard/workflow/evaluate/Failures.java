package io.patchboard.workflow.evaluate;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a state does about an error: its retries and its catches, in their order.
 *
 * @param state the state's own fields
 */
record Failures(JsonPlace state) {

    private static final double LONGEST_SECONDS = 31_622_400;

    /**
     * Another attempt.
     *
     * @param counts how often each retry has been used, this time included
     */
    record Again(Instant when, List<Long> counts) {}

    /** @param counts how often each retry has been used for this turn of the state */
    Optional<Again> again(String error, List<Long> counts, Instant now) {
        List<JsonPlace> retries = state.items("Retry");
        for (int i = 0; i < retries.size(); i++) {
            if (isAbout(retries.get(i), error)) {
                long used = i < counts.size() ? counts.get(i) : 0;
                if (used >= number(retries.get(i), "MaxAttempts", 3)) {
                    return Optional.empty();
                }
                List<Long> more = new ArrayList<>();
                for (int k = 0; k < retries.size(); k++) {
                    more.add((k < counts.size() ? counts.get(k) : 0) + (k == i ? 1 : 0));
                }
                return Optional.of(new Again(now.plusMillis(pause(retries.get(i), used)), more));
            }
        }
        return Optional.empty();
    }

    private static long pause(JsonPlace retry, long used) {
        double grown = number(retry, "IntervalSeconds", 1) * Math.pow(number(retry, "BackoffRate", 2), (double) used);
        double most = Math.min(number(retry, "MaxDelaySeconds", LONGEST_SECONDS), LONGEST_SECONDS);
        return (long) (Math.min(grown, most) * 1_000);
    }

    /** The number of the catch that is about an error. */
    Optional<Integer> caught(String error) {
        List<JsonPlace> catches = state.items("Catch");
        for (int i = 0; i < catches.size(); i++) {
            if (isAbout(catches.get(i), error)) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    /** What a catch says of data. */
    StateData data(int number, boolean jsonata) {
        return new StateData((JsonObject) state.items("Catch").get(number).value(), jsonata);
    }

    private static boolean isAbout(JsonPlace rule, String error) {
        return rule.items("ErrorEquals").stream()
                .flatMap(name -> name.text().stream())
                .anyMatch(name -> EvaluationException.isNamed(error, name));
    }

    private static double number(JsonPlace retry, String field, double otherwise) {
        Optional<Json> said = retry.child(field).map(JsonPlace::value);
        return said.filter(JsonNumber.class::isInstance)
                .map(value -> ((JsonNumber) value).value())
                .map(BigDecimal::doubleValue)
                .orElse(otherwise);
    }
}
