package io.patchboard.kernel.decide;

import io.patchboard.kernel.blueprint.Completion;
import io.patchboard.kernel.blueprint.Policy;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.cel.CelAllowance;
import io.patchboard.kernel.cel.CelOutcome;
import io.patchboard.kernel.decide.dispatch.Dispatch;
import io.patchboard.kernel.decide.dispatch.Holding;
import io.patchboard.kernel.decide.dispatch.Invoker;
import io.patchboard.kernel.decide.dispatch.Repeat;
import io.patchboard.kernel.decide.ending.Answered;
import io.patchboard.kernel.decide.ending.BudgetWatch;
import io.patchboard.kernel.decide.ending.Endings;
import io.patchboard.kernel.decide.ending.Incidents;
import io.patchboard.kernel.decide.ending.Restorer;
import io.patchboard.kernel.decide.ending.Retries;
import io.patchboard.kernel.decide.ending.SpentAttempts;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.patch.Effect;
import io.patchboard.kernel.rules.Match;
import io.patchboard.kernel.rules.RuleMatcher;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Degradation;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardReopened.Invite;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.Failure;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Stage;
import io.patchboard.record.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What follows from a change: is the board done, who is to be invited, is anything left to do?
 *
 * <p>In this order: completion (so that nobody is invited to a board that is done), circles, budgets, rules,
 * invocations that wait for another attempt, and last quiescence, because only then is it known that nobody is left who
 * could act.
 */
final class FollowUps {

    /** What is overdue beyond it is looked at with the next tick, which is due at once. */
    private static final double PART_FOR_TIMEOUTS = 0.25;

    /** By priority, then by the names of the rules. */
    private static final Comparator<Match> BY_RULE = Comparator.comparing(
                    (Match match) -> match.rule().priority(), Comparator.reverseOrder())
            .thenComparing(match -> match.rule().name());

    private final Invoker invoker;
    private final Restorer restorer;
    private final CircuitBreaker breaker;
    private final Repeating repeating;

    FollowUps(Invoker invoker, Limits limits) {
        Restoring restoring = new Restoring(limits, this);
        this.invoker = invoker;
        this.restorer = restoring::byItself;
        this.breaker = new CircuitBreaker(invoker, restorer);
        this.repeating = new Repeating(new Judge(limits, Optional.empty()));
    }

    void onCreated(List<Effect> effects, long sequence, Transcript log) {
        after(log, sequence, Optional.empty(), matcher -> {
            List<Match> matches = new ArrayList<>(matcher.onCreated());
            matches.addAll(matcher.onChange(effects));
            return matches;
        });
    }

    void onCommit(Answered answer, Transcript log) {
        after(log, answer.sequence(), Optional.of(answer), matcher -> matcher.onChange(answer.effects()));
    }

    /**
     * An operator changed the state. On a paused board, who is to be invited for that waits until it goes on.
     *
     * @param invited already by the entry, so that no rule has to
     */
    void onEdit(List<Effect> effects, List<Invite> invited, long sequence, Transcript log) {
        Set<Trigger> known = invited.stream().map(one -> one.trigger().ofItem()).collect(Collectors.toSet());
        Function<RuleMatcher, List<Match>> rules = matcher -> matcher.onChange(effects).stream()
                .filter(match -> !known.contains(match.trigger().ofItem()))
                .toList();
        if (log.isOpen()) {
            after(log, sequence, Optional.empty(), rules);
            return;
        }
        Dispatch dispatch = new Dispatch(invoker, log);
        List<Match> matches = new ArrayList<>(rules.apply(matcher(dispatch, log, sequence)));
        matches.sort(BY_RULE);
        matches.stream().takeWhile(match -> log.board().phase() == Phase.PAUSED).forEach(dispatch::arrive);
    }

    /** An answer was rejected. One that nobody asked for changes nothing about who is to be invited. */
    void onRejection(Answered answer, Transcript log) {
        if (answer.invocation().isPresent()) {
            after(log, answer.sequence(), Optional.of(answer), matcher -> List.of());
        } else if (log.isOpen()) {
            breaker.goesOn(answer, log);
            if (log.isOpen()) {
                BudgetWatch.watch(log);
            }
        }
    }

    /** What waits may go on: the board was resumed or reopened, a person has decided, or an answer waits for one. */
    void goOn(Transcript log) {
        after(log, log.board().sequence(), Optional.empty(), matcher -> List.of());
    }

    /**
     * Time passed: ends what is overdue, then goes on as after a rejection.
     *
     * @param decided whether it has decided for a person, so that what waited for him may go on, too
     */
    void onTick(boolean decided, Transcript log) {
        Optional<Instant> due = log.board().nextDue();
        if (!log.isAtWork() || !decided && (due.isEmpty() || due.get().isAfter(log.time()))) {
            return;
        }
        if (log.board().expiresUntold().filter(end -> !end.isAfter(log.time())).isPresent()) {
            BudgetWatch.spent(BudgetKind.DURATION, Optional.empty(), log);
        }
        log.board().open().values().stream()
                .filter(open -> !open.deadline().isAfter(log.time()))
                .sorted(Comparator.comparing(OpenInvocation::deadline).thenComparing(OpenInvocation::id))
                .toList()
                .stream()
                .filter(open -> log.isAtWork() && !log.work().isDone(PART_FOR_TIMEOUTS))
                .filter(open -> log.board().open().containsKey(open.id()))
                .forEach(open -> expire(open, log));
        goOn(log);
    }

