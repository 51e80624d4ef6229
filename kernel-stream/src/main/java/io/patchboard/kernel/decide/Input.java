package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.record.Command;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.ProposalKey;
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
     * @param isAnswer whether it uses up the invocation that it names, as any answer does that is of no use
     * @param echo what came, or its size, hash and beginning
     */
    record Undecodable(boolean command, Ids ids, boolean isAnswer, Rejection rejection, Json echo) implements Input {

        /** Absent for a command, and where its id could not be read. */
        Optional<ProposalKey> proposalKey() {
            return command
                    ? Optional.empty()
                    : ids.request().map(id -> new ProposalKey(ids.worker(), ids.invocation(), id));
        }
    }

    /**
     * Who sent what, as far as that could be read.
     *
     * @param request the id of the proposal or command
     * @param invocation that the proposal names
     */
    record Ids(Optional<String> request, Optional<String> worker, Optional<String> invocation) {

        public static Ids of(PatchProposal proposal) {
            return new Ids(Optional.of(proposal.proposalId()), Optional.of(proposal.worker()), proposal.invocationId());
        }

        public static Ids of(Command command) {
            return new Ids(Optional.of(command.commandId()), Optional.empty(), Optional.empty());
        }

        Ids withoutRequest() {
            return new Ids(Optional.empty(), worker, invocation);
        }

        Ids withoutWorker() {
            return new Ids(request, Optional.empty(), invocation);
        }
    }

    /** Time passed: deadlines and retries may be due. */
    record Tick() implements Input {}
}
