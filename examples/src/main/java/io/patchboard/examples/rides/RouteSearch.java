package io.patchboard.examples.rides;

import io.patchboard.examples.plan.Ways;
import io.patchboard.examples.rides.City.Request;
import io.patchboard.examples.rides.City.Road;
import io.patchboard.examples.rides.City.Vehicle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Routes for some vehicles, while the others keep theirs: of all ways to distribute the passengers, the one that
 * changes the fewest routes, and of those the one with the fewest kilometres. A vehicle leaves as late as it can.
 */
final class RouteSearch {
    private static final Comparator<Found> ORDER =
            Comparator.comparingInt(Found::changed).thenComparingInt(Found::km);

    private final City city;

    /**
     * What is best.
     *
     * @param routes of the vehicles that were asked about
     * @param changed how many of them are other than before
     */
    record Found(Map<String, Route> routes, int changed, int km) {}

    private RouteSearch(City city) {
        this.city = city;
    }

    /**
     * Looks at all ways.
     *
     * @param vehicles whose routes may be changed
     * @return empty if there is no way
     */
    static Optional<Found> of(City city, List<Vehicle> vehicles) {
        List<Request> waiting = city.requests().values().stream()
                .filter(request -> city.routes().values().stream()
                        .noneMatch(route -> !vehicles.contains(city.vehicles().get(route.vehicle()))
                                && route.carries(request.name())))
                .toList();
        RouteSearch search = new RouteSearch(city);
        return Ways.distributions(vehicles, waiting, Vehicle::seats)
                .flatMap(way -> search.look(way).stream())
                .min(ORDER);
    }

    private Optional<Found> look(Map<Vehicle, List<Request>> way) {
        Map<String, Route> routes = new TreeMap<>();
        int changed = 0;
        int km = 0;
        for (var given : way.entrySet()) {
            Vehicle vehicle = given.getKey();
            Optional<Route> route = Ways.orders(given.getValue())
                    .flatMap(order -> route(vehicle, order).stream())
                    .min(Comparator.comparingInt(Route::km));
            if (route.isEmpty()) {
                return Optional.empty();
            }
            routes.put(vehicle.name(), route.get());
            changed += route.get().equals(city.routes().get(vehicle.name())) ? 0 : 1;
            km += route.get().km();
        }
        return Optional.of(new Found(routes, changed, km));
    }

    /** As late as it can: so whoever is not ready then cannot be picked up on this way at all. */
    private Optional<Route> route(Vehicle vehicle, List<Request> passengers) {
        if (passengers.isEmpty()) {
            return Optional.of(Route.none(vehicle.name()));
        }
        int arrives = passengers.stream().mapToInt(Request::by).min().orElseThrow();
        Road last = city.airport().get(passengers.getLast().from());
        int time = arrives - last.minutes();
        int km = last.km();
        List<Route.Stop> stops = new ArrayList<>();
        for (int i = passengers.size() - 1; i >= 0; i--) {
            Request request = passengers.get(i);
            if (time < request.ready()) {
                return Optional.empty();
            }
            stops.addFirst(new Route.Stop(request.name(), request.from(), time));
            String before = i == 0 ? vehicle.at() : passengers.get(i - 1).from();
            if (!before.equals(request.from())) {
                time -= city.urban().minutes();
                km += city.urban().km();
            }
        }
        boolean goes = arrives >= city.opens() && time >= city.now() && time > 0 && km <= vehicle.range();
        return goes ? Optional.of(new Route(vehicle.name(), time, stops, arrives, km)) : Optional.empty();
    }
}
