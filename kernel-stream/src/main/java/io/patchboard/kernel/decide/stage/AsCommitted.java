package io.patchboard.kernel.decide.stage;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.patch.ApplyLimits;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchApplier;
import io.patchboard.kernel.patch.PatchResult;
import io.patchboard.kernel.patch.PatchSyntaxException;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Drift;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The first stages once more for a proposal that was committed. The log has its patch as it was applied: each {@code -}
 * has its index, each path is where the {@link Targets} were found, and requests to see more stand apart. What was sent
 * may have been spelled in either way, and is given the benefit of that.
 */
public final class AsCommitted {

    private AsCommitted() {}

    /** The proposal, with its patch as it was applied. */
    public static PatchProposal proposal(Board board, PatchCommitted committed) {
        PatchProposal sent = new PatchProposal(
                committed.proposalId(),
                board.id(),
                committed.worker(),
                committed.invocationId(),
                committed.patch(),
                committed.usage(),
                Optional.empty(),
                Optional.empty(),
                committed.claimedViewHash());
        return sent.madeOf(committed.source()).signed(committed.signature());
    }

    /** Stage {@code SYNTAX}. */
    public static Checked<Parsed> read(Admitted admitted, PatchCommitted committed, Limits limits, Work work) {
        Patch patch;
        try {
            patch = Patch.parse(committed.patch(), limits.patch());
        } catch (PatchSyntaxException e) {
            return Checked.refuse(e.code(), "/patch" + e.pointer(), e.getMessage());
        }
        if (!committed.expand().isEmpty() && admitted.invocation().isEmpty()) {
            return Checked.refuse(
                    RejectionCode.EXPAND,
                    "/patch",
                    "Expected an invocation that can be made again with more in its view, but there is none.");
        }
        Parsed parsed = new Parsed(admitted, patch, Optional.empty(), List.of());
        boolean onlyAsks = !committed.expand().isEmpty() && patch.operations().isEmpty();
        return Checked.unless(onlyAsks ? Optional.empty() : misformed(parsed, committed, limits.apply(), work), parsed);
    }

    private static Optional<Rejection> misformed(
            Parsed parsed, PatchCommitted committed, ApplyLimits limits, Work work) {
        WorkerRole role = parsed.admitted().role();
        Optional<Rejection> applied = PatchForm.violation(role, committed.patch(), parsed.patch(), work);
        if (applied.isEmpty()) {
            return applied;
        }
        Patch appending = appending(parsed, limits);
        return PatchForm.violation(role, appending.toJson(), appending, work);
    }

    /** Whether nobody can say of what was sent whether it kept the form that a contract asks for. */
    public static boolean isUncertain(Board board, PatchCommitted committed, Rejection rejection) {
        boolean ofForm = rejection.is(RejectionCode.PATCH_BYTES) || rejection.is(RejectionCode.PATCH_SHAPE);
        boolean drifted = committed
                .invocationId()
                .flatMap(board.work()::unended)
                .filter(open -> !Drift.since(open, board).isNone())
                .isPresent();
        boolean many = committed.patch() instanceof JsonArray operations && operations.size() > 1;
        return ofForm && (drifted || many || !committed.expand().isEmpty());
    }

    /** Stage {@code AUTHORIZATION}: each operation in one of the ways in which it may have been sent. */
    public static Checked<Parsed> authorize(Parsed parsed, PatchCommitted committed, ApplyLimits limits) {
        WorkerRole role = parsed.admitted().role();
        List<Operation> operations = parsed.patch().operations();
        Optional<Patch> appending = Optional.empty();
        Optional<Reaching> reaching = reaching(parsed.admitted());
        for (int i = 0; i < operations.size(); i++) {
            String at = "/patch/" + i;
            if (refusal(operations.get(i), at, role, reaching).isPresent()) {
                if (appending.isEmpty()) {
                    appending = Optional.of(appending(parsed, limits));
                }
                Optional<Rejection> refused =
                        refusal(appending.get().operations().get(i), at, role, reaching);
                if (refused.isPresent()) {
                    return Checked.refuse(refused.get());
                }
            }
        }
        return committed.expand().stream()
                .map(JsonPointer::parse)
                .filter(asked -> !role.mayRead(asked))
                .findFirst()
                .<Checked<Parsed>>map(asked -> Checked.refuse(
                        RejectionCode.READ_CONTRACT,
                        "/patch",
                        "Expected the handle of something that worker \"" + role.name() + "\" may read, but got \""
                                + asked + "\"."))
                .orElseGet(() -> Checked.pass(parsed));
    }

    /** What is near was told in the places of the view, which may be others by now. */
    private static Optional<Reaching> reaching(Admitted admitted) {
        return Authorization.reaching(admitted)
                .filter(near -> Drift.since(admitted.invocation().orElseThrow(), admitted.board())
                        .isNone());
    }

    private static Optional<Rejection> refusal(
            Operation operation, String at, WorkerRole role, Optional<Reaching> reaching) {
        return Authorization.check(operation, at, role).or(() -> reaching.flatMap(near -> near.refusal(operation, at)));
    }

    /** The patch with {@code -} in place of each index that is the end of its array. */
    private static Patch appending(Parsed parsed, ApplyLimits limits) {
        List<Operation> operations = parsed.patch().operations();
        List<Operation> sent = new ArrayList<>(operations.size());
        Optional<Json> state = Optional.of(parsed.admitted().board().state());
        for (Operation operation : operations) {
            sent.add(state.filter(now -> appends(operation, now))
                    .map(now -> atEnd(operation))
                    .orElse(operation));
            state = sent.size() == operations.size() ? state : state.flatMap(now -> after(now, operation, limits));
        }
        return new Patch(sent);
    }

    private static Optional<Json> after(Json state, Operation operation, ApplyLimits limits) {
        return PatchApplier.apply(state, new Patch(List.of(operation)), limits) instanceof PatchResult.Applied applied
                ? Optional.of(applied.revision().after())
                : Optional.empty();
    }

    private static boolean appends(Operation operation, Json state) {
        JsonPointer path = operation.path();
        return !path.isRoot()
                && path.parent()
                        .resolve(state)
                        .filter(parent -> parent instanceof JsonArray array
                                && path.equals(path.parent().child(array.size())))
                        .isPresent();
    }

    private static Operation atEnd(Operation operation) {
        JsonPointer end = operation.path().parent().child(JsonPointer.END);
        return switch (operation) {
            case Operation.Add add -> new Operation.Add(end, add.value());
            case Operation.Copy copy -> new Operation.Copy(copy.from(), end);
            case Operation.Move move -> new Operation.Move(move.from(), end);
            case Operation.Remove remove -> remove;
            case Operation.Replace replace -> replace;
            case Operation.Test test -> test;
        };
    }
}
