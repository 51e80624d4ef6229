package io.patchboard.workflow.argo;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.workflow.translation.Findings;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Retries and timeouts of templates as policies. */
final class PolicyReader {

    /** How long a task may take that says nothing: Argo has no bound, and a workflow needs one. */
    static final long DEFAULT_TIMEOUT = 99_999_999;

    static final String ALWAYS = "Always";
    private static final String DEFAULT_RETRY = "OnFailure";

    /** What Argo calls a failure is that of the work, an error that of what it runs on. */
    static final Map<String, List<String>> ERRORS = Map.of(
            ALWAYS,
            List.of("*"),
            DEFAULT_RETRY,
            List.of("bug", "invalid", "refused", "timeout"),
            "OnError",
            List.of("outage", "rate-limit"),
            "OnTransientError",
            List.of("outage", "rate-limit"));

    private static final Pattern DURATION = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h|d)?");
    private static final Map<String, BigDecimal> UNITS = Map.of(
            "ms", new BigDecimal("0.001"),
            "s", BigDecimal.ONE,
            "m", BigDecimal.valueOf(60),
            "h", BigDecimal.valueOf(3_600),
            "d", BigDecimal.valueOf(86_400));

    private PolicyReader() {}

    /** What a template says of retries and time. */
    static JsonObject of(JsonPlace template, Findings findings) {
        JsonObject.Builder policy = JsonObject.builder();
        Optional<JsonPlace> timeout = template.child("timeout").or(() -> template.child("activeDeadlineSeconds"));
        Json seconds = timeout.flatMap(place -> seconds(place, findings))
                .<Json>map(JsonNumber::of)
                .orElse(Json.of(DEFAULT_TIMEOUT));
        policy.put("timeout", JsonObject.of("seconds", seconds));
        template.child("retryStrategy").ifPresent(retry -> policy.put("retry", retry(retry, findings)));
        return policy.build();
    }

    private static JsonObject retry(JsonPlace retry, Findings findings) {
        Optional<BigDecimal> limit = number(retry.into("limit"));
        if (limit.isEmpty()) {
            findings.unsupported(
                    retry.into("limit").at(),
                    "Expected how often it is tried again, since that has to be finite, but got "
                            + retry.into("limit").value() + ".");
        }
        if (retry.has("expression")) {
            findings.unsupported(
                    retry.into("expression").at(),
                    "Expected a retryPolicy; expressions over the last attempt cannot be said.");
        }
        String errors = retry.text("retryPolicy").orElse(DEFAULT_RETRY);
        JsonPlace backoff = retry.into("backoff");
        BigDecimal base = backoff.child("duration")
                .flatMap(place -> seconds(place, findings))
                .orElse(BigDecimal.ZERO);
        JsonObject.Builder pause = JsonObject.builder()
                .put("mode", "exponential")
                .put("base", JsonNumber.of(base))
                .put("factor", JsonNumber.of(number(backoff.into("factor")).orElse(BigDecimal.ONE)));
        backoff.child("cap")
                .flatMap(place -> seconds(place, findings))
                .ifPresent(cap -> pause.put("cap", JsonNumber.of(cap)));
        return JsonObject.of(
                        "maxAttempts",
                        JsonNumber.of(limit.orElse(BigDecimal.ZERO).add(BigDecimal.ONE)))
                .with("retryOn", JsonArray.ofStrings(ERRORS.getOrDefault(errors, List.of("*"))))
                .with("backoff", pause.build());
    }

    /** Numbers stand as texts, too. */
    static Optional<BigDecimal> number(JsonPlace place) {
        return place.amount()
                .or(() -> place.text()
                        .filter(text -> text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?"))
                        .map(BigDecimal::new));
    }

    /** Seconds of a duration as {@code 90}, {@code 30s}, {@code 5m}; one that is none has been told. */
    static Optional<BigDecimal> seconds(JsonPlace place, Findings findings) {
        Matcher duration = DURATION.matcher(place.text().orElse(place.value().toString()));
        if (!duration.matches()) {
            findings.unsupported(
                    place.at(), "Expected a duration such as 90, 30s or 5m, but got " + place.value() + ".");
            return Optional.empty();
        }
        BigDecimal unit = UNITS.get(Optional.ofNullable(duration.group(2)).orElse("s"));
        return Optional.of(new BigDecimal(duration.group(1)).multiply(unit).stripTrailingZeros());
    }
}
