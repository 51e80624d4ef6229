package io.patchboard.kernel.decide.dispatch;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Budget;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.ending.BudgetWatch;
import io.patchboard.kernel.decide.ending.Endings;
import io.patchboard.kernel.decide.ending.Incidents;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.patch.Origins;
import io.patchboard.kernel.rules.Conditions;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Compensations;
import io.patchboard.kernel.state.Degradation;
import io.patchboard.kernel.state.RememberedRejection;
import io.patchboard.kernel.state.StateChange;
import io.patchboard.kernel.state.Tainting;
import io.patchboard.kernel.view.Masking;
import io.patchboard.kernel.view.ViewBuilder;
import io.patchboard.kernel.view.ViewRequest;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.Cause;
import io.patchboard.record.Neighbourhood;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Taint;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Makes invocations, as long as the board can afford them. */
public final class Invoker {

    /**
     * They are stored with the board and looked at with each of its entries; one commit can match any number of rules.
     */
    private static final int MOST_OPEN = 5_000;

    private final InvocationIds ids;

    public Invoker(InvocationIds ids) {
        this.ids = ids;
    }

    /**
     * Whether a person has to decide something before a worker can be invoked once more. That no budget is left for it
     * is told to the person here, and may end the board.
     */
    public boolean waitsForPerson(String worker, Transcript log) {
        Board board = log.board();
        BigDecimal made = BigDecimal.valueOf(board.spending().invocations());
        if (board.budget(BudgetKind.INVOCATIONS)
                .filter(budget -> budget.usedUp(made))
                .isPresent()) {
            BudgetWatch.spent(BudgetKind.INVOCATIONS, Optional.empty(), log);
        }
        WorkerRole role = board.payer(worker);
        // Where the circuit policy says what is done, it is done when the worker is invoked.
        if (log.isOpen() && board.rules().circuit().onBudget().isEmpty()) {
            board.usedUp(role).ifPresent(budget -> BudgetWatch.spent(budget.kind(), Optional.of(role.name()), log));
        }
        return log.board().work().suspends(role.name());
    }

    /**
     * The board is halted instead if it can have no more of them open; who waits for a person is held.
     *
     * @param others takes what somebody else is to be invoked for, because nothing is left of the worker's budget
     */
    void invoke(Call wanted, Holding holding, Consumer<Call> others, Transcript log) {
        if (waitsForPerson(wanted.worker(), log)) {
            if (log.isOpen()) {
                holding.hold(wanted, TriggerHeld.Reason.PERSON);
            }
            return;
        }
        if (!log.isOpen()) {
            return;
        }
        Board board = log.board();
        if (board.open().size() >= MOST_OPEN) {
            Endings.full(
                    log,
                    BoardHalted.Limit.OPEN_INVOCATIONS,
                    RejectionCode.OPEN_INVOCATIONS,
                    "Expected at most " + MOST_OPEN + " invocations to be open on one board, but with one of worker \""
                            + wanted.worker() + "\" there would be more. Ask again when workers have caught up.");
            return;
        }
        WorkerRole role = board.payer(wanted.worker());
        Call call = role.name().equals(wanted.worker())
                ? wanted
                : wanted.handedTo(role.name(), new Cause(Cause.Action.CATCH, board.sequence()));
        Optional<Budget> usedUp = board.usedUp(role);
        if (usedUp.isPresent() && !new SpentBudget(others, holding).goesOn(call, role, usedUp.get(), log)) {
            return;
        }
        show(call, role, holding, log);
    }

    /** The idempotency key of what undoes a commit: the same over all attempts, as of any other action. */
    public static String undoing(Board board, long commit) {
        return KeyedActions.undoing(board, commit);
    }

    /** A handler is asked, whatever budgets say: that the board ends is the reason why. */
    public void compensate(Call call, Transcript log) {
        show(call, log.board().rules().worker(call.worker()).orElseThrow(), new Holding(log), log);
    }

