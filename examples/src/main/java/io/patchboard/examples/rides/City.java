package io.patchboard.examples.rides;

import io.patchboard.examples.view.Shown;
import io.patchboard.json.JsonPlace;
import java.util.Map;

/**
 * Roads, vehicles and passengers. Times are minutes since midnight.
 *
 * @param opens nobody wants to be at the airport before
 * @param urban the road between any two places in town
 * @param airport the roads from there, by place
 * @param requests of those who have not cancelled
 * @param now who has left by then is underway
 */
record City(
        int opens,
        Road urban,
        Map<String, Road> airport,
        Map<String, Vehicle> vehicles,
        Map<String, Request> requests,
        Map<String, Route> routes,
        int now) {

    record Road(int km, int minutes) {

        private static Road read(JsonPlace road) {
            return new Road(Shown.number(road, "km"), Shown.number(road, "minutes"));
        }
    }

    record Vehicle(String name, String at, int seats, int range) {}

    /**
     * Somebody who wants to be driven.
     *
     * @param ready not picked up before
     * @param by at the airport
     */
    record Request(String name, String from, int ready, int by) {}

    static City of(Shown shown) {
        JsonPlace city = shown.part("/city");
        Map<String, Request> requests = Shown.byName(shown.part("/requests"), City::request);
        shown.part("/requests").members().stream()
                .filter(request -> request.flag("cancelled"))
                .forEach(request -> requests.remove(request.name()));
        return new City(
                Shown.number(city, "opens"),
                Road.read(city.into("urban")),
                Shown.byName(city.into("airport"), Road::read),
                Shown.byName(shown.part("/vehicles"), City::vehicle),
                requests,
                Shown.byName(shown.part("/routes"), Route::read),
                shown.number("/now"));
    }

    private static Vehicle vehicle(JsonPlace vehicle) {
        return new Vehicle(
                vehicle.name(),
                vehicle.text("at").orElseThrow(),
                Shown.number(vehicle, "seats"),
                Shown.number(vehicle, "range"));
    }

    private static Request request(JsonPlace request) {
        return new Request(
                request.name(),
                request.text("from").orElseThrow(),
                Shown.number(request, "ready"),
                Shown.number(request, "by"));
    }

    /** Whether a vehicle with this route may still be told otherwise. */
    boolean waits(Route route) {
        return route.leaves() == 0 || route.leaves() > now;
    }
}
