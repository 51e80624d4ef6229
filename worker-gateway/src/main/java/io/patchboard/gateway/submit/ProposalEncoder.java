package io.patchboard.gateway.submit;

import io.patchboard.record.PatchProposal;
import java.nio.charset.StandardCharsets;

/** Writes the bytes of the proposals topic. Safe for use by several threads. */
@FunctionalInterface
public interface ProposalEncoder {

    byte[] encode(PatchProposal proposal);

    /** The JSON form of the contract. */
    static ProposalEncoder json() {
        return proposal -> proposal.toJson().toString().getBytes(StandardCharsets.UTF_8);
    }
}
