package io.patchboard.standalone.children;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Event;
import io.patchboard.record.Failure;
import io.patchboard.record.FieldException;
import io.patchboard.record.Parent;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Usage;
import java.util.Optional;

/** What a parent is told of the board that it waits for, under ids that follow from its invocation's. */
final class Answers {

    private static final String PREFIX = "answer-";

    private Answers() {}

    /** Whether a proposal is one of them, the first or a later one. */
    static boolean isOne(String proposalId, String invocationId) {
        return proposalId.startsWith(PREFIX + invocationId);
    }

    /**
     * A board has its result.
     *
     * @param again what makes the answer another one than before; empty for the first
     * @param by who says so
     */
    static PatchProposal result(Parent parent, String again, Json result, Optional<Usage> usage, String by) {
        Json patch = JsonArray.of(JsonObject.builder()
                .put("op", "add")
                .put("path", parent.path())
                .put("value", result)
                .build());
        return proposal(parent.boardId(), parent.worker(), parent.invocationId(), again, patch, usage, Optional.empty())
                .sentBy(Optional.of(by));
    }

    /** A board could not be made. */
    static PatchProposal failure(Parent parent, String message) {
        return failure(parent, "", message, Optional.empty());
    }

    /** @param again as {@link #result} has it */
    static PatchProposal failure(Parent parent, String again, String message, Optional<Usage> usage) {
        return proposal(
                parent.boardId(),
                parent.worker(),
                parent.invocationId(),
                again,
                Json.nul(),
                usage,
                Optional.of(Failure.of(Failure.Kind.REFUSED, message)));
    }

    /** What the parent is told in place of a record that cannot be sent. */
    static PatchProposal instead(BoardRecord record, String why) {
        return switch (record) {
            case CreateBoard create -> failure(create.parent().orElseThrow(), why);
            case PatchProposal answer ->
                new PatchProposal(
                        answer.proposalId(),
                        answer.boardId(),
                        answer.worker(),
                        answer.invocationId(),
                        Json.nul(),
                        answer.usage(),
                        Optional.empty(),
                        Optional.of(Failure.of(Failure.Kind.INVALID, why)),
                        Optional.empty());
            default ->
                throw new IllegalStateException("Expected a record that can be sent, but got " + record.type() + ".");
        };
    }

    /** The same failure once more, since the parent goes on that was paused when it was told. */
    static PatchProposal again(PatchProposal failed, String invocationId, String again) {
        return proposal(
                failed.boardId(), failed.worker(), invocationId, again, Json.nul(), failed.usage(), failed.failure());
    }

    /** The failure that a parent was told while it was paused, if an entry says so. */
    static Optional<PatchProposal> early(Event event, String invocationId) {
        if (!(event instanceof PatchRejected rejected)
                || !rejected.rejection().is(RejectionCode.PAUSED)
                || !isOne(rejected.proposalId().orElse(""), invocationId)
                || !(rejected.proposal().orElse(Json.nul()) instanceof JsonObject sent)) {
            return Optional.empty();
        }
        try {
            return Optional.of(PatchProposal.fromJson(sent))
                    .filter(answer -> answer.failure().isPresent());
        } catch (FieldException e) {
            return Optional.empty(); // an excerpt of a long record, which no failure is
        }
    }

    private static PatchProposal proposal(
            String parentId,
            String worker,
            String invocationId,
            String again,
            Json patch,
            Optional<Usage> usage,
            Optional<Failure> failure) {
        return new PatchProposal(
                PREFIX + invocationId + again,
                parentId,
                worker,
                Optional.of(invocationId),
                patch,
                usage,
                Optional.empty(),
                failure,
                Optional.empty());
    }
}
