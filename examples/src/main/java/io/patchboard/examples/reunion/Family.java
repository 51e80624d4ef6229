package io.patchboard.examples.reunion;

import io.patchboard.examples.view.Shown;
import io.patchboard.json.JsonPlace;
import java.util.Map;

/**
 * Who comes from where, and what there is to eat. Times are minutes since midnight.
 *
 * @param roads minutes, from and to
 * @param now what has begun by then stays
 */
record Family(
        int dinner,
        Map<String, Map<String, Integer>> roads,
        Map<String, Person> people,
        Map<String, Integer> dishes,
        Map<String, Trip> trips,
        int now) {

    static final String HOME = "home";

    /**
     * One of them.
     *
     * @param at where one can be, and from when
     * @param needs minutes there before one can go on
     * @param patience how long one waits to be fetched, at most
     * @param prefers by whom; empty if it does not matter
     */
    record Person(String name, Map<String, Integer> at, int needs, boolean drives, int patience, String prefers) {

        boolean isFetched() {
            return !drives && !at.containsKey(HOME);
        }

        int ready(String place) {
            return at.get(place) + needs;
        }
    }

    static Family of(Shown shown) {
        return new Family(
                shown.number("/dinner"),
                Shown.byName(shown.part("/roads"), from -> Shown.byName(from, Shown::whole)),
                Shown.byName(shown.part("/people"), Family::person),
                Shown.byName(shown.part("/dishes"), Shown::whole),
                Shown.byName(shown.part("/trips"), Trip::read),
                shown.number("/now"));
    }

    private static Person person(JsonPlace person) {
        return new Person(
                person.name(),
                Shown.byName(person.into("at"), Shown::whole),
                Shown.number(person, "needs"),
                person.flag("drives"),
                Shown.number(person, "patience"),
                person.text("prefers").orElse(""));
    }

    int road(String from, String to) {
        return from.equals(to) ? 0 : roads.get(from).get(to);
    }
}
