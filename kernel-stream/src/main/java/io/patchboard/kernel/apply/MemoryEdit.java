package io.patchboard.kernel.apply;

import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Disclosure;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.circuit.Circuit;
import io.patchboard.kernel.state.BoardMemory;
import io.patchboard.kernel.state.Spending;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;

/** What is remembered of what was tried, in the making. */
final class MemoryEdit {

    /** Rejections that are kept for each worker; more would crowd its view. */
    private static final int KEPT = 20;

    /** Characters of a rejection's message that are kept, as many as a view shows; the log has all. */
    private static final int CHARS = 240;

    private final EditedMap<String, List<Rejection>> latest;

    private Spending spending;
    private Circuit circuit;

    MemoryEdit(BoardMemory before) {
        latest = new EditedMap<>(before.feedback());
        spending = before.spending();
        circuit = before.circuit();
    }

    void spend(UnaryOperator<Spending> next) {
        spending = next.apply(spending);
    }

    void watch(UnaryOperator<Circuit> next) {
        circuit = next.apply(circuit);
    }

    /** A worker is told about its rejected answer. */
    void remember(String worker, Rejection rejection) {
        if (rejection.stage() == Stage.ADMISSION || rejection.stage() == Stage.DECODE) {
            return;
        }
        List<Rejection> newest = new ArrayList<>();
        newest.add(rejection.withMessageOf(CHARS));
        newest.addAll(of(worker));
        put(worker, newest);
    }

    /** Another worker learns what was wrong with the answers of those whose part it takes, as far as it may know. */
    void share(Collection<String> from, String to, Blueprint rules) {
        Disclosure discretion = new Disclosure(rules);
        WorkerRole other = rules.worker(to).orElseThrow();
        List<Rejection> shared = new ArrayList<>();
        for (String worker : from) {
            WorkerRole author = rules.worker(worker).orElseThrow();
            for (Rejection rejection : of(worker)) {
                shared.add(discretion.forAnother(rejection, author, other).withMessageOf(CHARS));
            }
        }
        if (!from.contains(to)) {
            shared.addAll(of(to));
        }
        put(to, shared);
    }

    private List<Rejection> of(String worker) {
        return latest.get(worker).orElse(List.of());
    }

    private void put(String worker, List<Rejection> newest) {
        latest.put(worker, List.copyOf(newest.subList(0, Math.min(newest.size(), KEPT))));
    }

    /** Nothing runs in circles any more. */
    void end() {
        circuit = Circuit.EMPTY;
    }

    BoardMemory done() {
        return new BoardMemory(latest.done(), spending, circuit);
    }
}
