package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.time.Instant;
import java.util.Optional;

/**
 * A proposal changed nothing, or an invocation ended without a usable answer.
 *
 * @param proposalId absent where it could not be read, and for stage {@link Stage#TIMEOUT}
 * @param worker absent where it could not be read
 * @param invocationId the invocation that this rejection ends. It is absent where none ends: a proposal that is not
 *     admitted leaves the invocation that it names as it was.
 * @param retryAt when the worker will be invoked again; absent if it will not
 * @param usage what the answer cost, as the worker reports it
 * @param proposal the proposal as it came; where it is too large to repeat or not JSON, its size, hash and beginning
 */
public record PatchRejected(
        LogHeader header,
        Optional<String> proposalId,
        Optional<String> worker,
        Optional<String> invocationId,
        Rejection rejection,
        Optional<Instant> retryAt,
        Optional<Usage> usage,
        Optional<Json> proposal)
        implements RejectedEntry {

    static PatchRejected read(LogHeader header, Fields fields) {
        return new PatchRejected(
                header,
                fields.optionalString("proposalId"),
                fields.optionalString("worker"),
                fields.optionalString("invocationId"),
                Rejection.read(fields),
                fields.optionalTime("retryAt"),
                fields.optionalRecord("usage", Usage::read),
                fields.optionalJson("proposal"));
    }

    @Override
    public Optional<String> requestId() {
        return proposalId;
    }

    @Override
    public PatchRejected withHeader(LogHeader newHeader) {
        return new PatchRejected(newHeader, proposalId, worker, invocationId, rejection, retryAt, usage, proposal);
    }

    @Override
    public JsonObject toJson() {
        return header.writeLast(rejection
                .writeTo(header.writeFirst(type())
                        .putStringIfPresent("proposalId", proposalId)
                        .putStringIfPresent("worker", worker)
                        .putStringIfPresent("invocationId", invocationId))
                .putStringIfPresent("retryAt", retryAt.map(LogHeader::format))
                .putIfPresent("usage", usage.map(Usage::toJson))
                .putIfPresent("proposal", proposal));
    }
}
