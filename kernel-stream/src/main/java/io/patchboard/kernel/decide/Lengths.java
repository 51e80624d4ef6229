package io.patchboard.kernel.decide;

import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.record.Command;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.Optional;

/** Ids and reasons are repeated in the log, so their length is bounded; an empty id names nothing. */
final class Lengths {

    private static final int MAX_REASON = 10_000;

    private Lengths() {}

    static Optional<Input.Undecodable> in(Input.Proposed input, Limits limits) {
        PatchProposal proposal = input.proposal();
        Input.Ids ids = Input.Ids.of(proposal);
        Optional<Rejection> badId = check("proposalId", proposal.proposalId(), limits);
        Optional<Rejection> badWorker = check("worker", proposal.worker(), limits);
        Input.Ids known = badId.isPresent() ? ids.withoutRequest() : ids;
        Input.Ids readable = badWorker.isPresent() ? known.withoutWorker() : known;
        return badId.or(() -> badWorker)
                .map(rejection -> new Input.Undecodable(false, readable, true, rejection, input.echo()));
    }

    static Optional<Input.Undecodable> in(Input.Commanded input, Limits limits) {
        Command command = input.command();
        Input.Ids ids = Input.Ids.of(command);
        Optional<Rejection> badId = check("commandId", command.commandId(), limits);
        return badId.or(() -> command.header().by().flatMap(name -> check("by", name, limits)))
                .or(() -> command.header().reason().flatMap(text -> length("reason", text, 0, MAX_REASON)))
                .map(rejection -> new Input.Undecodable(
                        true, badId.isPresent() ? ids.withoutRequest() : ids, false, rejection, input.echo()));
    }

    private static Optional<Rejection> check(String field, String id, Limits limits) {
        return length(field, id, 1, limits.idLength()).or(() -> controls(field, id));
    }

    private static Optional<Rejection> length(String field, String text, int least, int most) {
        if (text.length() >= least && text.length() <= most) {
            return Optional.empty();
        }
        return Optional.of(Rejection.of(
                RejectionCode.LENGTH,
                "/" + field,
                "Expected " + least + " to " + most + " characters at /" + field + ", but got " + text.length() + "."));
    }

    /** They do no harm here, but in a terminal, in an address and in a header of HTTP. */
    private static Optional<Rejection> controls(String field, String id) {
        for (int i = 0; i < id.length(); i++) {
            if (Character.isISOControl(id.charAt(i))) {
                return Optional.of(Rejection.of(
                        RejectionCode.CHARACTERS,
                        "/" + field,
                        "Expected no control characters at /" + field + ", but got some."));
            }
        }
        return Optional.empty();
    }
}