    private void show(Call call, WorkerRole role, Holding holding, Transcript log) {
        Board board = log.board();
        log.work().isFor(role.name());
        long shown = call.pinned()
                .filter(version -> log.stateAt(version).isPresent())
                .orElse(board.version());
        List<RememberedRejection> rejections = RejectionFeedback.of(board, role, call.trigger(), log.work());
        Json state = log.stateAt(shown).orElseThrow();
        Conditions conditions =
                new Conditions(board.rules(), state, shown, Degradation.at(shown, board), log.conditions());
        Optional<Neighbourhood> neighbourhood = role.reach()
                .map(reach -> new Surroundings(board.rules().neighbours(), state, conditions, log.work())
                        .of(about(call, role, rejections, board), role, reach, call.failures()));
        Optional<Compensations.Done> undoes = undoes(call.trigger(), board);
        Set<Taint> taint = taint(board, role, shown == board.version() && undoes.isEmpty(), rejections, log.work());
        if (role.boundary().egress() && undoes.isEmpty() && taint.containsAll(EnumSet.allOf(Taint.class))) {
            keepInside(call, role, log);
            return;
        }
        JsonObject view = ViewBuilder.build(
                new ViewRequest(
                        role.boundary().handles() ? masked(state, shown, role, log) : state,
                        shown,
                        shown == board.version() ? board.present().origins() : Origins.UNKNOWN,
                        board.rules().taint(),
                        recent(board, shown),
                        role,
                        call.trigger(),
                        board.rules().rule(call.trigger().rule()),
                        rejections,
                        neighbourhood,
                        undoes,
                        call.expanded(),
                        role.boundary().handles() ? List.of() : named(call.gone(), role),
                        role.view().tightened(board.circuit().viewPercent(call.worker())),
                        log.work()),
                log.tokens());
        log.append(new WorkerInvoked(
                id(call, role, log),
                call.worker(),
                role.queue(),
                call.attempt(),
                log.time().plus(role.policy().timeout()),
                shown,
                call.trigger(),
                role.instruction(),
                view,
                CanonicalJson.sha256(view),
                neighbourhood
                        .map(bound -> role.writesWithin(bound.places(), log.work()))
                        .orElse(role.writesSource()),
                call.cause(),
                call.releases(),
                call.expanded(),
                neighbourhood,
                role.board().map(spec -> Children.of(board, role, spec, call.trigger(), conditions)),
                taint,
                role.boundary().egress()));
        if (log.isOpen()) {
            SecondLooks.holdAnew(board.held(), call, holding, log);
            BudgetWatch.warnOfInvocations(role, log);
        }
    }

    /** Without the names that something had where it was moved out of the worker's sight. */
    private static List<String> named(List<String> gone, WorkerRole role) {
        return gone.stream()
                .filter(place -> role.mayRead(JsonPointer.parse(place)))
                .toList();
    }

    /** The changes that led to the version that is shown. */
    private static List<StateChange> recent(Board board, long shown) {
        List<StateChange> recent = board.present().recent();
        return shown == board.version()
                ? recent
                : recent.stream().filter(change -> change.version() <= shown).toList();
    }

    private static Json masked(Json state, long shown, WorkerRole role, Transcript log) {
        Board board = log.board();
        return shown == board.version()
                ? Masking.of(state, board.present().origins(), board.rules().taint(), role, log.work())
                : Masking.ofAll(state);
    }

    /** It could be made to send what is confidential by words from outside. */
    private static void keepInside(Call call, WorkerRole role, Transcript log) {
        String message = "Expected worker \"" + role.name() + "\", which reaches outside (egress), to be shown nothing"
                + " untrusted or nothing confidential, but it would be shown both. Let it read less, or have a worker or"
                + " a gate that endorses come before.";
        log.append(new BranchStopped(
                call.trigger(), Optional.of(role.name()), BranchStopped.Reason.TRIFECTA, message, call.releases()));
        Incidents.trifecta(role.name(), message, log);
    }

    /**
     * What taints the view that a role is shown.
     *
     * @param now whether it is of the state as it is, and of nothing that was before
     */
    public static Set<Taint> taint(Board board, WorkerRole role, Trigger trigger, boolean now, Work work) {
        return taint(board, role, now, RejectionFeedback.of(board, role, trigger, work), work);
    }

    private static Set<Taint> taint(
            Board board, WorkerRole role, boolean now, List<RememberedRejection> told, Work work) {
        return Taint.union(
                now ? Tainting.shown(role, board, work) : role.boundary().seen(Tainting.everShown(board)),
                Tainting.told(told, role, board, work));
    }

    private static Optional<Compensations.Done> undoes(Trigger trigger, Board board) {
        return Optional.of(trigger)
                .filter(Rule::undoes)
                .flatMap(asked -> board.memory().compensations().find(asked.sequence()));
    }

    private String id(Call call, WorkerRole role, Transcript log) {
        String boardId = log.board().id();
        return role.board().isPresent()
                ? ids.ofBoard(boardId, call.worker(), log.nextSequence(), call.attempt())
                : ids.id(boardId, call.worker(), log.nextSequence(), call.attempt());
    }

    /** The items of the trigger; where it has none, what others' rejected patches named. */
    private static List<JsonPointer> about(
            Call call, WorkerRole role, List<RememberedRejection> rejections, Board board) {
        Trigger trigger = call.trigger();
        boolean each = board.rules().rule(trigger.rule()).flatMap(Rule::forEach).isPresent();
        Stream<String> items = Stream.concat(trigger.path().stream(), each ? Stream.empty() : trigger.paths().stream());
        List<JsonPointer> places = items.distinct().map(JsonPointer::parse).toList();
        return places.isEmpty()
                ? rejections.stream()
                        .filter(rejected -> !rejected.author().equals(role.name()))
                        .flatMap(rejected -> rejected.region().stream())
                        .distinct()
                        .toList()
                : places;
    }
}
