package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A worker's proposal to change a board (the topic for proposals).
 *
 * <p>Only who proposes what is checked on reading; the patch itself may be anything, because a malformed patch deserves
 * a rejection of stage {@code SYNTAX} that its worker can act on, after it is known that the worker may speak at all.
 *
 * @param proposalId chosen by the worker; a {@link ProposalKey} seen before gets the outcome it had
 * @param invocationId the invocation that this answers; absent if unsolicited
 * @param patch meant to be a JSON Patch (RFC 6902); JSON {@code null} where absent
 * @param usage what the answer cost, as the worker reports it
 * @param error why the worker could not answer; the patch is then not looked at
 * @param failure the same, with its class
 * @param viewHash SHA-256 of the canonical JSON of what a worker that nobody invited was shown; of one that was invited
 *     the kernel knows it
 * @param by who sends it, as a server knows him; absent where nobody says
 * @param source the event that it was made of; absent where it was made of none
 * @param signature of the {@linkplain #signedBytes bytes} that its author says; absent where he does not sign
 */
public record PatchProposal(
        String proposalId,
        String boardId,
        String worker,
        Optional<String> invocationId,
        Json patch,
        Optional<Usage> usage,
        Optional<String> error,
        Optional<Failure> failure,
        Optional<String> viewHash,
        Optional<String> by,
        Optional<Source> source,
        Optional<Signature> signature)
        implements BoardRecord, Signable {

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    /** One that was made of no event, and that nobody has signed. */
    public PatchProposal(
            String proposalId,
            String boardId,
            String worker,
            Optional<String> invocationId,
            Json patch,
            Optional<Usage> usage,
            Optional<String> error,
            Optional<Failure> failure,
            Optional<String> viewHash,
            Optional<String> by) {
        this(
                proposalId,
                boardId,
                worker,
                invocationId,
                patch,
                usage,
                error,
                failure,
                viewHash,
                by,
                Optional.empty(),
                Optional.empty());
    }

    /** One of which nobody says who sends it. */
    public PatchProposal(
            String proposalId,
            String boardId,
            String worker,
            Optional<String> invocationId,
            Json patch,
            Optional<Usage> usage,
            Optional<String> error,
            Optional<Failure> failure,
            Optional<String> viewHash) {
        this(proposalId, boardId, worker, invocationId, patch, usage, error, failure, viewHash, Optional.empty());
    }

    /** One that does not say what its worker was shown. */
    public PatchProposal(
            String proposalId,
            String boardId,
            String worker,
            Optional<String> invocationId,
            Json patch,
            Optional<Usage> usage,
            Optional<String> error,
            Optional<Failure> failure) {
        this(proposalId, boardId, worker, invocationId, patch, usage, error, failure, Optional.empty());
    }

    /** One without a failure of a class. */
    public PatchProposal(
            String proposalId,
            String boardId,
            String worker,
            Optional<String> invocationId,
            Json patch,
            Optional<Usage> usage,
            Optional<String> error) {
        this(proposalId, boardId, worker, invocationId, patch, usage, error, Optional.empty());
    }

    /** @throws FieldException naming the first field that is missing or of the wrong type */
    public static PatchProposal fromJson(JsonObject json) {
        Fields fields = new Fields(json);
        return new PatchProposal(
                fields.string("proposalId"),
                fields.string("boardId"),
                fields.string("worker"),
                fields.optionalString("invocationId"),
                fields.jsonOrNull("patch"),
                fields.optionalRecord("usage", Usage::read),
                fields.optionalString("error"),
                fields.optionalRecord("failure", Failure::read),
                viewHash(fields),
                fields.optionalString("by"),
                fields.optionalRecord("source", Source::read),
                fields.optionalRecord("signature", Signature::read));
    }

    /** @throws FieldException if it is no SHA-256 */
    public static Optional<String> viewHash(Fields fields) {
        Optional<String> hash = fields.optionalString("viewHash");
        hash.filter(text -> !HASH.matcher(text).matches()).ifPresent(text -> {
            throw new FieldException(
                    "/viewHash",
                    "Expected 64 lower-case hexadecimal digits at /viewHash, but got " + text.length()
                            + " characters. Send the PatchBoard-View-Hash of what the worker was shown, or leave it"
                            + " out.");
        });
        return hash;
    }

    /** With another patch, which its author has not signed. */
    public PatchProposal withPatch(Json other) {
        return with(other, by, source, Optional.empty());
    }

    /** As sent by this one. */
    public PatchProposal sentBy(Optional<String> sender) {
        return with(patch, sender, source, signature);
    }

    /** As made of this event. */
    public PatchProposal madeOf(Optional<Source> event) {
        return with(patch, by, event, signature);
    }

    /** As signed so. */
    public PatchProposal signed(Optional<Signature> other) {
        return with(patch, by, source, other);
    }

    private PatchProposal with(
            Json otherPatch, Optional<String> sender, Optional<Source> event, Optional<Signature> signed) {
        return new PatchProposal(
                proposalId,
                boardId,
                worker,
                invocationId,
                otherPatch,
                usage,
                error,
                failure,
                viewHash,
                sender,
                event,
                signed);
    }

    @Override
    public String signedAs() {
        return "patchboard-proposal-1";
    }

    /**
     * Who passes it on ({@code by}) and what it was made of ({@code source}) are the words of servers; what its author
     * was shown is the kernel's where it has invited him.
     */
    @Override
    public JsonObject said() {
        return members()
                .putStringIfPresent("viewHash", viewHash.filter(claim -> invocationId.isEmpty()))
                .build();
    }

    @Override
    public long saidBytes() {
        return patch.canonicalBytes();
    }

    /** Why the worker could not answer, in whichever way it says so. */
    public Optional<Failure> reported() {
        return failure.or(() -> error.map(message -> Failure.of(Failure.Kind.REFUSED, message)));
    }

    @Override
    public JsonObject toJson() {
        return members()
                .putStringIfPresent("viewHash", viewHash)
                .putStringIfPresent("by", by)
                .putIfPresent("source", source.map(Source::toJson))
                .putIfPresent("signature", signature.map(Signature::toJson))
                .build();
    }

    private JsonObject.Builder members() {
        return JsonObject.builder()
                .put("proposalId", proposalId)
                .put("boardId", boardId)
                .put("worker", worker)
                .putStringIfPresent("invocationId", invocationId)
                .putIfPresent("patch", Optional.of(patch).filter(present -> !present.isNull()))
                .putIfPresent("usage", usage.map(Usage::toJson))
                .putStringIfPresent("error", error)
                .putIfPresent("failure", failure.map(Failure::toJson));
    }
}
