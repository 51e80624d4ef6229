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
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.function.Supplier;

/** Draws faults of some processes of one role. Each kind has its turn before one comes again. */
final class Draws {

    private static final double SHORTEST_FREEZE_SECONDS = 1;
    private static final double LONGEST_FREEZE_SECONDS = 30;
    private static final int MOST_KILOBITS = 4_000;
    private static final int LEAST_KILOBITS = 500;
    private static final int MOST_SECONDS_AHEAD = 30;

    /** @param hosts of the network: what somebody is cut off from */
    record Surroundings(List<String> hosts, boolean clocksJump) {}

    private final Random random;
    private final List<String> nodes;
    private final int longestSeconds;
    private final Surroundings surroundings;
    private final Queue<Supplier<Fault>> bag = new ArrayDeque<>();

    /**
     * @param nodes whom something happens to, all of one role
     * @param longestSeconds of cuts and absences
     */
    Draws(Random random, List<String> nodes, int longestSeconds, Surroundings surroundings) {
        this.random = random;
        this.nodes = nodes;
        this.longestSeconds = longestSeconds;
        this.surroundings = surroundings;
    }

    Fault next() {
        if (bag.isEmpty()) {
            List<Supplier<Fault>> all = kinds();
            Collections.shuffle(all, random);
            bag.addAll(all);
        }
        return bag.remove().get();
    }

    private List<Supplier<Fault>> kinds() {
        List<Supplier<Fault>> kinds = new ArrayList<>(List.of(
                () -> new Kill(node(), seconds()),
                () -> new Freeze(node(), freeze()),
                () -> cutOff(node(), true, true),
                () -> oneWay(node()),
                () -> apart(true, true),
                () -> random.nextBoolean() ? apart(true, false) : apart(false, true),
                () -> new Slow(node(), kilobits(), seconds())));
        if (Role.of(nodes.get(0)) == Role.BROKER) {
            kinds.add(() -> new LoseController(seconds()));
            kinds.add(() -> new Restart(node()));
            kinds.add(() -> new FullDisk(node(), seconds()));
            kinds.add(Election::new);
        } else {
            kinds.add(() -> new Kill(node(), seconds()));
            if (surroundings.clocksJump()) {
                kinds.add(() -> new ClockJump(node(), ahead(), seconds()));
            }
        }
        return kinds;
    }

    private Cut oneWay(String node) {
        boolean from = random.nextBoolean();
        return cutOff(node, from, !from);
    }

    private Cut cutOff(String node, boolean from, boolean to) {
        List<String> others =
                surroundings.hosts().stream().filter(host -> !host.equals(node)).toList();
        return new Cut(node, others, from, to, seconds());
    }

    /** From one broker, while both reach all others. */
    private Cut apart(boolean from, boolean to) {
        String node = node();
        List<String> brokers = new ArrayList<>(Role.BROKER.names());
        brokers.remove(node);
        return new Cut(node, List.of(any(brokers)), from, to, seconds());
    }

    private String node() {
        return any(nodes);
    }

    private <T> T any(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    private Duration seconds() {
        return Duration.ofMillis(1_000 + random.nextInt(1_000 * (longestSeconds - 1)));
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
