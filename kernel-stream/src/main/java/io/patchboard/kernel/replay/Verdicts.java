package io.patchboard.kernel.replay;

import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.Verdict;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.LogEntry;
import java.util.Optional;

/**
 * That each verdict is the one that the kernel's judge comes to on the board that the proposal or command met, and what
 * follows on it what the kernel decides.
 */
final class Verdicts {

    private final Review review;
    private final Differences differences;
    private final Consequences consequences;
    private final SeenIds history = new SeenIds();
    private long asked;
    private long unasked;

    Verdicts(Review review, Differences differences) {
        this.review = review;
        this.differences = differences;
        this.consequences = new Consequences(review, differences);
    }

    void verify(Board before, LogEntry entry) {
        Optional<Boolean> proposed =
                Verdict.of(entry).map(logged -> agrees(logged, review.verdict(before, entry, history), entry));
        Optional<Boolean> commanded = Verdict.ofCommand(entry)
                .map(logged -> agrees(logged, review.commandVerdict(before, entry, history), entry));
        consequences.verify(before, entry, history, proposed.or(() -> commanded).orElse(true));
        history.remember(entry);
    }

    private boolean agrees(Verdict logged, Optional<Verdict> found, LogEntry entry) {
        asked += found.isPresent() ? 1 : 0;
        unasked += found.isPresent() ? 0 : 1;
        found.filter(verdict -> !verdict.agrees(logged))
                .ifPresent(verdict -> differences.add(entry, "verdict", verdict.toString(), logged.toString()));
        return found.filter(verdict -> verdict.agrees(logged)).isPresent();
    }

    long asked() {
        return asked;
    }

    long unasked() {
        return unasked;
    }
}
