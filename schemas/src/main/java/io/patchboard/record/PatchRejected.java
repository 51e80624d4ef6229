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
 * @param trigger why that worker was invoked; absent if no invocation ends
 * @param viewHash hash of the view that the worker had; absent if no invocation ends
 * @param claimedViewHash of what a worker that nobody invited says that it was shown; absent if that is unknown
 * @param retryAt when the worker will be invoked again; absent if it will not
 * @param usage what the answer cost, as the worker reports it
 * @param told what the worker is told instead of the rejection's pointer and message, where these speak of what it may
 *     not read; absent where it is told just these
 * @param proposal the proposal as it came; where it is too large to repeat or not JSON, its size, hash and beginning
 * @param failure what the invocation failed of, for the stages {@link Stage#WORKER} and {@link Stage#TIMEOUT}
 * @param held sequence of the {@link PatchHeld} entry, where a gate held the proposal
 */
public record PatchRejected(
        Optional<String> proposalId,
        Optional<String> worker,
        Optional<String> invocationId,
        Optional<Trigger> trigger,
        Optional<String> viewHash,
        Optional<String> claimedViewHash,
        Rejection rejection,
        Optional<Instant> retryAt,
        Optional<Usage> usage,
        Optional<Told> told,
        Optional<Json> proposal,
        Optional<Failure> failure,
        Optional<Long> held)
        implements RejectedEvent {

    /** What a worker is told of a rejection where that is less than all. */
    public record Told(String pointer, String message) {

        static Told read(Fields fields) {
            return new Told(fields.string("pointer"), fields.string("message"));
        }

        JsonObject toJson() {
            return JsonObject.builder()
                    .put("pointer", pointer)
                    .put("message", message)
                    .build();
        }
    }

    /** One of which the worker is told all, that is no failure, and of which is not known what the worker was shown. */
    public PatchRejected(
            Optional<String> proposalId,
            Optional<String> worker,
            Optional<String> invocationId,
            Rejection rejection,
            Optional<Instant> retryAt,
            Optional<Usage> usage,
            Optional<Json> proposal) {
        this(
                proposalId,
                worker,
                invocationId,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                rejection,
                retryAt,
                usage,
                Optional.empty(),
                proposal,
                Optional.empty(),
                Optional.empty());
    }

    static PatchRejected read(Fields fields) {
        return new PatchRejected(
                fields.optionalString("proposalId"),
                fields.optionalString("worker"),
                fields.optionalString("invocationId"),
                fields.optionalRecord("trigger", Trigger::read),
                fields.optionalString("viewHash"),
                fields.optionalString("claimedViewHash"),
                Rejection.read(fields),
                fields.optionalTime("retryAt"),
                fields.optionalRecord("usage", Usage::read),
                fields.optionalRecord("told", Told::read),
                fields.optionalJson("proposal"),
                fields.optionalRecord("failure", Failure::read),
                fields.optionalInteger("held"));
    }

    /** The rejection as its worker is told. */
    public Rejection rejectionAsTold() {
        return told.map(less -> new Rejection(
                        rejection.stage(), rejection.code(), less.pointer(), rejection.rule(), less.message()))
                .orElse(rejection);
    }

    /** The entry for its worker, who may not know all of it. */
    public PatchRejected asTold() {
        return new PatchRejected(
                proposalId,
                worker,
                invocationId,
                trigger,
                viewHash,
                claimedViewHash,
                rejectionAsTold(),
                retryAt,
                usage,
                Optional.empty(),
                proposal,
                failure,
                held);
    }

    @Override
    public Optional<String> requestId() {
        return proposalId;
    }

    @Override
    public void write(JsonObject.Builder json) {
        rejection
                .writeTo(json.putStringIfPresent("proposalId", proposalId)
                        .putStringIfPresent("worker", worker)
                        .putStringIfPresent("invocationId", invocationId)
                        .putIfPresent("trigger", trigger.map(Trigger::toJson))
                        .putStringIfPresent("viewHash", viewHash)
                        .putStringIfPresent("claimedViewHash", claimedViewHash))
                .putStringIfPresent("retryAt", retryAt.map(LogHeader::format))
                .putIfPresent("usage", usage.map(Usage::toJson))
                .putIfPresent("told", told.map(Told::toJson))
                .putIfPresent("proposal", proposal)
                .putIfPresent("failure", failure.map(Failure::toJson));
        held.ifPresent(sequence -> json.put("held", sequence));
    }
}
