package io.patchboard.examples.reunion;

import io.patchboard.examples.view.Shown;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import java.util.List;

/** What a driver does. */
record Trip(String driver, List<Leg> legs) {

    /** From one place to another, with whoever rides along. */
    record Leg(String from, String to, int leaves, int arrives, List<String> riders) {

        Leg {
            riders = List.copyOf(riders);
        }
    }

    Trip {
        legs = List.copyOf(legs);
    }

    static Trip read(JsonPlace trip) {
        return new Trip(
                trip.name(),
                trip.items("legs").stream()
                        .map(leg -> new Leg(
                                leg.text("from").orElseThrow(),
                                leg.text("to").orElseThrow(),
                                Shown.number(leg, "leaves"),
                                Shown.number(leg, "arrives"),
                                Shown.texts(leg.into("riders"))))
                        .toList());
    }

    int driving() {
        return legs.stream().mapToInt(leg -> leg.arrives() - leg.leaves()).sum();
    }

    boolean carries(String person) {
        return legs.stream().anyMatch(leg -> leg.riders().contains(person));
    }

    Json json() {
        return JsonObject.of("driver", Json.of(driver))
                .with(
                        "legs",
                        JsonArray.copyOf(legs.stream()
                                .map(leg -> JsonObject.builder()
                                        .put("from", leg.from())
                                        .put("to", leg.to())
                                        .put("leaves", leg.leaves())
                                        .put("arrives", leg.arrives())
                                        .put("riders", JsonArray.ofStrings(leg.riders()))
                                        .build())
                                .toList()));
    }
}
