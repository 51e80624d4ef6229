package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.record.Command;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Rejection;
import java.util.Optional;

/** Something that asks for a decision. */
public sealed interface Input {

    /** @param echo the proposal as a rejection repeats it */
    record Proposed(PatchProposal proposal, Json echo) implements Input {}

    /** @param echo the command as a rejection repeats it */
    record Commanded(Command command, Json echo) implements Input {}

    /**
     * Bytes that are not a record of the contract.
     *
     * @param command whether they came on the topic of commands; otherwise on that of proposals
     * @param requestId the id of the proposal or command, where it could be read
     * @param worker where it could be read
     * @param echo what came, or its size, hash and beginning
     */
    record Undecodable(
            boolean command, Optional<String> requestId, Optional<String> worker, Rejection rejection, Json echo)
            implements Input {}

    /** Time passed: deadlines and retries may be due. */
    record Tick() implements Input {}
}
