package io.patchboard.kernel.decide.stage;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Signature;
import io.patchboard.sign.AuthorKey;
import java.util.Optional;

/**
 * Has somebody signed a proposal who may speak for its worker? It is asked before anything else of the board is looked
 * at, so that who may not speak learns nothing, and ends no invocation.
 *
 * @param audience the topic that proposals have to be signed for; absent where a log is judged again, of which the
 *     kernel has asked it
 * @param sent the proposal with the patch that was signed
 */
public record Authorship(Optional<String> audience, PatchProposal sent, Work work) {

    /** What it takes to check a signature, and to digest what was signed. */
    private static final long UNITS_OF_A_SIGNATURE = 25_000;

    private static final long UNITS_OF_A_BYTE = 2;

    private static final String AUDIENCE = "/signature/audience";

    /** Whether it is about a signature for another topic; from its board alone that cannot be told again. */
    public static boolean isOfAudience(Rejection rejection) {
        return rejection.is(RejectionCode.SIGNATURE) && rejection.pointer().equals(AUDIENCE);
    }

    Optional<Rejection> refusal(WorkerRole role) {
        if (role.keys().isEmpty()) {
            return Optional.empty();
        }
        if (sent.signature().isEmpty()) {
            return Optional.of(refuse(
                    RejectionCode.UNSIGNED,
                    "/signature",
                    role,
                    "Expected a proposal that a key of worker \"" + role.name()
                            + "\" has signed, but nobody has. Sign it (--sign-with on the command line, signingKey in"
                            + " workers.yaml) and send it again."));
        }
        Signature signature = sent.signature().get();
        if (audience.filter(topic -> !topic.equals(signature.audience())).isPresent()) {
            return Optional.of(refuse(
                    RejectionCode.SIGNATURE,
                    AUDIENCE,
                    role,
                    "Expected a signature for topic " + audience.get()
                            + ", but it is for another. Sign for the topic that proposals are sent to."));
        }
        Optional<AuthorKey> key = role.key(signature.key());
        if (key.isEmpty()) {
            return Optional.of(refuse(
                    RejectionCode.SIGNATURE,
                    "/signature/key",
                    role,
                    "Expected a key that the blueprint has for worker \"" + role.name()
                            + "\", but it has not this one. Sign with one of the worker's keys, or add it by an"
                            + " amendment."));
        }
        work.charge(
                WorkKind.SIGNATURE,
                UNITS_OF_A_SIGNATURE + UNITS_OF_A_BYTE * sent.patch().canonicalBytes());
        return key.get().verifies(sent.signedBytes(signature.audience()), signature.value())
                ? Optional.empty()
                : Optional.of(refuse(
                        RejectionCode.SIGNATURE,
                        "/signature/value",
                        role,
                        "Expected the signature of this proposal, but it is none, or that of another: a changed byte, another"
                                + " board or another id makes it void. docs/security.md says what is signed."));
    }

    private static Rejection refuse(RejectionCode code, String pointer, WorkerRole role, String message) {
        return Rejection.of(
                code, pointer, Optional.of("/workers/" + JsonPointer.escape(role.name()) + "/keys"), message);
    }
}
