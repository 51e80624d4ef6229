package io.patchboard.workflow.asl;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.workflow.translation.Findings;
import io.patchboard.workflow.translation.Imported;

/** Reads state machines as workflows (ALAS, appendix A.4). */
public final class AslImport {

    /** How long a task may take that says nothing: the language's own default, in seconds. */
    static final long DEFAULT_TIMEOUT = 99_999_999;

    /** How often anything can happen in one execution of the real service: its limit of events. */
    static final long MOST_EVENTS = 25_000;

    private AslImport() {}

    /**
     * Reads a state machine.
     *
     * @param name what the workflow is to be called
     */
    public static Imported read(Json document, String name) {
        Findings findings = new Findings();
        Carrier.Comment comment = Carrier.Comment.of(document);
        JsonObject plain = new MachineImport(findings).workflow(JsonPlace.of(comment.machine()), name);
        return findings.imported(() ->
                comment.carried().map(carried -> Carrier.apply(plain, carried)).orElse(plain));
    }
}