    private void expire(OpenInvocation open, Transcript log) {
        WorkerRole role = log.board().rules().worker(open.worker()).orElseThrow();
        Failure failure = Failure.of(role.silence(), "Nobody answered, and nobody said why not.");
        Optional<Instant> retryAt = Retries.next(open, Stage.TIMEOUT, Optional.of(failure), log.board(), log.time());
        Rejection rejection = Rejection.of(
                RejectionCode.TIMEOUT,
                "",
                "Expected an answer of worker \"" + open.worker() + "\" before " + open.deadline()
                        + ", but none came in time.");
        long sequence = log.append(new PatchRejected(
                Optional.empty(),
                Optional.of(open.worker()),
                Optional.of(open.id()),
                Optional.of(open.trigger()),
                Optional.of(open.viewHash()),
                Optional.empty(),
                rejection,
                retryAt,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(failure),
                Optional.empty()));
        Answered silence = new Answered(
                sequence,
                open.worker(),
                Optional.of(open),
                open.current(),
                retryAt.isEmpty(),
                Optional.of(failure),
                Policy.errors(Stage.TIMEOUT, Optional.of(failure)),
                List.of());
        if (log.isOpen() && breaker.goesOn(silence, log)) {
            SpentAttempts.of(silence, restorer, log);
        }
    }

    private void after(
            Transcript log, long sequence, Optional<Answered> answer, Function<RuleMatcher, List<Match>> rules) {
        if (!log.isOpen() || completed(log) || PinnedStates.areTooMany(log)) {
            return;
        }
        boolean goesOn = answer.isEmpty() || breaker.goesOn(answer.get(), log);
        if (goesOn) {
            answer.ifPresent(given -> SpentAttempts.of(given, restorer, log));
        }
        if (log.isOpen()) {
            BudgetWatch.watch(log);
        }
        if (!log.isOpen()) {
            return;
        }
        Dispatch dispatch = new Dispatch(invoker, log);
        new Holding(log).expireJoins();
        dispatch.repeats().lookAtWhatWaits();
        if (goesOn) {
            arrive(rules.apply(matcher(dispatch, log, sequence)), dispatch, log);
        }
        dispatch.retry();
        dispatch.release();
        repeat(dispatch, log);
        if (log.isOpen() && log.board().idle()) {
            quiesce(dispatch, sequence, log);
        }
    }

    /** What was done already is bound again, with what follows from that, which may be the same once more. */
    private void repeat(Dispatch dispatch, Transcript log) {
        Optional<Repeat> next = dispatch.repeats().next();
        while (next.isPresent() && log.isOpen()) {
            Optional<Answered> bound = repeating.bind(next.get(), dispatch.repeats()::follow, log);
            if (bound.isPresent() && !completed(log) && breaker.goesOn(bound.get(), log)) {
                RuleMatcher matcher = matcher(dispatch, log, bound.get().sequence());
                arrive(matcher.onChange(bound.get().effects()), dispatch, log);
            }
            next = dispatch.repeats().next();
        }
    }

    /** By their rules, then in the order in which the places changed. */
    private static void arrive(List<Match> matches, Dispatch dispatch, Transcript log) {
        if (!matches.isEmpty()) {
            matches.stream().sorted(BY_RULE).takeWhile(match -> log.isOpen()).forEach(dispatch::arrive);
        }
    }

    /** Nobody is at work any more: what waits for company goes alone, then it is the turn of the rules on just that. */
    private void quiesce(Dispatch dispatch, long sequence, Transcript log) {
        boolean closed = !log.board().rules().hasUnsolicitedWorkers();
        if (closed) {
            dispatch.flushBatches();
            repeat(dispatch, log);
            if (!log.isOpen() || !log.board().idle()) {
                return;
            }
        }
        List<Match> matches = new ArrayList<>(matcher(dispatch, log, sequence).onQuiescent());
        matches.removeIf(match -> isFruitless(match, log.board()));
        arrive(matches, dispatch, log);
        repeat(dispatch, log);
        if (closed && log.isOpen() && log.board().idle()) {
            rest(log);
        }
    }

    /** Nothing is left to do. Without a goal that is the end, unless something was given up. */
    private static void rest(Transcript log) {
        boolean hasGoal = log.board().rules().completion().isPresent();
        if (!hasGoal && log.board().work().abandoned().isEmpty()) {
            Endings.quiet(log);
            return;
        }
        Incidents.stuck(
                "No invocation is open, no rule matches and nobody may propose unasked, but "
                        + (hasGoal ? "the board is not complete." : "some of the work was given up.")
                        + Endings.whyNotComplete(log),
                log);
    }

    /** Whether the rule's match came to nothing at this very state: it would do so for ever. */
    private static boolean isFruitless(Match match, Board board) {
        return Optional.ofNullable(board.work().fruitless().get(match.rule().name()))
                .filter(version -> version == board.version())
                .isPresent();
    }

    private static RuleMatcher matcher(Dispatch dispatch, Transcript log, long sequence) {
        return new RuleMatcher(log.board().rules(), dispatch.conditions(), sequence, log.work());
    }

    private static boolean completed(Transcript log) {
        Board board = log.board();
        Optional<Completion> completion = board.rules().completion();
        if (completion.isEmpty() || !holds(completion.get(), log)) {
            return false;
        }
        Endings.complete(log, completion.get());
        return true;
    }

    private static boolean holds(Completion completion, Transcript log) {
        log.work().isFor("complete");
        CelAllowance allowance = log.conditions();
        allowance.begin();
        CelOutcome outcome = completion.evaluate(
                log.board().state(), log.board().version(), Degradation.now(log.board()), allowance);
        allowance.requireLeft();
        return outcome.isTrue();
    }
}
