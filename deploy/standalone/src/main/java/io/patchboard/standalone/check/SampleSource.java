package io.patchboard.standalone.check;

import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.record.LogEntry;
import io.patchboard.text.Spelling;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What the samples are made of.
 *
 * @param board that judges the answer to the invocation; absent where the invocation is not of a board
 * @param own whether the view is one of the user's own blueprint
 * @param readable whether the worker may read a place
 * @param role the worker's; absent for the built-in one
 */
public record SampleSource(
        Invocation invocation,
        Optional<SampleBoard> board,
        boolean own,
        Predicate<JsonPointer> readable,
        Optional<WorkerRole> role) {

    public static SampleSource builtIn() {
        return new SampleSource(
                Samples.builtIn(Optional.empty()), Optional.empty(), false, Samples::isReadable, Optional.empty());
    }

    /**
     * The first invocation of a worker on a new board; a built-in view under the worker's contract if it is invited
     * only later, when others have worked.
     *
     * @param blueprint compiled from {@code document}
     * @throws IllegalArgumentException if there is no such worker, or no board comes about from the input
     */
    public static SampleSource of(Blueprint blueprint, Json document, Json input, String worker) {
        if (!blueprint.workers().containsKey(worker)) {
            throw new IllegalArgumentException("Expected one of the blueprint's workers "
                    + blueprint.workers().keySet().stream().sorted().toList() + ", but got " + worker + "."
                    + Spelling.question(worker, blueprint.workers().keySet()));
        }
        SampleBoard board = SampleBoard.created(document, input, Instant.now());
        WorkerRole role = blueprint.workers().get(worker);
        return board.invocation(worker)
                .map(invoked -> of(invoked, Optional.of(board), true, role))
                .orElseGet(() -> of(SampleBoard.builtIn(blueprint, worker), Optional.empty(), false, role));
    }

    /**
     * What a board last asked of a worker, as it stands in its log.
     *
     * @param version the latest that the worker may have been shown
     * @throws IllegalArgumentException if it was never asked
     */
    public static SampleSource of(List<LogEntry> log, long version, String worker) {
        SampleBoard board = SampleBoard.whenItInvited(worker, log, version);
        return of(board.invocation(worker).orElseThrow(), Optional.of(board), true, board.role(worker));
    }

    private static SampleSource of(Invocation asked, Optional<SampleBoard> board, boolean own, WorkerRole role) {
        return new SampleSource(asked, board, own, role::mayRead, Optional.of(role));
    }
}
