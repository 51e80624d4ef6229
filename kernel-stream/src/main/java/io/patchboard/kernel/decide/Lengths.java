package io.patchboard.kernel.decide;

import io.patchboard.record.CancelBoard;
import io.patchboard.record.Command;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.Rejection;
import io.patchboard.record.ResumeBoard;
import io.patchboard.record.Stage;
import java.util.Optional;

/** Ids are kept for ever, so their length is bounded, and an empty one names nothing; reasons are repeated in the log. */
final class Lengths {

    private static final int MAX_REASON = 10_000;

    private Lengths() {}

    static Optional<Input.Undecodable> in(Input.Proposed input, Limits limits) {
        PatchProposal proposal = input.proposal();
        Optional<Rejection> badId = check("proposalId", proposal.proposalId(), limits);
        Optional<String> id = badId.isPresent() ? Optional.empty() : Optional.of(proposal.proposalId());
        return badId.or(() -> check("worker", proposal.worker(), limits))
                .map(rejection -> new Input.Undecodable(false, id, Optional.empty(), rejection, input.echo()));
    }

    static Optional<Input.Undecodable> in(Input.Commanded input, Limits limits) {
        Command command = input.command();
        Optional<Rejection> badId = check("commandId", command.commandId(), limits);
        Optional<String> id = badId.isPresent() ? Optional.empty() : Optional.of(command.commandId());
        return badId.or(() -> reason(command).flatMap(text -> check("reason", text, 0, MAX_REASON)))
                .map(rejection -> new Input.Undecodable(true, id, Optional.empty(), rejection, input.echo()));
    }

    private static Optional<String> reason(Command command) {
        if (command instanceof PauseBoard pause) {
            return pause.reason();
        } else if (command instanceof ResumeBoard resume) {
            return resume.reason();
        }
        return command instanceof CancelBoard cancel ? cancel.reason() : Optional.empty();
    }

    private static Optional<Rejection> check(String field, String id, Limits limits) {
        return check(field, id, 1, limits.idLength());
    }

    private static Optional<Rejection> check(String field, String text, int least, int most) {
        if (text.length() >= least && text.length() <= most) {
            return Optional.empty();
        }
        return Optional.of(Rejection.of(
                Stage.DECODE,
                "length",
                "/" + field,
                "Expected " + least + " to " + most + " characters at /" + field + ", but got " + text.length() + "."));
    }
}
