package io.patchboard.record;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.Optional;

/**
 * What makes two proposals for one board the same: who proposes, as answer to which invocation, under which id. An id
 * of one author is nothing to another's, so nobody can use up the id of an answer that is still to come.
 *
 * @param worker absent where it could not be read
 * @param invocationId the one that the proposal names, be it open or not; absent if it names none that could be one
 */
public record ProposalKey(Optional<String> worker, Optional<String> invocationId, String proposalId) {

    public ProposalKey {
        invocationId = invocationId.filter(ProposalKey::isId);
    }

    /** Whether a text can be the id of anything: not empty, not long, and without control characters. */
    public static boolean isId(String text) {
        return !text.isEmpty()
                && text.length() <= ContractLimits.MAX_ID_CHARS
                && text.chars().noneMatch(Character::isISOControl);
    }

    public static ProposalKey of(PatchProposal proposal) {
        return new ProposalKey(Optional.of(proposal.worker()), proposal.invocationId(), proposal.proposalId());
    }

    public static ProposalKey of(PatchCommitted committed) {
        return new ProposalKey(Optional.of(committed.worker()), committed.invocationId(), committed.proposalId());
    }

    public static ProposalKey of(PatchHeld held) {
        return new ProposalKey(Optional.of(held.worker()), held.invocationId(), held.proposalId());
    }

    /** Absent if it rejects no proposal, or one whose id could not be read. */
    public static Optional<ProposalKey> of(PatchRejected rejected) {
        return rejected.proposalId()
                .map(id -> new ProposalKey(
                        rejected.worker(), rejected.invocationId().or(() -> named(rejected)), id));
    }

    /**
     * Of the proposal whose outcome an event is, be it that a gate holds it; absent if it is none of a proposal's that
     * could be read.
     */
    public static Optional<ProposalKey> of(Event event) {
        return switch (event) {
            case PatchCommitted committed -> Optional.of(of(committed));
            case PatchHeld held -> Optional.of(of(held));
            case PatchRejected rejected -> of(rejected);
            default -> Optional.empty();
        };
    }

    /** A proposal that ends no invocation may name one all the same. */
    private static Optional<String> named(PatchRejected rejected) {
        return rejected.proposal()
                .filter(JsonObject.class::isInstance)
                .flatMap(proposal -> ((JsonObject) proposal).get("invocationId"))
                .filter(JsonString.class::isInstance)
                .map(id -> ((JsonString) id).value());
    }

    /** {@code [worker, invocationId, proposalId]}, with {@code null} for what is absent. */
    @Override
    public String toString() {
        return CanonicalJson.text(JsonArray.of(text(worker), text(invocationId), Json.of(proposalId)));
    }

    private static Json text(Optional<String> id) {
        return id.<Json>map(Json::of).orElse(Json.nul());
    }
}
