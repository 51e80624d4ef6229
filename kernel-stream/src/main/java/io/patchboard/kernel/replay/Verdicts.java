package io.patchboard.kernel.replay;

import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.Verdict;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.LogEntry;
import java.util.Optional;

/** That each verdict is the one that the kernel's judge comes to on the board that the proposal or command met. */
final class Verdicts {

    private final Review review;
    private final Differences differences;
    private final SeenIds history = new SeenIds();
    private long asked;
    private long unasked;

    Verdicts(Review review, Differences differences) {
        this.review = review;
        this.differences = differences;
    }

    void verify(Board before, LogEntry entry) {
        Verdict.of(entry).ifPresent(logged -> compare(logged, review.verdict(before, entry, history), entry));
        Verdict.ofCommand(entry)
                .ifPresent(logged -> compare(logged, review.commandVerdict(before, entry, history), entry));
        history.remember(entry);
    }

    private void compare(Verdict logged, Optional<Verdict> found, LogEntry entry) {
        asked += found.isPresent() ? 1 : 0;
        unasked += found.isPresent() ? 0 : 1;
        found.filter(verdict -> !verdict.agrees(logged))
                .ifPresent(verdict -> differences.add(entry, "verdict", verdict.toString(), logged.toString()));
    }

    long asked() {
        return asked;
    }

    long unasked() {
        return unasked;
    }
}
