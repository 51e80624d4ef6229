package io.patchboard.examples.rides;

import io.patchboard.examples.view.Shown;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import java.util.List;

/**
 * What a vehicle does.
 *
 * @param leaves minutes since midnight; 0 for a vehicle that stays
 * @param arrives at the airport
 */
record Route(String vehicle, int leaves, List<Stop> stops, int arrives, int km) {

    /** Where a passenger is picked up, and when. */
    record Stop(String request, String from, int at) {}

    Route {
        stops = List.copyOf(stops);
    }

    static Route none(String vehicle) {
        return new Route(vehicle, 0, List.of(), 0, 0);
    }

    static Route read(JsonPlace route) {
        return new Route(
                route.text("vehicle").orElseThrow(),
                Shown.number(route, "leaves"),
                route.items("stops").stream()
                        .map(stop -> new Stop(
                                stop.text("request").orElseThrow(),
                                stop.text("from").orElseThrow(),
                                Shown.number(stop, "at")))
                        .toList(),
                Shown.number(route, "arrives"),
                Shown.number(route, "km"));
    }

    boolean carries(String request) {
        return stops.stream().anyMatch(stop -> stop.request().equals(request));
    }

    Json json() {
        return JsonObject.builder()
                .put("vehicle", vehicle)
                .put("leaves", leaves)
                .put(
                        "stops",
                        JsonArray.copyOf(stops.stream()
                                .map(stop -> JsonObject.builder()
                                        .put("request", stop.request())
                                        .put("from", stop.from())
                                        .put("at", stop.at())
                                        .build())
                                .toList()))
                .put("arrives", arrives)
                .put("km", km)
                .build();
    }
}
