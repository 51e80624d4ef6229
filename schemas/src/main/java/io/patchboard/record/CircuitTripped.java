package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A detector found that the board, or a part of it, runs in circles (paper, section 3.4 and Table 2).
 *
 * @param detector {@code invalidStreak}, {@code noOpStreak}, {@code sameRejection}, {@code repeatedState} or
 *     {@code cycle}
 * @param scope {@code worker}, {@code trigger} or {@code board}
 * @param worker that it is about; absent for the board as a whole
 * @param trigger that it is about; absent where there is none
 * @param action {@code retry}, {@code repair}, {@code switch}, {@code tighten}, {@code verify}, {@code stop} or
 *     {@code halt}
 * @param target the worker that the action invokes; absent where it invokes none
 * @param percent what {@code tighten} leaves of the view's budget; absent for other actions
 * @param message a sentence for people: what was counted, and against which threshold
 * @param evidence sequences of the log entries that were counted, in order
 */
public record CircuitTripped(
        String detector,
        String scope,
        Optional<String> worker,
        Optional<Trigger> trigger,
        String action,
        Optional<String> target,
        Optional<Long> percent,
        String message,
        List<Long> evidence)
        implements CommittedEvent {

    static CircuitTripped read(Fields fields) {
        return new CircuitTripped(
                fields.string("detector"),
                fields.string("scope"),
                fields.optionalString("worker"),
                fields.optionalRecord("trigger", Trigger::read),
                fields.string("action"),
                fields.optionalString("target"),
                fields.optionalInteger("percent"),
                fields.string("message"),
                fields.integers("evidence"));
    }

    @Override
    public void write(JsonObject.Builder json) {
        json.put("detector", detector)
                .put("scope", scope)
                .putStringIfPresent("worker", worker)
                .putIfPresent("trigger", trigger.map(Trigger::toJson))
                .put("action", action)
                .putStringIfPresent("target", target)
                .putIfPresent("percent", percent.map(Json::of))
                .put("message", message)
                .put("evidence", JsonArray.ofLongs(evidence));
    }
}
