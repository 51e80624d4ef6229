package io.patchboard.examples.rides;

import io.patchboard.examples.rides.City.Request;
import io.patchboard.examples.rides.City.Road;
import io.patchboard.examples.rides.City.Vehicle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Routes for some vehicles, while the others keep theirs: of all ways to distribute the passengers, the one that
 * changes the fewest routes, and of those the one with the fewest kilometres. A vehicle leaves as late as it can.
 */
final class RouteSearch {

    private final City city;
    private final List<Vehicle> vehicles;
    private final List<Request> waiting;
    private final Map<String, List<Request>> given = new HashMap<>();
    private Optional<Found> best = Optional.empty();

    /**
     * What is best.
     *
     * @param routes of the vehicles that were asked about
     * @param changed how many of them are other than before
     */
    record Found(Map<String, Route> routes, int changed, int km) {

        private boolean isBetterThan(Found other) {
            return changed < other.changed || changed == other.changed && km < other.km;
        }
    }

    private RouteSearch(City city, List<Vehicle> vehicles) {
        this.city = city;
        this.vehicles = vehicles;
        this.waiting = city.requests().values().stream()
                .filter(request -> city.routes().values().stream()
                        .noneMatch(route -> !vehicles.contains(city.vehicles().get(route.vehicle()))
                                && route.carries(request.name())))
                .toList();
    }

    /**
     * Looks at all ways.
     *
     * @param vehicles whose routes may be changed
     * @return empty if there is no way
     */
    static Optional<Found> of(City city, List<Vehicle> vehicles) {
        RouteSearch search = new RouteSearch(city, vehicles);
        vehicles.forEach(vehicle -> search.given.put(vehicle.name(), new ArrayList<>()));
        search.distribute(0);
        return search.best;
    }

    private void distribute(int next) {
        if (next == waiting.size()) {
            look();
            return;
        }
        for (Vehicle vehicle : vehicles) {
            List<Request> passengers = given.get(vehicle.name());
            if (passengers.size() < vehicle.seats()) {
                passengers.add(waiting.get(next));
                distribute(next + 1);
                passengers.removeLast();
            }
        }
    }

    private void look() {
        Map<String, Route> routes = new TreeMap<>();
        int changed = 0;
        int km = 0;
        for (Vehicle vehicle : vehicles) {
            Optional<Route> route = shortest(vehicle, List.of(), given.get(vehicle.name()));
            if (route.isEmpty()) {
                return;
            }
            routes.put(vehicle.name(), route.get());
            changed += route.get().equals(city.routes().get(vehicle.name())) ? 0 : 1;
            km += route.get().km();
        }
        Found found = new Found(routes, changed, km);
        if (best.isEmpty() || found.isBetterThan(best.get())) {
            best = Optional.of(found);
        }
    }

    /** Of all orders of those who are left behind those who are in. */
    private Optional<Route> shortest(Vehicle vehicle, List<Request> in, List<Request> left) {
        if (left.isEmpty()) {
            return route(vehicle, in);
        }
        Optional<Route> shortest = Optional.empty();
        for (Request next : left) {
            List<Request> longer = new ArrayList<>(in);
            longer.add(next);
            List<Request> fewer = new ArrayList<>(left);
            fewer.remove(next);
            Optional<Route> route = shortest(vehicle, longer, fewer);
            if (route.isPresent()
                    && (shortest.isEmpty() || route.get().km() < shortest.get().km())) {
                shortest = route;
            }
        }
        return shortest;
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
