package io.patchboard.kernel.apply;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Disclosure;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.circuit.Circuit;
import io.patchboard.kernel.patch.Relocation;
import io.patchboard.kernel.state.Actions;
import io.patchboard.kernel.state.BoardMemory;
import io.patchboard.kernel.state.Compensations;
import io.patchboard.kernel.state.Loops;
import io.patchboard.kernel.state.RememberedRejection;
import io.patchboard.kernel.state.Spending;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.Trigger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** What is remembered of what was tried, in the making. */
final class MemoryEdit {

    /** Rejections that are kept for each worker. A view shows fewer: they are those of all its invocations. */
    private static final int KEPT = 60;

    /**
     * Steps of a change times places that follow it. Beyond, what was rejected is forgotten: it would be said of
     * another item.
     */
    private static final long MOST_STEPS = 100_000;

    private final EditedMap<String, List<RememberedRejection>> latest;

    private Spending spending;
    private Circuit circuit;
    private Actions actions;
    private Loops loops;
    private Compensations compensations;

    MemoryEdit(BoardMemory before) {
        latest = new EditedMap<>(before.feedback());
        spending = before.spending();
        circuit = before.circuit();
        actions = before.actions();
        loops = before.loops();
        compensations = before.compensations();
    }

    void spend(UnaryOperator<Spending> next) {
        spending = next.apply(spending);
    }

    void watch(UnaryOperator<Circuit> next) {
        circuit = next.apply(circuit);
    }

    /** An action has led to a commit. */
    void done(String key, Actions.Done once) {
        actions = actions.plus(key, once);
    }

    void loop(UnaryOperator<Loops> next) {
        loops = next.apply(loops);
    }

    void compensate(UnaryOperator<Compensations> next) {
        compensations = next.apply(compensations);
    }

    /** Later views tell of a rejected answer. */
    void remember(RememberedRejection rejected) {
        Stage stage = rejected.rejection().stage();
        if (stage == Stage.ADMISSION || stage == Stage.DECODE) {
            return;
        }
        List<RememberedRejection> newest = new ArrayList<>();
        newest.add(rejected.withRejection(rejected.rejection().withMessageOf(RememberedRejection.MESSAGE_CHARS)));
        newest.addAll(of(rejected.author()));
        put(rejected.author(), newest);
    }

    /** What was rejected stays with the items that it was about. */
    void follow(Json before, Relocation relocation, Predicate<Trigger> staysPut) {
        compensations = compensations.after(before, relocation);
        if (relocation.isNone() || latest.entries().isEmpty()) {
            return;
        }
        long places = 0;
        for (List<RememberedRejection> rejections : latest.entries().values()) {
            for (RememberedRejection rejected : rejections) {
                places += rejected.weight();
            }
        }
        boolean tooMany = places * relocation.size() > MOST_STEPS;
        latest.replaceAll(rejections -> tooMany
                ? rejections.stream().filter(rejected -> rejected.weight() == 0).toList()
                : rejections.stream()
                        .flatMap(rejected ->
                                rejected
                                        .after(
                                                before,
                                                relocation,
                                                rejected.trigger()
                                                        .filter(staysPut)
                                                        .isPresent())
                                        .stream())
                        .toList());
    }

    /** Another worker learns what was wrong with the answers of those whose part it takes, as far as it may know. */
    void share(Collection<String> from, String to, Blueprint rules) {
        Disclosure discretion = new Disclosure(rules);
        WorkerRole other = rules.worker(to).orElseThrow();
        List<RememberedRejection> shared = new ArrayList<>();
        for (String worker : from) {
            WorkerRole author = rules.worker(worker).orElseThrow();
            for (RememberedRejection rejected : of(worker)) {
                Rejection told = discretion.forAnother(rejected.rejection(), author, other);
                shared.add(rejected.withRejection(told.withMessageOf(RememberedRejection.MESSAGE_CHARS)));
            }
        }
        if (!from.contains(to)) {
            shared.addAll(of(to));
        }
        put(to, shared);
    }

    private List<RememberedRejection> of(String worker) {
        return latest.get(worker).orElse(List.of());
    }

    private void put(String worker, List<RememberedRejection> newest) {
        latest.put(worker, List.copyOf(newest.subList(0, Math.min(newest.size(), KEPT))));
    }

    /** Nothing runs in circles any more. */
    void end() {
        circuit = Circuit.EMPTY;
    }

    BoardMemory done() {
        return new BoardMemory(latest.done(), spending, circuit, actions, loops, compensations);
    }
}
