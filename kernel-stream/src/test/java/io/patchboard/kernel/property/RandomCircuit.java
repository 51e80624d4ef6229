package io.patchboard.kernel.property;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Texts;
import java.util.List;
import java.util.Random;

/** Circuits: what trips them, and what is done then. */
final class RandomCircuit {

    private RandomCircuit() {}

    /** @param paths that may be watched */
    static Json at(List<String> paths, Random random) {
        JsonObject circuit = (JsonObject)
                Texts.json(
                        any(
                                random,
                                List.of(
                                        "{invalidStreak: 3, onTrip: [stop, {restore: mark-1}, {tighten: 0.5}, {switch: worker-1}, incident]}",
                                        "{noOpStreak: 2, failureStreak: 2, onTrip: [{verify: worker-2}, retry, {restore: mark-0}, {repair: worker-0}]}",
                                        "{rejectionRate: {count: 2, window: 5}, cost: 0.7, touched: [{path: %s}]}"
                                                .formatted(any(random, paths)),
                                        "{invalidStreak: 50, noOpStreak: 50, sameRejection: 50, repeatedState: {times: 50}, cycle: {repeats: 20}}")));
        return random.nextInt(4) == 0
                ? circuit
                : circuit.with(
                        "onBudget",
                        Texts.json(any(
                                random,
                                List.of(
                                        "[{verify: worker-1}, {tighten: 0.5}, {switch: worker-0}]",
                                        "[{switch: worker-1}, stop]",
                                        "[{switch: worker-2}, incident]"))));
    }

    private static <T> T any(Random random, List<T> of) {
        return of.get(random.nextInt(of.size()));
    }
}
