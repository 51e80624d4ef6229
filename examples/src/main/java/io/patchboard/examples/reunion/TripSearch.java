package io.patchboard.examples.reunion;

import io.patchboard.examples.plan.Ways;
import io.patchboard.examples.reunion.Family.Person;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Trips of some drivers, while the others keep theirs: of all ways to distribute those who are fetched, the one that
 * changes the fewest trips; then the one in which most are fetched by whom they prefer; then the one with the least
 * driving; then the earliest.
 */
final class TripSearch {
    private static final Comparator<Found> ORDER = Comparator.comparingInt(Found::changed)
            .thenComparingInt(Found::disliked)
            .thenComparingInt(Found::driving)
            .thenComparingInt(Found::home);

    private final Family family;

    /** What is best, of the drivers that were asked about. */
    record Found(Map<String, Trip> trips, int changed, int disliked, int driving, int home) {}

    private TripSearch(Family family) {
        this.family = family;
    }

    /**
     * Looks at all ways.
     *
     * @param drivers whose trips may be changed
     * @return empty if there is no way
     */
    static Optional<Found> of(Family family, List<Person> drivers) {
        List<Person> waiting = family.people().values().stream()
                .filter(Person::isFetched)
                .filter(person -> family.trips().values().stream()
                        .noneMatch(trip ->
                                !drivers.contains(family.people().get(trip.driver())) && trip.carries(person.name())))
                .toList();
        TripSearch search = new TripSearch(family);
        return Ways.distributions(drivers, waiting, driver -> waiting.size())
                .flatMap(way -> search.look(way).stream())
                .min(ORDER);
    }

    private Optional<Found> look(Map<Person, List<Person>> way) {
        Map<String, Trip> trips = new TreeMap<>();
        int changed = 0;
        int disliked = 0;
        int home = 0;
        for (var given : way.entrySet()) {
            Person driver = given.getKey();
            Optional<Trip> trip = driver.at().keySet().stream()
                    .flatMap(start ->
                            Ways.orders(given.getValue()).flatMap(order -> trip(driver, start, order).stream()))
                    .min(Comparator.comparingInt(Trip::driving).thenComparingInt(TripSearch::home));
            if (trip.isEmpty()) {
                return Optional.empty();
            }
            trips.put(driver.name(), trip.get());
            changed += trip.get().equals(family.trips().get(driver.name())) ? 0 : 1;
            home += home(trip.get());
            for (Person rider : given.getValue()) {
                disliked += rider.prefers().isEmpty() || rider.prefers().equals(driver.name()) ? 0 : 1;
            }
        }
        int driving = trips.values().stream().mapToInt(Trip::driving).sum();
        return Optional.of(new Found(trips, changed, disliked, driving, home));
    }

    private static int home(Trip trip) {
        return trip.legs().isEmpty() ? 0 : trip.legs().getLast().arrives();
    }

    /** As early as it can; who is fetched is where he is first. */
    private Optional<Trip> trip(Person driver, String start, List<Person> riders) {
        List<Trip.Leg> legs = new ArrayList<>();
        List<String> aboard = new ArrayList<>();
        String place = start;
        int time = driver.ready(start);
        for (Person rider : riders) {
            String next = rider.at().keySet().iterator().next();
            time = go(legs, place, next, time, aboard);
            place = next;
            time = Math.max(time, rider.ready(place));
            if (time > rider.ready(place) + rider.patience()) {
                return Optional.empty();
            }
            aboard.add(rider.name());
        }
        time = go(legs, place, Family.HOME, time, aboard);
        boolean begun = legs.stream().anyMatch(leg -> leg.leaves() < family.now());
        return time > family.dinner() || begun ? Optional.empty() : Optional.of(new Trip(driver.name(), legs));
    }

    private int go(List<Trip.Leg> legs, String from, String to, int leaves, List<String> aboard) {
        if (from.equals(to)) {
            return leaves;
        }
        int arrives = leaves + family.road(from, to);
        legs.add(new Trip.Leg(from, to, leaves, arrives, aboard));
        return arrives;
    }
}
