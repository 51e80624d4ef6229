package io.patchboard.examples.rides;

import io.patchboard.examples.view.Shown;
import io.patchboard.json.JsonPlace;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

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
            return new Road(number(road, "km"), number(road, "minutes"));
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
        Map<String, Request> requests = byName(shown.part("/requests"), City::request);
        shown.part("/requests").members().stream()
                .filter(request -> request.flag("cancelled"))
                .forEach(request -> requests.remove(request.name()));
        return new City(
                number(city, "opens"),
                Road.read(city.into("urban")),
                byName(city.into("airport"), Road::read),
                byName(shown.part("/vehicles"), City::vehicle),
                requests,
                byName(shown.part("/routes"), Route::read),
                shown.number("/now"));
    }

    private static Vehicle vehicle(JsonPlace vehicle) {
        return new Vehicle(
                vehicle.name(), vehicle.text("at").orElseThrow(), number(vehicle, "seats"), number(vehicle, "range"));
    }

    private static Request request(JsonPlace request) {
        return new Request(
                request.name(), request.text("from").orElseThrow(), number(request, "ready"), number(request, "by"));
    }

    /** In the order of their names. */
    private static <T> Map<String, T> byName(JsonPlace members, Function<JsonPlace, T> read) {
        Map<String, T> all = new TreeMap<>();
        members.members().forEach(member -> all.put(member.name(), read.apply(member)));
        return all;
    }

    static int number(JsonPlace place, String name) {
        return place.integer(name).map(Math::toIntExact).orElseThrow();
    }

    /** Whether a vehicle with this route may still be told otherwise. */
    boolean waits(Route route) {
        return route.leaves() == 0 || route.leaves() > now;
    }

    /** The routes when some of them are others. */
    Map<String, Route> with(Map<String, Route> others) {
        Map<String, Route> all = new LinkedHashMap<>(routes);
        all.putAll(others);
        return all;
    }
}
