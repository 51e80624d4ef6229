package io.patchboard.standalone.run;

import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Phase;

/** What a board asks of persons. */
public final class PersonTasks {

    private PersonTasks() {}

    /** Whether a person is to decide or to answer something. */
    public static boolean areOn(Board board) {
        boolean atWork = board.phase() == Phase.OPEN || board.phase() == Phase.COMPENSATING;
        return !board.work().incidents().isEmpty()
                || atWork && board.open().values().stream().anyMatch(open -> board.isPerson(open.worker()));
    }
}
