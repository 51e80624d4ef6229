package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.schema.SealedKeyword;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.Command;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Rejection;
import io.patchboard.record.SealedValue;
import io.patchboard.record.Stage;

/**
 * What a rejection repeats of what was sent: all of it, but for values that may be those that should have been sealed.
 * The log is kept for ever, and cannot be made to forget.
 */
final class Repeated {

    private static final Json WITHHELD = JsonObject.of(
            "withheld", Json.of("It may have what the blueprint asks to be sealed, and came without a seal."));

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
        return seals && rejection.stage() == Stage.SCHEMA || SealedValue.hasUnsealed(echo) ? WITHHELD : echo;
    }
}
