package io.patchboard.standalone.run;

import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Phase;

/** What a board asks of persons. */
public final class PersonTasks {

    private PersonTasks() {}

    /** Whether a person is to decide or to answer something. */
    public static boolean areOn(Board board) {
        boolean atWork = board.phase() == Phase.OPEN || board.phase() == Phase.COMPENSATING;
        return !board.work().incidents().isEmpty()
                || atWork && board.open().values().stream().anyMatch(open -> isTask(board, open.worker()));
    }

    /** Whether what a worker is asked waits for a person's answer: no gateway has to serve such a role. */
    public static boolean isTask(Board board, String worker) {
        return board.rules()
                .worker(worker)
                .filter(role -> role.kind() == WorkerRole.Kind.PERSON)
                .isPresent();
    }
}
