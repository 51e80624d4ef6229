package io.patchboard.kernel.circuit;

import io.patchboard.kernel.blueprint.CircuitPolicy;
import io.patchboard.record.CircuitTripped.Detector;
import io.patchboard.record.CircuitTripped.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Detectors of states that come back, and of commits that cause each other over and over. */
final class Repetition {

    /** How many times as often somebody may do the same who was not asked to. */
    private static final int UNASKED = 2;

    private Repetition() {}

    static Optional<Trip> ofState(SeenStates states, CircuitPolicy.RepeatedState policy) {
        if (states.isEmpty()) {
            return Optional.empty();
        }
        long present = states.hash(states.size() - 1);
        int returns = 0;
        for (int i = states.size() - 2; i >= 0; i--) {
            returns += states.hash(i) == present ? 1 : 0;
        }
        if (returns < policy.times()) {
            return Optional.empty();
        }
        List<Long> seen = states.stream()
                .filter(state -> state.hash() == present)
                .map(SeenState::sequence)
                .toList();
        return Optional.of(Trip.board(
                Detector.REPEATED_STATE,
                "Expected a state to come back less than " + policy.times() + " times within " + policy.window()
                        + " versions, but this one came back " + returns + " times.",
                seen));
    }

    /**
     * Follows the newest commit back to what caused it, to what caused that, and so on. What happened beside, for other
     * reasons, is not on that way: honest work neither hides a cycle, nor is a coordinator who takes turns in one, as
     * long as new contributions lead from turn to turn.
     */
    static Optional<Trip> ofCommits(Links commits, CircuitPolicy.Cycle policy) {
        if (!comesBack(commits, policy.maxPeriod() + 1)) {
            return Optional.empty();
        }
        List<Link> chain = chain(commits, longest(policy));
        int repeats = repeats(chain, policy);
        for (int period = 1; period <= policy.maxPeriod(); period++) {
            int length = period * repeats;
            if (length <= chain.size() && repeats(chain, period, length)) {
                List<Link> cycle = chain.subList(0, length);
                return isFruitful(cycle, commits) ? Optional.empty() : Optional.of(trip(cycle, period, repeats));
            }
        }
        return Optional.empty();
    }

    /**
     * Whether the newest commit did what one of those before it did, as in every cycle, of which there are at least two
     * rounds, and rarely in honest work.
     */
    private static boolean comesBack(Links commits, int most) {
        int newest = commits.size() - 1;
        long wanted = newest < 0 ? 0 : commits.cause(newest);
        int followed = 1;
        for (int i = newest - 1; i >= 0 && followed < most && commits.sequence(i) >= wanted; i--) {
            if (commits.sequence(i) == wanted) {
                if (commits.signature(i) == commits.signature(newest)) {
                    return true;
                }
                wanted = commits.cause(i);
                followed++;
            }
        }
        return false;
    }

    /** Who speaks unasked may have reasons that the board does not know, and is given twice as many rounds. */
    private static int repeats(List<Link> chain, CircuitPolicy.Cycle policy) {
        boolean unasked = !chain.isEmpty() && !chain.get(0).invited();
        return unasked ? UNASKED * policy.repeats() : policy.repeats();
    }

    /** The longest chain that is looked at, in commits. */
    static int longest(CircuitPolicy.Cycle policy) {
        return policy.maxPeriod() * policy.repeats() * UNASKED;
    }

    /**
     * Answers that changed nothing and led to each other, as on a board that is quiet again after each of them. Honest
     * work beside does not hide them.
     *
     * @param most of one worker's or chain's answers in a row
     */
    static Optional<Trip> ofNoOps(List<Link> commits, int most) {
        List<Link> idle =
                chain(commits, commits.size()).stream().takeWhile(Link::idle).toList();
        boolean unasked = !idle.isEmpty() && !idle.get(0).invited();
        int threshold = unasked ? UNASKED * most : most;
        if (idle.size() < threshold) {
            return Optional.empty();
        }
        String author = idle.get(0).author();
        String message = "Expected "
                + (unasked ? "worker \"" + author + "\", unasked," : "answers that lead to each other")
                + " to change the state within " + threshold + " commits, but " + idle.size()
                + " in a row changed nothing.";
        return Optional.of(new Trip(
                Detector.NO_OP_STREAK,
                unasked ? Scope.WORKER : Scope.BOARD,
                unasked ? Optional.of(author) : Optional.empty(),
                Optional.empty(),
                message,
                sequences(idle)));
    }

    /** Newest first. A cause is always older than what it caused, so one walk back finds them all. */
    private static List<Link> chain(List<Link> commits, int most) {
        List<Link> chain = new ArrayList<>();
        long wanted = commits.isEmpty() ? 0 : commits.get(commits.size() - 1).sequence();
        for (int i = commits.size() - 1; i >= 0 && chain.size() < most; i--) {
            Link link = commits.get(i);
            if (link.sequence() < wanted) {
                return chain;
            }
            if (link.sequence() == wanted) {
                chain.add(link);
                wanted = link.cause();
            }
        }
        return chain;
    }

    private static boolean repeats(List<Link> chain, int period, int length) {
        for (int i = period; i < length; i++) {
            if (chain.get(i).signature() != chain.get(i - period).signature()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Of those who propose unasked nobody knows what caused what. If what they repeat makes others contribute something
     * new, it may be a coordinator from outside who gives the turn to one after the other.
     */
    private static boolean isFruitful(List<Link> cycle, List<Link> commits) {
        if (cycle.stream().allMatch(Link::invited)) {
            return false;
        }
        Set<Long> members = new HashSet<>();
        cycle.forEach(link -> members.add(link.sequence()));
        Map<Long, Integer> counts = new HashMap<>();
        commits.forEach(link -> counts.merge(link.signature(), 1, Integer::sum));
        return commits.stream()
                .anyMatch(link -> link.invited()
                        && members.contains(link.cause())
                        && !members.contains(link.sequence())
                        && counts.get(link.signature()) == 1);
    }

    private static Trip trip(List<Link> cycle, int period, int repeats) {
        String what =
                period == 1 ? "the same commit caused itself" : "the same " + period + " commits caused each other";
        return Trip.board(
                Detector.CYCLE,
                "Expected commits to lead to something new within " + repeats + " rounds, but " + what + " " + repeats
                        + " times in a row.",
                sequences(cycle));
    }

    /** Oldest first. */
    private static List<Long> sequences(List<Link> chain) {
        return chain.stream().map(Link::sequence).sorted().toList();
    }
}
