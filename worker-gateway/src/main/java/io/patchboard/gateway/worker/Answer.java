package io.patchboard.gateway.worker;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.record.Failure;
import io.patchboard.record.Signature;
import io.patchboard.record.Usage;
import java.util.Objects;
import java.util.Optional;

/**
 * What a worker has to say to an invocation.
 *
 * @param patch a JSON Patch (RFC 6902). Whatever it is, the kernel gets it and judges it
 * @param usage tokens that the answer used; they count against the board's budget
 * @param failure why the worker could not answer; the patch is then not looked at
 * @param proof that it is the worker's own, where it signs itself
 */
public record Answer(Json patch, Optional<Usage> usage, Optional<Failure> failure, Optional<Proof> proof) {

    /**
     * A worker's own signature. It is void if anything of the answer is changed.
     *
     * @param proposalId of the proposal that the answer becomes, which the worker has chosen and signed
     * @param signature over the whole proposal; docs/security.md says what is signed
     */
    public record Proof(String proposalId, Signature signature) {

        public Proof {
            Objects.requireNonNull(proposalId, "proposalId");
            Objects.requireNonNull(signature, "signature");
        }
    }

    public Answer {
        Objects.requireNonNull(patch, "patch");
        Objects.requireNonNull(usage, "usage");
        Objects.requireNonNull(failure, "failure");
        Objects.requireNonNull(proof, "proof");
    }

    /** One that its worker does not sign. */
    public Answer(Json patch, Optional<Usage> usage, Optional<Failure> failure) {
        this(patch, usage, failure, Optional.empty());
    }

    public static Answer of(Json patch) {
        return new Answer(patch, Optional.empty(), Optional.empty());
    }

    /** An answer that changes nothing. */
    public static Answer nothing() {
        return of(JsonArray.EMPTY);
    }

    /**
     * The worker cannot answer, or will not.
     *
     * @param message a sentence for whoever reads the board's log
     */
    public static Answer failed(String message) {
        return failed(Failure.Kind.REFUSED, message);
    }

    /** @param kind whose fault it is: it decides whether this was an attempt */
    public static Answer failed(Failure.Kind kind, String message) {
        return failed(Failure.of(kind, message));
    }

    public static Answer failed(Failure failure) {
        return new Answer(Json.nul(), Optional.empty(), Optional.of(failure));
    }

    /** The message of the failure. */
    public Optional<String> error() {
        return failure.map(Failure::message);
    }

    /** As signed so by the worker. */
    public Answer signed(Proof by) {
        return new Answer(patch, usage, failure, Optional.of(by));
    }

    public Answer withUsage(Usage used) {
        return new Answer(patch, Optional.of(used), failure);
    }

    public boolean isFailed() {
        return failure.isPresent();
    }
}
