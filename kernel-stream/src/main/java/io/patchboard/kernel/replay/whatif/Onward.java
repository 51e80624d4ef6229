package io.patchboard.kernel.replay.whatif;

import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.Sent;
import io.patchboard.kernel.decide.Verdict;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lets another board go on beside that of the log: it is sent what was sent then, with the ids that its own invocations
 * have, and hears of time when the log does.
 *
 * <p>Entries of the log come in runs: what somebody sent, and what followed until the next was sent. Where the
 * invocations of a run are others than the log's (another worker, rule, item, attempt or view), the log is left: what
 * comes after it is not judged.
 */
final class Onward implements WhatIf.Course {

    private final Blueprint blueprint;
    private final Review review;
    private final Outlook outlook;
    private final SeenIds history = new SeenIds();
    private final Map<String, String> ids = new HashMap<>();
    private final Set<String> given = new HashSet<>();
    private final List<LogEntry> run = new ArrayList<>();
    private Board board;

    Onward(String boardId, Blueprint blueprint, Blueprints blueprints, Outlook outlook) {
        this.blueprint = blueprint;
        this.review = new Review(Limits.DEFAULT, blueprints, this::id);
        this.outlook = outlook;
        this.board = Board.absent(boardId);
    }

    /** Of the run's invocations the next that is of this worker and attempt. */
    private Optional<String> id(String worker, long attempt) {
        Optional<String> known = run.stream()
                .map(LogEntry::event)
                .filter(WorkerInvoked.class::isInstance)
                .map(WorkerInvoked.class::cast)
                .filter(invoked -> invoked.worker().equals(worker) && invoked.attempt() == attempt)
                .map(WorkerInvoked::invocationId)
                .filter(id -> !given.contains(id))
                .findFirst();
        known.ifPresent(given::add);
        return known;
    }

    @Override
    public void accept(LogEntry entry) {
        if (Sent.isOutcome(entry)) {
            end();
        }
        run.add(entry);
    }

    @Override
    public void end() {
        if (!run.isEmpty() && !outlook.hasLeft()) {
            goOn();
        } else {
            run.stream().filter(entry -> Verdict.of(entry).isPresent()).forEach(entry -> outlook.passedOver());
        }
        run.clear();
        given.clear();
    }

    private void goOn() {
        List<WorkerInvoked> invoked = new ArrayList<>();
        LogEntry first = run.get(0);
        if (first.event() instanceof BlueprintAmended) {
            outlook.leaves(first.sequence());
            return;
        }
        int next = 0;
        if (Sent.isOutcome(first)) {
            next = Math.max(1, take(decide(first), invoked));
        }
        while (next < run.size()) {
            Instant time = run.get(next).header().time();
            next += Math.max(1, take(review.decide(board, new Input.Tick(), history, time), invoked));
        }
        follow(invoked);
    }

    private Decision decide(LogEntry first) {
        Instant time = first.header().time();
        if (first.event() instanceof BoardCreated created) {
            Decision decision = review.create(board, created, blueprint.source(), time);
            Verdict.ofCommand(decision.entries().get(0))
                    .ifPresent(now -> outlook.judged(first, "", Verdict.COMMITTED, now));
            return decision;
        }
        LogEntry mine = Resent.on(board, first, ids);
        Optional<Verdict> then = Verdict.of(first);
        if (then.isPresent() && review.isProposal(mine)) {
            Decision decision = review.decide(board, mine, history);
            Verdict.of(decision.entries().get(0))
                    .ifPresent(now -> outlook.judged(first, Resent.worker(first), then.get(), now));
            return decision;
        }
        then.ifPresent(verdict -> outlook.passedOver());
        return Resent.input(board, mine)
                .map(input -> review.decide(board, input, history, time))
                .orElseGet(() -> new Decision(List.of(), board, 0));
    }

    private int take(Decision decision, List<WorkerInvoked> invoked) {
        for (LogEntry entry : decision.entries()) {
            history.remember(entry);
            if (entry.event() instanceof WorkerInvoked invitation) {
                invoked.add(invitation);
            }
        }
        board = decision.board();
        return decision.entries().size();
    }

    /** Gives each invocation the id that it has in the log. */
    private void follow(List<WorkerInvoked> mine) {
        List<WorkerInvoked> left = new ArrayList<>(mine);
        boolean leaves = false;
        for (LogEntry entry : run) {
            if (entry.event() instanceof WorkerInvoked then) {
                Optional<WorkerInvoked> same =
                        left.stream().filter(now -> isSame(then, now)).findFirst();
                same.ifPresent(now -> {
                    left.remove(now);
                    ids.put(then.invocationId(), now.invocationId());
                });
                if (same.isEmpty()) {
                    leaves = true;
                    outlook.gone(then);
                }
            }
        }
        left.forEach(now -> outlook.added(Invited.of(now)));
        if (leaves || !left.isEmpty()) {
            outlook.leaves(run.get(0).sequence());
        }
    }

    private static boolean isSame(WorkerInvoked then, WorkerInvoked now) {
        return Invited.of(then).equals(Invited.of(now))
                && then.attempt() == now.attempt()
                && then.viewHash().equals(now.viewHash());
    }
}
