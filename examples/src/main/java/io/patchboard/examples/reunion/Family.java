package io.patchboard.examples.reunion;

import io.patchboard.examples.view.Shown;
import io.patchboard.json.JsonPlace;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

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
                byName(shown.part("/roads"), from -> byName(from, Family::minutes)),
                byName(shown.part("/people"), Family::person),
                byName(shown.part("/dishes"), Family::minutes),
                byName(shown.part("/trips"), Trip::read),
                shown.number("/now"));
    }

    private static Person person(JsonPlace person) {
        return new Person(
                person.name(),
                byName(person.into("at"), Family::minutes),
                number(person, "needs"),
                person.flag("drives"),
                number(person, "patience"),
                person.text("prefers").orElse(""));
    }

    private static int minutes(JsonPlace number) {
        return number.amount().orElseThrow().intValueExact();
    }

    /** In the order of their names. */
    static <T> Map<String, T> byName(JsonPlace members, Function<JsonPlace, T> read) {
        Map<String, T> all = new TreeMap<>();
        members.members().forEach(member -> all.put(member.name(), read.apply(member)));
        return all;
    }

    static int number(JsonPlace place, String name) {
        return minutes(place.into(name));
    }

    int road(String from, String to) {
        return from.equals(to) ? 0 : roads.get(from).get(to);
    }
}
