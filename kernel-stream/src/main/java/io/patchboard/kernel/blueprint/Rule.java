package io.patchboard.kernel.blueprint;

import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.kernel.patch.ChangeKind;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.record.Trigger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A workflow rule: when this happens and the condition holds, that worker is invoked (paper, section 3.6).
 *
 * @param forEach the places that get an invocation each; absent for one invocation
 * @param delay how long after the match the worker is invoked
 * @param batch collects matches; absent if each counts alone
 * @param priority rules with a higher one go first; 0 if nothing is said
 * @param maxConcurrent of this rule's invocations, how many may be open at once; absent for no bound
 * @param pin whether all invocations of one match show the state as it was then
 * @param overlap whether a worker may be invoked for an item while an invocation of it for that item is open
 * @param loopGuards what ends the loops that the rule belongs to; each has to let it through
 */
public record Rule(
        String name,
        On on,
        Optional<CelExpression> when,
        Target invoke,
        Optional<PathPattern> forEach,
        Optional<Duration> delay,
        Optional<Batch> batch,
        long priority,
        Optional<Integer> maxConcurrent,
        boolean pin,
        boolean overlap,
        List<LoopGuard> loopGuards) {

    /**
     * The rule in the trigger of an invocation that a trip of a circuit alone brought about, because the answer that it
     * is about was unsolicited. No rule of a blueprint can have this name.
     */
    public static final String CIRCUIT = "$circuit";

    /**
     * The rule in the trigger of an invocation that undoes what was done, because the board is about to end. No rule of
     * a blueprint can have this name.
     */
    public static final String COMPENSATION = "$compensation";

    static final Rule OF_CIRCUIT = byItself(CIRCUIT);
    static final Rule OF_COMPENSATION = byItself(COMPENSATION);

    private static Rule byItself(String name) {
        return new Rule(
                name,
                new Quiescent(),
                Optional.empty(),
                new Fixed(""),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                false,
                true,
                List.of());
    }

    /** Whether it is what undoes. */
    public static boolean undoes(Trigger trigger) {
        return trigger.rule().equals(COMPENSATION);
    }

    /** Whether no blueprint declares its rule: such a one invites nobody by itself, so nothing waits for it to. */
    public static boolean isOfKernel(Trigger trigger) {
        return trigger.rule().equals(CIRCUIT) || undoes(trigger);
    }

    /** What a rule waits for. */
    public sealed interface On {}

    /** A change of one of these kinds at a place that the pattern names. */
    public record Change(Set<ChangeKind> kinds, PathPattern path) implements On {

        /** Whether what it names is gone. */
        public boolean onlyRemovals() {
            return kinds.size() == 1 && kinds.contains(ChangeKind.REMOVE);
        }
    }

    /** The board began. */
    public record Created() implements On {}

    /** No invocation is open or waiting, and the board is not complete. */
    public record Quiescent() implements On {}

    /**
     * Several changes together.
     *
     * @param needed how many matches make the rule fire
     * @param eachOnce whether they must be one of each part; otherwise any parts will do
     * @param correlate only matches with the same value of this expression belong together; absent if all do
     * @param within a match that is not joined by the others for so long is dropped; absent if it waits for ever
     */
    public record Join(
            List<Change> parts,
            int needed,
            boolean eachOnce,
            Optional<CelExpression> correlate,
            Optional<Duration> within)
            implements On {

        /** The change of this number; absent if there is none, as a restore may say. */
        public Optional<Change> part(long number) {
            return number >= 0 && number < parts.size() ? Optional.of(parts.get((int) number)) : Optional.empty();
        }
    }

    /** Who is invoked. */
    public sealed interface Target {

        /** Every worker that may be meant. */
        List<String> candidates();
    }

    /** Always this worker. */
    public record Fixed(String worker) implements Target {

        @Override
        public List<String> candidates() {
            return List.of(worker);
        }
    }

    /** The worker whose name the expression yields, one of {@code candidates}. */
    public record Chosen(CelExpression choice, List<String> candidates) implements Target {}

    /**
     * Matches that are handled together.
     *
     * @param size as many make a batch; absent for no bound but the age
     * @param age of the oldest match at which the batch is complete, however small; absent for no bound but the size
     */
    public record Batch(Optional<Integer> size, Optional<Duration> age) {}

    /** Whether what it matches is gone when it matches, so that there is no item to look at or to follow afterwards. */
    public boolean onlyRemovals() {
        List<Change> changes = changes();
        for (Change change : changes) {
            if (!change.onlyRemovals()) {
                return false;
            }
        }
        return !changes.isEmpty();
    }

    /** Whether what its invocations are about was removed: an equal path later names something else. */
    public boolean itemIsGone() {
        return forEach.isEmpty() && onlyRemovals();
    }

    /** The changes that this rule listens to; none for events. */
    public List<Change> changes() {
        return switch (on) {
            case Change change -> List.of(change);
            case Join join -> join.parts();
            case Created event -> List.of();
            case Quiescent event -> List.of();
        };
    }

    /** What it joins; absent if it joins nothing. */
    public Optional<Join> join() {
        return on instanceof Join join ? Optional.of(join) : Optional.empty();
    }

    /** The loops that it belongs to, each once, however many of its guards name it. */
    public List<String> loops() {
        return loopGuards.stream().map(LoopGuard::loop).distinct().toList();
    }
}
