package io.patchboard.gateway.http.api;

import io.patchboard.gateway.http.Reply;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Stage;
import java.util.Optional;

/**
 * What is to be known of a proposal to tell its outcome, which may be long in coming: nothing of its patch.
 *
 * @param reports whether it says that the worker could not do it
 */
record Proposed(String boardId, String proposalId, String link, boolean reports) {

    static Proposed of(PatchProposal proposal) {
        return new Proposed(
                proposal.boardId(),
                proposal.proposalId(),
                Links.proposal(proposal),
                proposal.reported().isPresent());
    }

    /** The outcome, or that there is none yet. */
    Reply told(Optional<LogEntry> outcome) {
        return outcome.map(entry -> decided(Verdicts.told(entry)))
                .orElseGet(() -> Verdicts.pending(
                        link,
                        JsonObject.builder()
                                .put("boardId", boardId)
                                .put("proposalId", proposalId)
                                .build()));
    }

    private Reply decided(LogEntry entry) {
        if (isRefused(entry)) {
            throw Verdicts.rejected(entry.header(), (RejectedEvent) entry.event())
                    .asException();
        }
        return entry.event() instanceof PatchHeld ? Verdicts.held(entry, link) : Reply.of(200, entry.toJson());
    }

    /** Who reports that it could not do it, and is written down as such, had its way. */
    boolean isRefused(LogEntry entry) {
        return entry.event() instanceof RejectedEvent rejected && !(reports && rejected.stage() == Stage.WORKER);
    }
}
