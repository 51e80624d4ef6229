package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.schema.SealedKeyword;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.Command;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.ProposalKey;
import io.patchboard.record.Rejection;
import io.patchboard.record.SealedValue;
import io.patchboard.record.Stage;

/**
 * What a rejection repeats of what was sent: all of it, but for values that may be those that should have been sealed.
 * The log is kept for ever, and cannot be made to forget.
 */
final class Repeated {

    private static final JsonObject WITHHELD = JsonObject.of(
            "withheld", Json.of("It may have what the blueprint asks to be sealed, and came without a seal."));

    private static final String INVOCATION = "invocationId";

    private Repeated() {}

    static Json proposal(Json echo, Rejection rejection, Board board) {
        return of(
                echo,
                rejection,
                board.blueprint()
                        .map(Blueprint::stateSchema)
                        .filter(schema -> schema.seals())
                        .isPresent());
    }

    static Json command(Json echo, Rejection rejection, Command command, Board board) {
        return command instanceof CreateBoard create
                ? of(echo, rejection, SealedKeyword.isIn(create.blueprint()))
                : proposal(echo, rejection, board);
    }

    private static Json of(Json echo, Rejection rejection, boolean seals) {
        if (SealedValue.hasUnsealed(echo) || beginsUnsealed(echo)) {
            // A proposal is known by it, and a rejection that does not end it has it nowhere else.
            return JsonPlace.of(echo)
                    .text(INVOCATION)
                    .filter(ProposalKey::isId)
                    .map(id -> WITHHELD.with(INVOCATION, Json.of(id)))
                    .orElse(WITHHELD);
        }
        return seals && rejection.stage() == Stage.SCHEMA ? WITHHELD : echo;
    }

    /** An excerpt has the beginning of a record as text. */
    private static boolean beginsUnsealed(Json echo) {
        return JsonPlace.of(echo)
                .text("beginning")
                .filter(text -> text.contains(SealedValue.UNSEALED))
                .isPresent();
    }
}
