package io.patchboard.kernel.circuit;

import io.patchboard.kernel.blueprint.CircuitPolicy.Counting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The latest answers of one subject, oldest first.
 *
 * @param subject a worker's name, a trigger's key, or empty for the board
 */
public record Track(String subject, Ring<Outcome> outcomes) implements Ring.Item {

    static final Track BOARD = new Track("", Ring.empty());

    @Override
    public Footprint size() {
        return Footprint.ofItem(subject).plus(outcomes.total());
    }

    Track with(Outcome outcome, int kept) {
        return new Track(subject, outcomes.append(outcome, kept));
    }

    /** Whether the entry with this sequence was the latest answer. */
    boolean endsWith(long sequence) {
        return !outcomes.isEmpty() && newest().sequence() == sequence;
    }

    Outcome newest() {
        return outcomes.get(outcomes.size() - 1);
    }

    /** Sequences of the outcomes of a kind since the latest change of the state, in order. */
    List<Long> sinceChange(Predicate<Outcome> kind) {
        List<Long> found = new ArrayList<>();
        for (int i = outcomes.size() - 1; i >= 0 && !outcomes.get(i).ok(); i--) {
            if (kind.test(outcomes.get(i))) {
                found.add(0, outcomes.get(i).sequence());
            }
        }
        return found;
    }

    /** Sequences of the answers without effect that count since this subject's latest change of the state, in order. */
    List<Long> noOps(Counting counting) {
        List<Outcome> streak = new ArrayList<>();
        for (int i = outcomes.size() - 1; i >= 0 && !outcomes.get(i).ok(); i--) {
            Outcome outcome = outcomes.get(i);
            if (counting != Counting.ALL && outcome.version() != newest().version()) {
                break;
            }
            if (outcome.noOp()) {
                streak.add(0, outcome);
            }
        }
        boolean ofOneTrigger = streak.stream().map(Outcome::about).distinct().count() == 1;
        Set<String> known = new HashSet<>();
        return streak.stream()
                .filter(outcome -> counting != Counting.REPEATS || ofOneTrigger || !known.add(outcome.about()))
                .map(Outcome::sequence)
                .toList();
    }

    /** Sequences of latest answers that were rejected as the newest was, in order; no late or failed one counts. */
    List<Long> alike(int window) {
        List<Outcome> answers = outcomes.stream()
                .filter(outcome -> !outcome.contention() && !outcome.failure())
                .toList();
        return answers.subList(Math.max(0, answers.size() - window), answers.size()).stream()
                .filter(outcome -> outcome.kind().equals(newest().kind()))
                .map(Outcome::sequence)
                .toList();
    }
}
