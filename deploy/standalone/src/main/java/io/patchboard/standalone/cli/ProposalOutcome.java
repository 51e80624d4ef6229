package io.patchboard.standalone.cli;

import io.patchboard.json.JsonObject;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.Style;
import io.patchboard.standalone.screen.Text;

/** Says what became of a proposal. */
final class ProposalOutcome {

    private ProposalOutcome() {}

    /**
     * Of one that was sent.
     *
     * @param place where its board is
     * @return the exit code
     */
    static int show(LogEntry outcome, RunPlace place, Output output) {
        if (output.isJson()) {
            output.document(outcome.toJson());
        }
        int exitCode = describe(outcome, "", output);
        if (outcome.event() instanceof PatchHeld) {
            output.line("           " + Text.printable(PersonWanted.decision(outcome.boardId(), place)));
        }
        return exitCode;
    }

    /**
     * It is on the topic, and has no outcome before its board goes on.
     *
     * @return the exit code
     */
    static int queued(PatchProposal proposal, Output out) {
        if (out.isJson()) {
            out.document(JsonObject.builder()
                    .put("status", "queued")
                    .put("boardId", proposal.boardId())
                    .put("proposalId", proposal.proposalId())
                    .build());
        }
        out.line(out.look().paint(Style.CHANGED, "queued") + "     proposal " + Text.printable(proposal.proposalId())
                + ", until board " + Text.printable(proposal.boardId()) + " goes on");
        return ExitCodes.OK;
    }

    /**
     * In words alone.
     *
     * @param mood what stands before the verb
     * @return the exit code
     */
    static int describe(LogEntry outcome, String mood, Output out) {
        if (outcome.event() instanceof PatchRejected rejected) {
            Rejection why = rejected.rejection();
            out.line(out.look().paint(Style.BAD, mood + "rejected") + "   " + why.stage() + " "
                    + Text.printable(why.code())
                    + (why.pointer().isEmpty() ? "" : " at " + Text.printable(why.pointer()))
                    + ", sequence " + outcome.sequence());
            out.line("           " + Text.printable(why.message()));
            return ExitCodes.of(why);
        }
        if (outcome.event() instanceof PatchHeld) {
            out.line(out.look().paint(Style.CHANGED, mood + "held") + "       until somebody allows it, sequence "
                    + outcome.sequence());
            return ExitCodes.OK;
        }
        out.line(out.look().paint(Style.GOOD, mood + "committed") + "  version "
                + outcome.header().version() + ", sequence " + outcome.sequence());
        return ExitCodes.OK;
    }
}
