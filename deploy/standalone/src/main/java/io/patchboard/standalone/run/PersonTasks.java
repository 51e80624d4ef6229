package io.patchboard.standalone.run;

import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import java.util.stream.Stream;

/** What a board asks of persons. */
public final class PersonTasks {

    private PersonTasks() {}

    /** Whether a person is to decide or to answer something. */
    public static boolean areOn(Board board) {
        return !board.work().incidents().isEmpty() || toAnswer(board).findAny().isPresent();
    }

    /** What a person is to answer now. */
    public static Stream<OpenInvocation> toAnswer(Board board) {
        boolean atWork = board.phase() == Phase.OPEN || board.phase() == Phase.COMPENSATING;
        return board.open().values().stream().filter(open -> atWork && board.isPerson(open.worker()));
    }
}
