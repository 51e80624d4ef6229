package io.patchboard.client.model;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What answers took, and which circuit breakers opened.
 *
 * @param answers those who used most tokens first
 * @param trips those that opened most first
 * @param from the time of the oldest answer that was counted, where there are more than are counted at once
 */
public record AnswerCounts(List<Answer> answers, List<Trip> trips, Optional<Instant> from) {

    public AnswerCounts {
        answers = List.copyOf(answers);
        trips = List.copyOf(trips);
    }

    /**
     * The answers of one worker, or of one version of it, or model.
     *
     * @param key its name; empty where it is not known
     * @param tokens of input and output, as reported, as is {@code cost}
     * @param seconds the median from the invocation to the verdict; absent where nobody was invited
     * @param slowest of which 95 % are no longer
     */
    public record Answer(
            String key,
            long committed,
            long rejected,
            long tokens,
            double cost,
            OptionalDouble seconds,
            OptionalDouble slowest) {

        private Json toJson() {
            JsonObject.Builder json = JsonObject.builder()
                    .put("key", key)
                    .put("committed", committed)
                    .put("rejected", rejected)
                    .put("tokens", tokens)
                    .put("cost", rounded(cost, 6));
            seconds.ifPresent(median -> json.put("seconds", rounded(median, 3)));
            slowest.ifPresent(most -> json.put("slowest", rounded(most, 3)));
            return json.build();
        }

        private static Json rounded(double value, int digits) {
            return JsonNumber.of(BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP));
        }
    }

    /**
     * A breaker that opened.
     *
     * @param worker that it was about; empty for boards as a whole
     * @param board one that shows it, at {@code sequence}
     */
    public record Trip(String detector, String worker, long count, String board, long sequence) {

        private Json toJson() {
            return JsonObject.builder()
                    .put("detector", detector)
                    .put("worker", worker)
                    .put("count", count)
                    .put(
                            "example",
                            JsonObject.builder()
                                    .put("board", board)
                                    .put("sequence", sequence)
                                    .build())
                    .build();
        }
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put(
                        "answers",
                        JsonArray.copyOf(answers.stream().map(Answer::toJson).toList()))
                .put("trips", JsonArray.copyOf(trips.stream().map(Trip::toJson).toList()))
                .putStringIfPresent("from", from.map(Instant::toString))
                .build();
    }
}
