package io.patchboard.standalone.chaos;

import io.patchboard.standalone.chaos.Draws.Surroundings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Draws what happens, one round after the other: often one fault, often up to three that overlap, and of each role
 * one at most, so that two of three brokers are always there.
 */
final class Schedule {

    /** A fault, and how long after the beginning of its round it comes. */
    record Timed(Fault fault, Duration after) {}

    private static final int MOST_DRAWS = 1_000;
    private static final int MOST_OFFSET_MILLIS = 3_000;
    private static final int LONGEST_SECONDS = 15;

    private final Random random;
    private final Map<Role, Draws> draws = new EnumMap<>(Role.class);

    Schedule(Random random, Surroundings surroundings) {
        this.random = random;
        for (Role role : Role.values()) {
            draws.put(role, new Draws(random, role.names(), LONGEST_SECONDS, surroundings));
        }
    }

    /** @param most faults of the round */
    List<Timed> round(int most) {
        int count = Math.min(most, Math.max(1, random.nextInt(5) - 1)); // 1 in three of five rounds, 2, 3
        List<Timed> round = new ArrayList<>();
        for (Role role : shuffledRoles().subList(0, count)) {
            Duration after = Duration.ofMillis(count == 1 ? 0 : random.nextInt(MOST_OFFSET_MILLIS));
            round.add(new Timed(draws.get(role).next(), after));
        }
        return round;
    }

    private List<Role> shuffledRoles() {
        List<Role> roles = new ArrayList<>(List.of(Role.values()));
        Collections.shuffle(roles, random);
        return roles;
    }

    /**
     * A round of one fault, of a kind whose name has that text.
     *
     * @throws IllegalArgumentException if there is none
     */
    List<Timed> only(String text) {
        Set<String> kinds = new TreeSet<>();
        for (int i = 0; i < MOST_DRAWS; i++) {
            Fault fault = draws.get(shuffledRoles().get(0)).next();
            if (fault.kind().contains(text)) {
                return List.of(new Timed(fault, Duration.ZERO));
            }
            kinds.add(fault.kind());
        }
        throw new IllegalArgumentException("Expected a part of one of " + kinds + ", but got \"" + text + "\".");
    }
}
