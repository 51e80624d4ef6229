package io.patchboard.kernel.replay.whatif;

import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.Verdict;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Judges each proposal on the board that it met, which the log leads to. */
final class EachVerdict implements WhatIf.Course {

    private final Blueprint other;
    private final Applier applier;
    private final Review review;
    private final Outlook outlook;
    private final SeenIds history = new SeenIds();

    /** Entries that follow in the log, and would not have. */
    private final Set<Long> gone = new HashSet<>();

    private Board board;

    EachVerdict(String boardId, Blueprint other, Blueprints blueprints, Outlook outlook) {
        this.other = other;
        this.applier = new Applier(blueprints);
        this.review = new Review(Limits.DEFAULT, blueprints);
        this.outlook = outlook;
        this.board = Board.absent(boardId);
    }

    @Override
    public void accept(LogEntry entry) {
        if (entry.event() instanceof BoardCreated created) {
            create(entry, created);
        } else if (entry.event() instanceof WorkerInvoked invoked && gone.remove(entry.sequence())) {
            outlook.gone(invoked);
        } else {
            Verdict.of(entry).ifPresent(then -> judge(entry, then));
        }
        history.remember(entry);
        board = applier.apply(board, entry);
    }

    private void create(LogEntry entry, BoardCreated created) {
        Decision now =
                review.create(board, created, other.source(), entry.header().time());
        Verdict.ofCommand(now.entries().get(0))
                .ifPresent(verdict -> outlook.judged(entry, "", Verdict.COMMITTED, verdict));
        compare(
                entry,
                review.create(
                        board, created, created.blueprint(), entry.header().time()),
                now);
    }

    private void judge(LogEntry entry, Verdict then) {
        boolean exists = board.blueprint().isPresent();
        Optional<Verdict> now = exists ? review.verdict(board.ruledBy(other), entry, history) : Optional.of(then);
        if (now.isEmpty()) {
            outlook.passedOver();
            return;
        }
        outlook.judged(entry, Resent.worker(entry), then, now.get());
        if (exists && review.isProposal(entry)) {
            Optional<Decision> was = following(ruled -> review.decide(ruled, entry, history), board);
            Optional<Decision> is = following(ruled -> review.decide(ruled, entry, history), board.ruledBy(other));
            if (was.isPresent() && is.isPresent()) {
                compare(entry, was.get(), is.get());
            }
        }
    }

    /** What is open on the board may be of a worker or rule that the other blueprint does not have. */
    private static Optional<Decision> following(Function<Board, Decision> decide, Board on) {
        try {
            return Optional.of(decide.apply(on));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    private void compare(LogEntry entry, Decision then, Decision now) {
        List<Invited> left = new ArrayList<>();
        for (LogEntry next : now.entries()) {
            if (next.event() instanceof WorkerInvoked invoked) {
                left.add(Invited.of(invoked));
            }
        }
        for (int i = 0; i < then.entries().size(); i++) {
            if (then.entries().get(i).event() instanceof WorkerInvoked invoked && !left.remove(Invited.of(invoked))) {
                gone.add(entry.sequence() + i);
            }
        }
        left.forEach(outlook::added);
    }

    @Override
    public void end() {
        // Each entry was judged when it came.
    }
}
