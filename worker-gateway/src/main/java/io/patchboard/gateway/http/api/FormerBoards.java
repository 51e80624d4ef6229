package io.patchboard.gateway.http.api;

import io.patchboard.record.CommandHeader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Fields;
import io.patchboard.record.RestoreBoard;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Who knows how boards were, so that one can go back to a version, or another go on from it. */
public interface FormerBoards {

    /**
     * A command that leads a board back to a version.
     *
     * @param version of the state
     */
    CompletionStage<RestoreBoard> restore(CommandHeader header, long version);

    /**
     * A command for a board that goes on from where another stood.
     *
     * @param asked of the other board, which has to have the entry that it expects as its last, unless that was so
     *     before and the new board is there
     * @param child the new board
     * @param version of the other board's state; the latest where absent
     * @param changes members {@code blueprint} and {@code labels}, where they are to be others than the origin's
     */
    CompletionStage<CreateBoard> fork(CommandHeader asked, String child, Optional<Long> version, Fields changes);
}
