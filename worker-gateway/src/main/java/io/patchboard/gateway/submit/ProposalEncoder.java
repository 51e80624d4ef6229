package io.patchboard.gateway.submit;

import io.patchboard.json.JsonWriter;
import io.patchboard.record.PatchProposal;
import io.patchboard.sign.Signer;
import java.util.Map;
import java.util.Optional;

/** Writes the bytes of the proposals topic. Safe for use by several threads. */
@FunctionalInterface
public interface ProposalEncoder {

    byte[] encode(PatchProposal proposal);

    /**
     * The same, but that what some workers propose, and do not sign themselves, is signed.
     *
     * @param signers by the worker's name in blueprints
     * @param topic that proposals are sent to
     */
    default ProposalEncoder signing(Map<String, Signer> signers, String topic) {
        return proposal -> encode(Optional.ofNullable(signers.get(proposal.worker()))
                .filter(signer -> proposal.signature().isEmpty())
                .map(signer -> signer.sign(proposal, topic))
                .orElse(proposal));
    }

    /** The JSON form of the contract. */
    static ProposalEncoder json() {
        return proposal -> JsonWriter.compactBytes(proposal.toJson());
    }
}
