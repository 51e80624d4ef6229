package io.patchboard.standalone.chaos;

import io.patchboard.standalone.chaos.Fault.ClockJump;
import io.patchboard.standalone.chaos.Fault.Cut;
import io.patchboard.standalone.chaos.Fault.Election;
import io.patchboard.standalone.chaos.Fault.Freeze;
import io.patchboard.standalone.chaos.Fault.FullDisk;
import io.patchboard.standalone.chaos.Fault.Kill;
import io.patchboard.standalone.chaos.Fault.LoseController;
import io.patchboard.standalone.chaos.Fault.Restart;
import io.patchboard.standalone.chaos.Fault.Slow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Draws what happens, one round after the other: often one fault, often up to three that overlap, and of each role
 * one at most, so that two of three brokers are always there. Each kind of a role has its turn before one comes again.
 */
final class Schedule {

    /** A fault, and how long after the beginning of its round it comes. */
    record Timed(Fault fault, Duration after) {}

    private static final int MOST_DRAWS = 1_000;
    private static final int MOST_OFFSET_MILLIS = 3_000;
    private static final double SHORTEST_FREEZE_SECONDS = 1;
    private static final double LONGEST_FREEZE_SECONDS = 30;
    private static final int LONGEST_CUT_SECONDS = 15;
    private static final int LONGEST_ABSENCE_SECONDS = 15;
    private static final int MOST_KILOBITS = 4_000;
    private static final int LEAST_KILOBITS = 500;
    private static final int MOST_SECONDS_AHEAD = 30;

    private final Random random;
    private final List<String> hosts;
    private final boolean clocksJump;
    private final Map<Role, Queue<Supplier<Fault>>> bags = new EnumMap<>(Role.class);

    /** @param hosts of the network: what somebody is cut off from */
    Schedule(Random random, List<String> hosts, boolean clocksJump) {
        this.random = random;
        this.hosts = hosts;
        this.clocksJump = clocksJump;
    }

    /** @param most faults of the round */
    List<Timed> round(int most) {
        int count = Math.min(most, Math.max(1, random.nextInt(5) - 1)); // 1 in three of five rounds, 2, 3
        List<Role> roles = new ArrayList<>(List.of(Role.values()));
        Collections.shuffle(roles, random);
        List<Timed> round = new ArrayList<>();
        for (Role role : roles.subList(0, count)) {
            Duration after = Duration.ofMillis(count == 1 ? 0 : random.nextInt(MOST_OFFSET_MILLIS));
            round.add(new Timed(draw(role), after));
        }
        return round;
    }

    /**
     * A round of one fault, of a kind whose name has that text.
     *
     * @throws IllegalArgumentException if there is none
     */
    List<Timed> only(String text) {
        Set<String> kinds = new TreeSet<>();
        for (int i = 0; i < MOST_DRAWS; i++) {
            Fault fault = draw(any(List.of(Role.values())));
            if (fault.kind().contains(text)) {
                return List.of(new Timed(fault, Duration.ZERO));
            }
            kinds.add(fault.kind());
        }
        throw new IllegalArgumentException("Expected a part of one of " + kinds + ", but got \"" + text + "\".");
    }

    private Fault draw(Role role) {
        Queue<Supplier<Fault>> bag = bags.computeIfAbsent(role, any -> new ArrayDeque<>());
        if (bag.isEmpty()) {
            List<Supplier<Fault>> all = kinds(role);
            Collections.shuffle(all, random);
            bag.addAll(all);
        }
        return bag.remove().get();
    }

    private List<Supplier<Fault>> kinds(Role role) {
        List<Supplier<Fault>> kinds = new ArrayList<>(List.of(
                () -> new Kill(node(role), seconds(LONGEST_ABSENCE_SECONDS)),
                () -> new Freeze(node(role), freeze()),
                () -> cutOff(node(role), true, true),
                () -> oneWay(node(role)),
                () -> apart(role, true, true),
                () -> random.nextBoolean() ? apart(role, true, false) : apart(role, false, true),
                () -> new Slow(node(role), kilobits(), seconds(LONGEST_CUT_SECONDS))));
        if (role == Role.BROKER) {
            kinds.add(() -> new LoseController(seconds(LONGEST_ABSENCE_SECONDS)));
            kinds.add(() -> new Restart(node(role)));
            kinds.add(() -> new FullDisk(node(role), seconds(LONGEST_CUT_SECONDS)));
            kinds.add(Election::new);
        } else {
            kinds.add(() -> new Kill(node(role), seconds(LONGEST_ABSENCE_SECONDS)));
            if (clocksJump) {
                kinds.add(() -> new ClockJump(node(role), ahead(), seconds(LONGEST_CUT_SECONDS)));
            }
        }
        return kinds;
    }

    private Cut oneWay(String node) {
        boolean from = random.nextBoolean();
        return cutOff(node, from, !from);
    }

    private Cut cutOff(String node, boolean from, boolean to) {
        List<String> others = hosts.stream().filter(host -> !host.equals(node)).toList();
        return new Cut(node, others, from, to, seconds(LONGEST_CUT_SECONDS));
    }

    /** From one broker, while both reach all others. */
    private Cut apart(Role role, boolean from, boolean to) {
        String node = node(role);
        List<String> brokers = new ArrayList<>(Role.BROKER.names());
        brokers.remove(node);
        return new Cut(
                node, List.of(brokers.get(random.nextInt(brokers.size()))), from, to, seconds(LONGEST_CUT_SECONDS));
    }

    private String node(Role role) {
        return any(role.names());
    }

    private <T> T any(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    private Duration seconds(int most) {
        return Duration.ofMillis(1_000 + random.nextInt(1_000 * (most - 1)));
    }

    /** Of each order of magnitude equally many: what takes long is rare, as it takes long. */
    private Duration freeze() {
        double seconds = SHORTEST_FREEZE_SECONDS
                * Math.pow(LONGEST_FREEZE_SECONDS / SHORTEST_FREEZE_SECONDS, random.nextDouble());
        return Duration.ofMillis((long) (1_000 * seconds));
    }

    private int kilobits() {
        return LEAST_KILOBITS + random.nextInt(MOST_KILOBITS - LEAST_KILOBITS);
    }

    private Duration ahead() {
        int seconds = 1 + random.nextInt(MOST_SECONDS_AHEAD);
        return Duration.ofSeconds(random.nextBoolean() ? seconds : -seconds);
    }
}
