package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.apply.Amendment;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.dispatch.About;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.decide.stage.BudgetCheck;
import io.patchboard.kernel.decide.stage.InvariantCheck;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.decide.stage.SchemaCheck;
import io.patchboard.kernel.schema.SchemaViolation;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Compensations;
import io.patchboard.kernel.state.Degradation;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardReopened.Invite;
import io.patchboard.record.Decided;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.Problem;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Stage;
import io.patchboard.record.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Gives a board another blueprint, which its state has to satisfy. Rules do not fire on what is there already; who is
 * at work goes on or is invited anew, as the operator says, and ends where the blueprint has no place for him.
 */
final class Amending {

    /** Places that a refusal names. */
    private static final int MOST_PROBLEMS = 100;

    /** Characters of all of them: names of the state may be long. */
    private static final int MOST_PLACE_CHARS = 1_000_000;

    private final Limits limits;
    private final NewBlueprint blueprints;
    private final FollowUps followUps;

    Amending(Limits limits, NewBlueprint blueprints, FollowUps followUps) {
        this.limits = limits;
        this.blueprints = blueprints;
        this.followUps = followUps;
    }

    /** Why it is not done; absent if it was. */
    Optional<Refusal> amend(AmendBlueprint command, Transcript log) {
        return switch (blueprints.read(command.blueprint(), log.work())) {
            case NewBlueprint.Read.Refused refused -> Optional.of(refused.refusal());
            case NewBlueprint.Read.Valid valid -> amend(command, valid.blueprint(), log);
        };
    }

    private Optional<Refusal> amend(AmendBlueprint command, Blueprint next, Transcript log) {
        Board board = log.board();
        if (next.hash().equals(board.rules().hash())) {
            return Refusal.of(
                    RejectionCode.BLUEPRINT,
                    "/blueprint",
                    "Expected another blueprint than the one that board " + board.id() + " has, but got the same.");
        }
        Optional<Refusal> refused = unfit(board.state(), next, log.work())
                .or(() -> SchemaCheck.foreign(next, board.id(), sealedBefore(board), board.state(), log.work())
                        .flatMap(Refusal::of))
                .or(() -> unkept(board, next))
                .or(() -> InvariantCheck.ofFirstState(next, board.state(), Degradation.now(board), log.work())
                        .or(() -> BudgetCheck.tooLarge(board.state(), next, limits, log.work()))
                        .flatMap(Refusal::of))
                .or(() -> blueprints.missingQueue(next));
        if (refused.isPresent()) {
            return refused;
        }
        Amendment amendment = new Amendment(next);
        boolean keep = command.open() == AmendBlueprint.Open.KEEP;
        List<OpenInvocation> ended = board.open().values().stream()
                .filter(open -> !keep || !amendment.has(open.worker(), open.trigger()))
                .toList();
        log.append(new BlueprintAmended(
                command.header().requested(),
                next.source(),
                next.hash(),
                board.rules().hash(),
                command.open(),
                ended.stream().map(OpenInvocation::id).toList(),
                ended.stream()
                        .flatMap(open -> current(open, log).stream()
                                .filter(trigger -> amendment.has(open.worker(), trigger))
                                .map(trigger -> new Invite(open.worker(), trigger)))
                        .toList()));
        JoinedParts.renumber(board, log);
        afford(log);
        followUps.goOn(log);
        return Optional.empty();
    }

    /** Who is invited anew is shown the state of now, and a pinned trigger has its place in the state of its match. */
    private static Optional<Trigger> current(OpenInvocation open, Transcript log) {
        return open.current().flatMap(trigger -> About.now(trigger, open.baseVersion(), log.board(), log.work()));
    }

    /** What waits for a budget that the blueprint does not bound any more, or not so much, waits for nobody. */
    private static void afford(Transcript log) {
        Instant now = log.boardTime();
        log.board().work().incidents().stream()
                .filter(item -> item.reason() == BoardHalted.Reason.BUDGET_EXHAUSTED
                        && !Raises.isUsedUp(item.detail(), log.board(), now))
                .forEach(item -> log.append(new Decided(
                        Optional.empty(),
                        item.sequence(),
                        NeedsPerson.Option.RAISE,
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        Optional.empty())));
    }

    /** What was done when somebody could undo it would stay done, and nobody would hear of it. */
    private static Optional<Refusal> unkept(Board board, Blueprint next) {
        return board.memory().compensations().done().stream()
                .filter(done -> handler(board.rules(), done).isPresent()
                        && handler(next, done).isEmpty())
                .findFirst()
                .flatMap(done -> Refusal.of(
                        RejectionCode.BLUEPRINT,
                        "/blueprint/workers/" + JsonPointer.escape(done.worker()) + "/compensation",
                        "Expected somebody to undo what worker \"" + done.worker() + "\" has done on board "
                                + board.id()
                                + " (entry " + done.sequence()
                                + " and maybe others), should it be halted or cancelled, but the"
                                + " blueprint names nobody. Keep the worker with a compensation, be it another one."));
    }

    private static Optional<String> handler(Blueprint rules, Compensations.Done done) {
        return rules.worker(done.worker()).flatMap(WorkerRole::handler);
    }

    /** Of a board that took no sealed values, anybody may have put what was sealed elsewhere. */
    private static Json sealedBefore(Board board) {
        return board.rules().stateSchema().seals() ? board.state() : JsonObject.EMPTY;
    }

    /** All places that the schema does not allow. */
    private static Optional<Refusal> unfit(Json state, Blueprint next, Work work) {
        List<SchemaViolation> violations = next.stateSchema().validateAll(state, MOST_PROBLEMS, work.validation());
        if (violations.isEmpty()) {
            return Optional.empty();
        }
        SchemaViolation first = violations.get(0);
        return Optional.of(new Refusal(
                new Rejection(
                        Stage.SCHEMA,
                        first.keyword(),
                        first.pointer().toString(),
                        Optional.of(first.schemaPointer()),
                        "Expected a state that satisfies the blueprint's schema, but it does not at "
                                + (violations.size() == MOST_PROBLEMS ? MOST_PROBLEMS + " or more" : violations.size())
                                + " places, first: " + first.message()),
                named(violations)));
    }

    private static List<Problem> named(List<SchemaViolation> violations) {
        List<Problem> named = new ArrayList<>();
        int chars = 0;
        for (int i = 0; i < violations.size() && chars < MOST_PLACE_CHARS; i++) {
            String place = violations.get(i).pointer().toString();
            chars += place.length();
            named.add(new Problem(place, violations.get(i).message()));
        }
        return named;
    }
}
