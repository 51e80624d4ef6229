package io.patchboard.kernel.decide.stage;

import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Signable;
import io.patchboard.record.Signature;
import io.patchboard.sign.AuthorKey;
import java.util.Optional;

/**
 * Has somebody signed what was sent who may speak so? It is asked before anything else of the board is looked at, so
 * that who may not speak learns nothing, and ends no invocation.
 *
 * @param audience the topic that it has to be signed for; absent where a log is judged again, of which the kernel has
 *     asked it
 * @param sent as it was signed: a proposal with the patch that its author sent
 */
public record Authorship(Optional<String> audience, Signable sent, Work work) {

    /** What it takes to check a signature, and to digest what was signed. */
    private static final long UNITS_OF_A_SIGNATURE = 25_000;

    private static final long UNITS_OF_A_BYTE = 2;

    private static final String AUDIENCE = "/signature/audience";

    /** Whether it is about a signature for another topic; from its board alone that cannot be told again. */
    public static boolean isOfAudience(Rejection rejection) {
        return rejection.is(RejectionCode.SIGNATURE) && rejection.pointer().equals(AUDIENCE);
    }

    public Optional<Rejection> refusal(Signatory who) {
        if (sent.signature().isEmpty()) {
            return Optional.of(who.refuse(
                    RejectionCode.UNSIGNED,
                    "/signature",
                    "Expected a " + who.what() + " that a key of " + who.name()
                            + " has signed, but nobody has. Sign it (" + who.how() + ") and send it again."
                            + failure()));
        }
        Signature signature = sent.signature().get();
        if (audience.filter(topic -> !topic.equals(signature.audience())).isPresent()) {
            return Optional.of(who.refuse(
                    RejectionCode.SIGNATURE,
                    AUDIENCE,
                    "Expected a signature for topic " + audience.get()
                            + ", but it is for another. Sign for the topic that " + who.what() + "s are sent to."));
        }
        Optional<AuthorKey> key = who.key(signature.key());
        if (key.isEmpty()) {
            return Optional.of(who.refuse(
                    RejectionCode.SIGNATURE,
                    "/signature/key",
                    "Expected a key that the blueprint has for " + who.name()
                            + ", but it has not this one. Sign with one of"
                            + " these keys, or have it added by an amendment."));
        }
        work.charge(WorkKind.SIGNATURE, UNITS_OF_A_SIGNATURE + UNITS_OF_A_BYTE * sent.saidBytes());
        return key.get().verifies(sent.signedBytes(signature.audience()), signature.value())
                ? Optional.empty()
                : Optional.of(who.refuse(
                        RejectionCode.SIGNATURE,
                        "/signature/value",
                        "Expected the signature of this " + who.what()
                                + ", but it is none, or that of another: a changed"
                                + " byte, another board or another id makes it void. docs/security.md says what is"
                                + " signed."));
    }

    /** What went out in place of a signed answer that could not be sent says why, and nobody can sign it any more. */
    private String failure() {
        return sent instanceof PatchProposal proposal
                ? proposal.failure()
                        .map(failure -> " It says that it failed: " + failure.message())
                        .orElse("")
                : "";
    }
}
