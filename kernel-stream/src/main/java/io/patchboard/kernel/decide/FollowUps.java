package io.patchboard.kernel.decide;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Completion;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.patch.Effect;
import io.patchboard.kernel.rules.Match;
import io.patchboard.kernel.rules.RuleMatcher;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.state.WaitingInvocation;
import io.patchboard.kernel.view.ViewBuilder;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What follows from a change: is the board done, who is to be invited, is anything left to do?
 *
 * <p>In this order: completion (so that nobody is invited to a board that is done), budgets, rules, invocations that wait
 * for another attempt, and last quiescence, because only then is it known that nobody is left who could act.
 */
final class FollowUps {

    /** They are stored with the board and looked at with each of its entries; one commit can match any number of rules. */
    private static final int MOST_OPEN = 5_000;

    private final InvocationIds ids;

    FollowUps(InvocationIds ids) {
        this.ids = ids;
    }

    void onCreated(List<Effect> effects, long sequence, Transcript log) {
        after(log, sequence, matcher -> {
            List<Match> matches = new ArrayList<>(matcher.onCreated());
            matches.addAll(matcher.onChange(effects));
            matches.sort(Comparator.comparing(match -> match.rule().name()));
            return matches;
        });
    }

    void onCommit(List<Effect> effects, long sequence, Transcript log) {
        after(log, sequence, matcher -> matcher.onChange(effects));
    }

    /** An invocation ended without a commit. */
    void onRejection(Transcript log) {
        after(log, log.board().sequence(), matcher -> List.of());
    }

    void onResumed(Transcript log) {
        onRejection(log);
    }

    /** Time passed: ends what is overdue, then goes on as after a rejection. */
    void onTick(Transcript log) {
        if (log.board().phase() != Phase.OPEN) {
            return;
        }
        Optional<Instant> due = log.board().nextDue();
        if (due.isEmpty() || due.get().isAfter(log.time())) {
            return;
        }
        if (log.board().expires().filter(end -> !end.isAfter(log.time())).isPresent()) {
            Endings.halt(log, "budget-exhausted", "duration", "The board's time budget is used up.");
            return;
        }
        log.board().open().values().stream()
                .filter(open -> !open.deadline().isAfter(log.time()))
                .sorted(Comparator.comparing(OpenInvocation::deadline).thenComparing(OpenInvocation::id))
                .toList()
                .forEach(open -> expire(open, log));
        onRejection(log);
    }

    private static void expire(OpenInvocation open, Transcript log) {
        Optional<Instant> retryAt = Retries.next(open, log.board(), log.time());
        Rejection rejection = Rejection.of(
                Stage.TIMEOUT,
                "timeout",
                "",
                "Expected an answer of worker \"" + open.worker() + "\" before " + open.deadline()
                        + ", but none came in time.");
        log.append(header -> new PatchRejected(
                header,
                Optional.empty(),
                Optional.of(open.worker()),
                Optional.of(open.id()),
                rejection,
                retryAt,
                Optional.empty(),
                Optional.empty()));
    }

    private void after(Transcript log, long sequence, Function<RuleMatcher, List<Match>> rules) {
        if (log.board().phase() != Phase.OPEN || completed(log) || outOfTokens(log)) {
            return;
        }
        for (Match match : rules.apply(matcher(log, sequence))) {
            if (!invoke(match.rule().invoke(), match.trigger(), 1, log)) {
                return;
            }
        }
        for (WaitingInvocation waiting : log.board().waiting()) {
            if (!waiting.notBefore().isAfter(log.time())
                    && !invoke(waiting.worker(), waiting.trigger(), waiting.attempt(), log)) {
                return;
            }
        }
        if (log.board().idle()) {
            quiesce(log, sequence);
        }
    }

    private void quiesce(Transcript log, long sequence) {
        List<Match> matches = matcher(log, sequence).onQuiescent();
        for (Match match : matches) {
            if (!invoke(match.rule().invoke(), match.trigger(), 1, log)) {
                return;
            }
        }
        if (matches.isEmpty() && !log.board().rules().hasUnsolicitedWorkers()) {
            Endings.halt(
                    log,
                    "stuck",
                    "",
                    "No invocation is open, no rule matches and nobody may propose unasked, but the board is not"
                            + " complete." + Endings.whyNotComplete(log.board()));
        }
    }

    private static RuleMatcher matcher(Transcript log, long sequence) {
        Board board = log.board();
        return new RuleMatcher(board.rules(), board.state(), board.version(), sequence);
    }

    private static boolean completed(Transcript log) {
        Board board = log.board();
        Optional<Completion> completion = board.rules().completion();
        if (completion.isEmpty()
                || !completion.get().evaluate(board.state(), board.version()).isTrue()) {
            return false;
        }
        Endings.complete(log, completion.get());
        return true;
    }

    private static boolean outOfTokens(Transcript log) {
        Optional<Long> budget = log.board().rules().budgets().tokens();
        if (budget.isEmpty() || log.board().spending().tokens() < budget.get()) {
            return false;
        }
        Endings.halt(
                log,
                "budget-exhausted",
                "tokens",
                "The board's budget of " + budget.get() + " tokens is used up: its workers report "
                        + log.board().spending().tokens() + ".");
        return true;
    }

    /** Returns false if the board had to be halted instead. */
    private boolean invoke(String worker, Trigger trigger, long attempt, Transcript log) {
        Board board = log.board();
        Blueprint blueprint = board.rules();
        if (board.spending().invocations() >= blueprint.budgets().invocations()) {
            Endings.halt(
                    log,
                    "budget-exhausted",
                    "invocations",
                    "The board's budget of " + blueprint.budgets().invocations() + " invocations is used up.");
            return false;
        }
        if (board.open().size() >= MOST_OPEN) {
            Endings.halt(
                    log,
                    "budget-exhausted",
                    "open-invocations",
                    "The board has " + MOST_OPEN + " open invocations, and more cannot be open at once.");
            return false;
        }
        WorkerRole role = blueprint.worker(worker).orElseThrow();
        JsonObject view =
                ViewBuilder.build(board.state(), role, trigger, board.feedback().getOrDefault(worker, List.of()));
        log.append(header -> new WorkerInvoked(
                header,
                ids.id(board.id(), worker, header.sequence(), attempt),
                worker,
                role.queue(),
                attempt,
                log.time().plus(role.policy().timeout()),
                board.version(),
                trigger,
                role.instruction(),
                view,
                CanonicalJson.sha256(view),
                role.writesSource()));
        return true;
    }
}
