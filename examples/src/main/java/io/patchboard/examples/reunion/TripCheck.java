package io.patchboard.examples.reunion;

import io.patchboard.examples.reunion.Family.Person;
import io.patchboard.examples.view.Shown;
import io.patchboard.json.JsonPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is wrong with a plan, by code that shares nothing with what made it: it goes along. */
final class TripCheck {

    private final Family family;
    private final Map<String, Integer> home = new HashMap<>();
    private final List<String> faults = new ArrayList<>();

    private TripCheck(Family family) {
        this.family = family;
    }

    /** @param driving minutes that the plan says it takes in all */
    static List<String> faults(Family family, Shown shown, int driving) {
        TripCheck check = new TripCheck(family);
        family.people().values().stream()
                .filter(person -> person.at().containsKey(Family.HOME))
                .forEach(person -> check.home.put(person.name(), person.ready(Family.HOME)));
        family.trips().values().forEach(check::follow);
        for (String person : family.people().keySet()) {
            int comes = check.home.getOrDefault(person, Integer.MAX_VALUE);
            if (comes > family.dinner()) {
                check.faults.add(person + " is not at home for dinner.");
            }
        }
        int total = family.trips().values().stream().mapToInt(Trip::driving).sum();
        if (total != driving) {
            check.faults.add("The plan says " + driving + " minutes, but its trips come to " + total + ".");
        }
        check.kitchen(Shown.byName(shown.part("/cooking"), cooking -> cooking));
        return check.faults;
    }

    private void follow(Trip trip) {
        Person driver = family.people().get(trip.driver());
        Map<String, Integer> here = new TreeMap<>(Map.of(trip.driver(), 0));
        for (int i = 0; i < trip.legs().size(); i++) {
            Trip.Leg leg = trip.legs().get(i);
            if (i == 0) {
                begin(driver, leg);
                home.remove(trip.driver());
            } else if (!leg.from().equals(trip.legs().get(i - 1).to())
                    || leg.leaves() < trip.legs().get(i - 1).arrives()) {
                faults.add(trip.driver() + " is not at " + leg.from() + " at " + leg.leaves() + ".");
            }
            if (leg.arrives() - leg.leaves() < family.road(leg.from(), leg.to())) {
                faults.add(trip.driver() + " is too fast from " + leg.from() + " to " + leg.to() + ".");
            }
            for (String rider : leg.riders()) {
                if (here.putIfAbsent(rider, leg.leaves()) == null) {
                    meet(family.people().get(rider), leg);
                }
            }
            here.keySet().retainAll(with(trip.driver(), leg.riders()));
            if (leg.to().equals(Family.HOME)) {
                here.keySet().forEach(person -> home.merge(person, leg.arrives(), Math::max));
            }
        }
    }

    private static List<String> with(String driver, List<String> riders) {
        List<String> all = new ArrayList<>(riders);
        all.add(driver);
        return all;
    }

    private void begin(Person driver, Trip.Leg leg) {
        if (!driver.at().containsKey(leg.from()) || leg.leaves() < driver.ready(leg.from())) {
            faults.add(driver.name() + " cannot leave " + leg.from() + " at " + leg.leaves() + ".");
        }
    }

    private void meet(Person rider, Trip.Leg leg) {
        if (!rider.at().containsKey(leg.from())
                || leg.leaves() < rider.ready(leg.from())
                || leg.leaves() > rider.ready(leg.from()) + rider.patience()) {
            faults.add(rider.name() + " does not get in at " + leg.from() + " at " + leg.leaves() + ".");
        }
    }

    private void kitchen(Map<String, JsonPlace> cooking) {
        family.dishes().forEach((dish, minutes) -> {
            JsonPlace cooks = cooking.get(dish);
            if (cooks == null) {
                faults.add("Nobody cooks " + dish + ".");
                return;
            }
            int from = Shown.number(cooks, "from");
            int to = Shown.number(cooks, "to");
            String cook = cooks.text("cook").orElse("");
            if (to - from < minutes || to > family.dinner()) {
                faults.add(dish + " is not done for dinner.");
            }
            Trip away = family.trips().get(cook);
            if (!family.people().containsKey(cook)
                    || !family.people().get(cook).at().containsKey(Family.HOME)
                    || away != null
                            && away.legs().stream().anyMatch(leg -> leg.leaves() < to && leg.arrives() > from)) {
                faults.add("Nobody minds " + dish + ".");
            }
        });
    }
}
