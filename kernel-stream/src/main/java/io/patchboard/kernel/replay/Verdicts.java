package io.patchboard.kernel.replay;

import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.Verdict;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.LogEntry;
import java.util.Optional;

/** That each verdict is the one that the kernel's judge comes to on the board that the proposal met. */
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
        Optional<Verdict> logged = Verdict.of(entry);
        if (logged.isPresent()) {
            Optional<Verdict> found = review.verdict(before, entry, history);
            asked += found.isPresent() ? 1 : 0;
            unasked += found.isPresent() ? 0 : 1;
            found.filter(verdict -> !verdict.agrees(logged.get()))
                    .ifPresent(verdict -> differences.add(
                            entry, "verdict", verdict.toString(), logged.get().toString()));
        }
        history.remember(entry);
    }

    long asked() {
        return asked;
    }

    long unasked() {
        return unasked;
    }
}
