package io.patchboard.examples.reunion;

import io.patchboard.examples.reunion.Family.Person;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
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

    private final Family family;
    private final List<Person> drivers;
    private final List<Person> waiting;
    private final Map<String, List<Person>> given = new HashMap<>();
    private Optional<Found> best = Optional.empty();

    /** What is best, of the drivers that were asked about. */
    record Found(Map<String, Trip> trips, int changed, int disliked, int driving, int home) {

        private static final Comparator<Found> ORDER = Comparator.comparingInt(Found::changed)
                .thenComparingInt(Found::disliked)
                .thenComparingInt(Found::driving)
                .thenComparingInt(Found::home);
    }

    private TripSearch(Family family, List<Person> drivers) {
        this.family = family;
        this.drivers = drivers;
        this.waiting = family.people().values().stream()
                .filter(Person::isFetched)
                .filter(person -> family.trips().values().stream()
                        .noneMatch(trip ->
                                !drivers.contains(family.people().get(trip.driver())) && trip.carries(person.name())))
                .toList();
    }

    /**
     * Looks at all ways.
     *
     * @param drivers whose trips may be changed
     * @return empty if there is no way
     */
    static Optional<Found> of(Family family, List<Person> drivers) {
        TripSearch search = new TripSearch(family, drivers);
        drivers.forEach(driver -> search.given.put(driver.name(), new ArrayList<>()));
        search.distribute(0);
        return search.best;
    }

    private void distribute(int next) {
        if (next == waiting.size()) {
            look();
            return;
        }
        for (Person driver : drivers) {
            List<Person> riders = given.get(driver.name());
            riders.add(waiting.get(next));
            distribute(next + 1);
            riders.removeLast();
        }
    }

    private void look() {
        Map<String, Trip> trips = new TreeMap<>();
        int changed = 0;
        int disliked = 0;
        int home = 0;
        for (Person driver : drivers) {
            List<Person> riders = given.get(driver.name());
            Optional<Trip> trip = driver.at().keySet().stream()
                    .flatMap(start -> from(driver, start, List.of(), riders).stream())
                    .min(Comparator.comparingInt(Trip::driving).thenComparingInt(TripSearch::home));
            if (trip.isEmpty()) {
                return;
            }
            trips.put(driver.name(), trip.get());
            changed += trip.get().equals(family.trips().get(driver.name())) ? 0 : 1;
            home += home(trip.get());
            for (Person rider : riders) {
                disliked += rider.prefers().isEmpty() || rider.prefers().equals(driver.name()) ? 0 : 1;
            }
        }
        int driving = trips.values().stream().mapToInt(Trip::driving).sum();
        Found found = new Found(trips, changed, disliked, driving, home);
        if (best.isEmpty() || Found.ORDER.compare(found, best.get()) < 0) {
            best = Optional.of(found);
        }
    }

    private static int home(Trip trip) {
        return trip.legs().isEmpty() ? 0 : trip.legs().getLast().arrives();
    }

    /** Of all orders of those who are left behind those who are in. */
    private List<Trip> from(Person driver, String start, List<Person> in, List<Person> left) {
        if (left.isEmpty()) {
            return trip(driver, start, in).stream().toList();
        }
        List<Trip> trips = new ArrayList<>();
        for (Person next : left) {
            List<Person> longer = new ArrayList<>(in);
            longer.add(next);
            List<Person> fewer = new ArrayList<>(left);
            fewer.remove(next);
            trips.addAll(from(driver, start, longer, fewer));
        }
        return trips;
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
