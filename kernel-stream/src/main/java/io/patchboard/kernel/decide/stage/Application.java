package io.patchboard.kernel.decide.stage;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.patch.Abbreviation;
import io.patchboard.kernel.patch.ApplyLimits;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchApplier;
import io.patchboard.kernel.patch.PatchResult;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.List;
import java.util.Optional;

/**
 * Does the patch apply? If finding its {@linkplain Targets targets} has not said so already, operations are done in
 * order on a candidate (RFC 6902 section 5); the first that cannot be done is reported: a missing path as
 * {@code APPLICATION}, as is something that is there already where the worker may only create; growth beyond the size
 * limits as {@code SYNTAX}, and, if there is neither, a failed {@code test} as {@code PRECONDITION}.
 */
public final class Application {

    private Application() {}

    public static Checked<Candidate> check(Parsed parsed, ApplyLimits limits, Work work) {
        return checked(apply(parsed, limits, work))
                .then(revision -> overwritten(parsed, revision)
                        .then(same -> Expansion.locate(parsed, revision, work))
                        .then(expand -> Checked.pass(new Candidate(parsed.admitted(), revision, expand))));
    }

    /** The same of a patch that is nobody's answer. */
    public static Checked<Revision> check(Json state, Patch patch, ApplyLimits limits, Work work) {
        return checked(PatchApplier.apply(state, patch, limits, work));
    }

    private static Checked<Revision> checked(PatchResult result) {
        return switch (result) {
            case PatchResult.Applied applied -> Checked.pass(applied.revision());
            case PatchResult.PathMissing missing ->
                Checked.refuse(
                        Rejection.of(
                                RejectionCode.PATH_MISSING, missing.pointer().toString(), missing.message()),
                        missing.quoted());
            case PatchResult.TestFailed failed ->
                Checked.refuse(
                        Rejection.of(RejectionCode.TEST, failed.pointer().toString(), failed.message()),
                        failed.pointer());
            case PatchResult.OverLimit over ->
                Checked.refuse(RejectionCode.OVER_LIMIT, over.pointer().toString(), over.message());
        };
    }

    /** A worker that may only create finds nothing where it adds. */
    private static Checked<Parsed> overwritten(Parsed parsed, Revision revision) {
        WorkerRole role = parsed.admitted().role();
        List<Operation> operations = revision.patch().operations();
        for (int i = 0; i < operations.size(); i++) {
            JsonPointer place = operations.get(i).path();
            Optional<Json> there = revision.found(i).filter(any -> role.mayOnlyCreate(place));
            if (there.isPresent()) {
                return Checked.refuse(
                        Rejection.of(
                                RejectionCode.EXISTS,
                                place.toString(),
                                Optional.of("/workers/" + JsonPointer.escape(role.name()) + "/write"),
                                "Expected nothing at \"" + place + "\", where worker \"" + role.name()
                                        + "\" may create and not overwrite, but got " + Abbreviation.of(there.get())
                                        + ". Add under another name, or leave it as it is."),
                        place);
            }
        }
        return Checked.pass(parsed);
    }

    /** A test that fails hides nothing that comes after it, because of two stages that fail the earlier is reported. */
    private static PatchResult apply(Parsed parsed, ApplyLimits limits, Work work) {
        if (parsed.revision().isPresent()) {
            return new PatchResult.Applied(parsed.revision().get());
        }
        Json state = parsed.admitted().board().state();
        PatchResult result = PatchApplier.apply(state, parsed.changes(), limits, work);
        if (!(result instanceof PatchResult.TestFailed)) {
            return result;
        }
        List<Operation> changes = parsed.changes().operations().stream()
                .filter(operation -> !(operation instanceof Operation.Test))
                .toList();
        PatchResult untested = PatchApplier.apply(state, new Patch(changes), limits, work);
        boolean isTheFirst = untested instanceof PatchResult.Applied applied
                && overwritten(parsed, applied.revision()) instanceof Checked.Passed<Parsed>;
        return isTheFirst ? result : untested;
    }
}
