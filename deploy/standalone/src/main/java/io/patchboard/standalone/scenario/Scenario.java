package io.patchboard.standalone.scenario;

import io.patchboard.json.Json;
import io.patchboard.record.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A board to be played.
 *
 * @param answers by worker, for its first invocation, its second, ...; the last serves for all that follow
 * @param sent what workers that nobody invited propose
 */
public record Scenario(
        String name,
        Json blueprint,
        Json input,
        Map<String, List<Answer>> answers,
        List<Sent> sent,
        Expected expected) {

    /**
     * What a worker answers to an invocation.
     *
     * @param patch what it proposes; JSON {@code null} where it says an error or a failure
     * @param after how long it takes
     * @param isSilent it never answers
     */
    public record Answer(
            Json patch, Optional<String> error, Optional<Failure> failure, Duration after, boolean isSilent) {}

    /** @param at how long after the board's creation */
    public record Sent(String worker, Json patch, Duration at) {}
}
