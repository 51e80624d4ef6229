package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.blueprint.CircuitPolicy.Cycle;
import io.patchboard.kernel.blueprint.CircuitPolicy.Lookout;
import io.patchboard.kernel.blueprint.CircuitPolicy.RepeatedState;
import io.patchboard.kernel.blueprint.CircuitPolicy.SameRejection;
import io.patchboard.kernel.blueprint.CircuitPolicy.Streak;
import io.patchboard.record.CircuitTripped.Action;
import io.patchboard.record.Word;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Compiles {@code circuit}: what is left out has its default. */
final class CircuitCompiler {

    /** How much more the board as a whole may do than one worker, where a blueprint gives one number for all. */
    private static final int BOARD_FACTOR = 4;

    private static final int DEFAULT_SAME_WINDOW = 20;

    private final Parts parts;
    private final Problems problems;
    private final Collection<String> workers;

    CircuitCompiler(Parts parts, Collection<String> workers) {
        this.parts = parts;
        this.problems = parts.problems();
        this.workers = workers;
    }

    CircuitPolicy compile(Optional<JsonPlace> circuit) {
        CircuitPolicy fallback = CircuitPolicy.DEFAULT;
        if (circuit.isEmpty()) {
            return fallback;
        }
        JsonPlace node = circuit.get();
        if (node.text().filter(CircuitPolicy.STRICT_WORD::equals).isPresent()) {
            return CircuitPolicy.STRICT;
        }
        Optional<JsonPlace> noOp = node.child("noOpStreak");
        return new CircuitPolicy(
                streak(node.child("invalidStreak"), fallback.invalidStreak()),
                streak(noOp, fallback.noOpStreak()),
                noOp.map(CircuitCompiler::counting).orElse(fallback.counting()),
                same(node.child("sameRejection"), fallback.sameRejection()),
                repeated(node.child("repeatedState"), fallback.repeatedState()),
                cycle(node.child("cycle"), fallback.cycle()),
                late(node.child("staleStreak"), fallback.staleStreak()),
                streak(node.child("failureStreak"), fallback.failureStreak()),
                new Lookout(
                        node.child("rejectionRate").map(rate -> same(Optional.of(rate), fallback.sameRejection())),
                        node.child("cost").flatMap(JsonPlace::amount),
                        node.items("touched").stream()
                                .flatMap(change -> parts.watched(change).stream())
                                .toList()),
                node.items("onTrip").stream()
                        .flatMap(item -> action(item).stream())
                        .toList(),
                node.items("onBudget").stream()
                        .flatMap(item -> action(item).filter(step -> fitsBudget(step, item)).stream())
                        .toList());
    }

    private static CircuitPolicy.Counting counting(JsonPlace declared) {
        return declared.number().isPresent() || declared.flag("acrossChanges")
                ? CircuitPolicy.Counting.ALL
                : CircuitPolicy.Counting.WHILE_UNCHANGED;
    }

    private static Streak streak(Optional<JsonPlace> declared, Streak fallback) {
        if (declared.isEmpty()) {
            return fallback;
        }
        Optional<Integer> all = declared.get().number();
        if (all.isPresent()) {
            return new Streak(all.get(), all.get(), BOARD_FACTOR * all.get());
        }
        JsonPlace node = declared.get();
        return new Streak(
                node.count("trigger", fallback.trigger()),
                node.count("worker", fallback.worker()),
                node.count("board", fallback.board()));
    }

    /** Of a board as a whole there is none: somebody was in time. */
    private static Streak late(Optional<JsonPlace> declared, Streak fallback) {
        Streak streak = streak(declared, fallback);
        return new Streak(streak.trigger(), streak.worker(), Streak.NEVER);
    }

    private SameRejection same(Optional<JsonPlace> declared, SameRejection fallback) {
        if (declared.isEmpty()) {
            return fallback;
        }
        JsonPlace node = declared.get();
        int count = node.number().orElseGet(() -> node.count("count", fallback.count()));
        int window = node.count("window", Math.max(count, DEFAULT_SAME_WINDOW));
        if (count > window) {
            problems.add(
                    node.at(),
                    "Expected a window of at least " + count + " answers, because so many are to be found in it, but"
                            + " got " + window + ".");
        }
        return new SameRejection(count, window);
    }

    /** With a window alone, a state that comes back at all is one too many. */
    private static RepeatedState repeated(Optional<JsonPlace> declared, RepeatedState fallback) {
        return declared.map(node -> new RepeatedState(
                        node.count("window", fallback.window()),
                        node.count("times", node.child("window").isPresent() ? 1 : fallback.times())))
                .orElse(fallback);
    }

