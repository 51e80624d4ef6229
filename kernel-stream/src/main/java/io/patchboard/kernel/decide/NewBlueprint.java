package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.BlueprintWork;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Problem;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A blueprint that somebody sent: may a board have it? */
final class NewBlueprint {

    private final Limits limits;
    private final Blueprints blueprints;
    private final Queues queues;

    NewBlueprint(Limits limits, Blueprints blueprints, Queues queues) {
        this.limits = limits;
        this.blueprints = blueprints;
        this.queues = queues;
    }

    /** The blueprint, or why it is none. */
    sealed interface Read {

        record Valid(Blueprint blueprint) implements Read {}

        record Refused(Refusal refusal) implements Read {}
    }

    Read read(Json source, Work work) {
        Optional<Refusal> tooLarge =
                tooLarge(RejectionCode.BLUEPRINT_BYTES, "blueprint", source, limits.blueprintBytes());
        if (tooLarge.isPresent()) {
            return new Read.Refused(tooLarge.get());
        }
        CompileResult result = blueprints.compile(
                source, steps -> work.charge(WorkKind.BLUEPRINT, Math.min(steps, BlueprintWork.MOST)));
        return switch (result) {
            case CompileResult.Valid valid -> new Read.Valid(valid.blueprint());
            case CompileResult.Invalid invalid -> new Read.Refused(invalid(invalid.problems()));
        };
    }

    static Optional<Refusal> tooLarge(RejectionCode code, String what, Json json, int most) {
        return Limits.tooLarge(what, json, most).flatMap(message -> Refusal.of(code, "/" + what, message));
    }

    private static Refusal invalid(List<Problem> problems) {
        Problem first = problems.get(0);
        String count = problems.size() == 1 ? "an error" : problems.size() + " errors, first";
        return new Refusal(
                Rejection.of(
                        RejectionCode.BLUEPRINT,
                        "/blueprint" + first.pointer(),
                        "Expected a valid blueprint, but it has " + count + " at "
                                + (first.pointer().isEmpty() ? "the root" : first.pointer()) + ": "
                                + first.message()),
                problems);
    }

    /** Asked last, since queues are made only for a board that there will be. */
    Optional<Refusal> missingQueue(Blueprint blueprint) {
        Collection<WorkerRole> roles = blueprint.workers().values();
        return queues.missing(roles.stream().map(WorkerRole::queue).distinct().toList())
                .flatMap(missing -> Refusal.of(
                        RejectionCode.UNKNOWN_QUEUE,
                        "/blueprint/workers/" + JsonPointer.escape(firstOf(missing.queue(), roles)) + "/queue",
                        "Expected a queue that this kernel has, but worker \"" + firstOf(missing.queue(), roles)
                                + "\" uses \"" + missing.queue() + "\". " + missing.why()));
    }

    private static String firstOf(String queue, Collection<WorkerRole> roles) {
        return roles.stream()
                .filter(role -> role.queue().equals(queue))
                .findFirst()
                .orElseThrow()
                .name();
    }
}
