package io.patchboard.workflow.asl;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.record.Problem;
import java.util.List;
import java.util.Optional;

/** Reads state machines as workflows (ALAS, appendix A.4). */
public final class AslImport {

    /** How long a task may take that says nothing: the language's own default, in seconds. */
    static final long DEFAULT_TIMEOUT = 99_999_999;

    /** How often anything can happen in one execution of the real service: its limit of events. */
    static final long MOST_EVENTS = 25_000;

    private AslImport() {}

    /**
     * What became of a state machine.
     *
     * @param workflow absent if there are errors, or anything is unsupported
     * @param errors what the language does not allow
     * @param unsupported what it allows, but a workflow cannot say
     */
    public record Result(Optional<JsonObject> workflow, List<Problem> errors, List<Problem> unsupported) {

        public Result {
            errors = List.copyOf(errors);
            unsupported = List.copyOf(unsupported);
        }
    }

    /**
     * Reads a state machine.
     *
     * @param name what the workflow is to be called
     */
    public static Result read(Json document, String name) {
        Findings findings = new Findings();
        Carrier.Comment comment = Carrier.Comment.of(document);
        JsonObject plain = new MachineImport(findings).workflow(JsonPlace.of(comment.machine()), name);
        boolean clean = findings.errors().isEmpty() && findings.unsupported().isEmpty();
        return new Result(
                clean
                        ? Optional.of(comment.carried()
                                .map(carried -> Carrier.apply(plain, carried))
                                .orElse(plain))
                        : Optional.empty(),
                findings.errors(),
                findings.unsupported());
    }
}