    private static Cycle cycle(Optional<JsonPlace> declared, Cycle fallback) {
        return declared.map(node -> new Cycle(
                        node.count("maxPeriod", fallback.maxPeriod()), node.count("repeats", fallback.repeats())))
                .orElse(fallback);
    }

    private Optional<TripAction> action(JsonPlace node) {
        Optional<String> word = node.text();
        if (word.isPresent()) {
            return plain(node, word.get());
        }
        List<JsonPlace> members = node.members();
        if (members.size() != 1) {
            problems.add(node.at(), "Expected one action, " + known(true) + ", but got " + members.size() + ".");
            return Optional.empty();
        }
        JsonPlace argument = members.get(0);
        Optional<Action> kind = Word.find(Action.class, argument.at().last());
        if (kind.isPresent() && kind.get().invokes()) {
            return invoking(kind.get(), argument);
        } else if (kind.filter(Action.TIGHTEN::equals).isPresent()) {
            return Optional.of(TripAction.tighten(percent(argument)));
        } else if (kind.filter(Action.RESTORE::equals).isPresent()) {
            return restoring(argument);
        }
        problems.add(
                argument.at(),
                "Expected an action, " + known(true) + ", but got \""
                        + argument.at().last() + "\" with an argument.");
        return Optional.empty();
    }

    private Optional<TripAction> plain(JsonPlace node, String word) {
        Optional<Action> kind = Word.find(Action.class, word).filter(CircuitCompiler::standsAlone);
        if (kind.isEmpty()) {
            problems.add(node.at(), "Expected an action, " + known(false) + ", but got \"" + word + "\".");
        }
        return kind.map(TripAction::of);
    }

    private Optional<TripAction> invoking(Action kind, JsonPlace argument) {
        Optional<String> worker = argument.text();
        if (worker.isEmpty() || !workers.contains(worker.get())) {
            problems.add(
                    argument.at(),
                    worker.map(name -> parts.problems().unknown("worker", workers, name))
                            .orElseGet(() -> "Expected the name of a worker" + Parts.known(workers) + ", but got "
                                    + argument.value() + "."));
            return Optional.empty();
        }
        return worker.map(name -> TripAction.invoking(kind, name));
    }

    private Optional<TripAction> restoring(JsonPlace argument) {
        Optional<String> mark = argument.text().filter(name -> !name.isEmpty());
        if (mark.isEmpty()) {
            problems.add(argument.at(), "Expected the name of a mark, but got " + argument.value() + ".");
        }
        return mark.map(TripAction::restore);
    }

    private static boolean standsAlone(Action kind) {
        return !kind.invokes() && kind != Action.RESTORE;
    }

    private boolean fitsBudget(TripAction step, JsonPlace node) {
        boolean fits = step.kind() != Action.RETRY && step.kind() != Action.REPAIR && step.kind() != Action.RESTORE;
        if (!fits) {
            problems.add(
                    node.at(),
                    "Expected an action for a worker that has used up its budget, one of {switch: WORKER}, {tighten:"
                            + " FRACTION}, {verify: WORKER}, stop, incident, halt, but got "
                            + step.kind().word() + ".");
        }
        return fits;
    }

    private int percent(JsonPlace node) {
        if (node.value() instanceof JsonNumber number
                && number.value().signum() > 0
                && number.value().compareTo(BigDecimal.ONE) < 0) {
            int percent = number.value()
                    .multiply(BigDecimal.valueOf(100))
                    .setScale(0, RoundingMode.DOWN)
                    .intValue();
            return Math.max(1, percent);
        }
        problems.add(
                node.at(),
                "Expected the fraction that is left of a view's budget, between 0 and 1, but got "
                        + node.value().toString() + ".");
        return 100;
    }

    private static String known(boolean all) {
        return "one of "
                + Arrays.stream(Action.values())
                        .filter(kind -> all || standsAlone(kind))
                        .map(kind -> standsAlone(kind) ? kind.word() : withArgument(kind))
                        .collect(Collectors.joining(", "))
                + (all
                        ? ""
                        : ", or {repair: WORKER}, {switch: WORKER}, {verify: WORKER}, {tighten: FRACTION}, {restore: MARK}");
    }

    private static String withArgument(Action kind) {
        return "{" + kind.word() + (kind == Action.RESTORE ? ": MARK}" : ": WORKER}");
    }
}
