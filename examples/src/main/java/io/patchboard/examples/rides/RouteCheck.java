package io.patchboard.examples.rides;

import io.patchboard.examples.rides.City.Request;
import io.patchboard.examples.rides.City.Road;
import io.patchboard.examples.rides.City.Vehicle;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with routes, by code that shares nothing with what made them: it drives them. */
final class RouteCheck {

    private RouteCheck() {}

    /** @param km that the plan says it takes in all */
    static List<String> faults(City city, int km) {
        List<String> faults = new ArrayList<>();
        int total = 0;
        for (Vehicle vehicle : city.vehicles().values()) {
            Route route = city.routes().getOrDefault(vehicle.name(), Route.none(vehicle.name()));
            if (!route.stops().isEmpty()) {
                drive(city, vehicle, route, faults);
            }
            total += route.km();
        }
        for (Request request : city.requests().values()) {
            long rides = city.routes().values().stream()
                    .flatMap(route -> route.stops().stream())
                    .filter(stop -> stop.request().equals(request.name()))
                    .count();
            if (rides != 1) {
                faults.add(request.name() + " is picked up " + rides + " times.");
            }
        }
        if (total != km) {
            faults.add("The plan says " + km + " km, but its routes come to " + total + ".");
        }
        return faults;
    }

    private static void drive(City city, Vehicle vehicle, Route route, List<String> faults) {
        String place = vehicle.at();
        int time = route.leaves();
        int km = 0;
        int latest = Integer.MAX_VALUE;
        if (route.stops().size() > vehicle.seats()) {
            faults.add(vehicle.name() + " has " + vehicle.seats() + " seats.");
        }
        for (Route.Stop stop : route.stops()) {
            Road road = place.equals(stop.from()) ? new Road(0, 0) : city.urban();
            time += road.minutes();
            km += road.km();
            place = stop.from();
            Request request = city.requests().get(stop.request());
            if (request == null || !request.from().equals(place)) {
                faults.add(vehicle.name() + " finds nobody called " + stop.request() + " at " + place + ".");
                return;
            }
            if (stop.at() < Math.max(time, request.ready())) {
                faults.add(vehicle.name() + " cannot pick up " + stop.request() + " before "
                        + Math.max(time, request.ready()) + ".");
            }
            time = Math.max(time, stop.at());
            latest = Math.min(latest, request.by());
        }
        time += city.airport().get(place).minutes();
        km += city.airport().get(place).km();
        if (time > route.arrives() || route.arrives() < city.opens() || route.arrives() > latest) {
            faults.add(vehicle.name() + " is at the airport at " + Math.max(time, route.arrives()) + ", and not by "
                    + latest + ".");
        }
        if (km != route.km() || km > vehicle.range()) {
            faults.add(vehicle.name() + " goes " + km + " km, says " + route.km() + " and can go " + vehicle.range()
                    + ".");
        }
    }
}
