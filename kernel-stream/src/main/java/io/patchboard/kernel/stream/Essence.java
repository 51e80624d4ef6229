package io.patchboard.kernel.stream;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.RejectedPlaces;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.Event;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import java.util.Optional;

/**
 * An event without what is large and {@link io.patchboard.kernel.apply.Applier} does not read: the view, the echo of
 * what was rejected but for the places that it named, sentences that no view will show, ids that only the history
 * needs. The log has them.
 *
 * <p>A test folds random logs both ways and compares the boards byte for byte.
 */
final class Essence {

    /** More than the Applier keeps of a rejection's message. */
    private static final int MESSAGE_CHARS = 500;

    private static final Rejection NO_REJECTION = new Rejection(Stage.DECODE, "", "", Optional.empty(), "");

    private Essence() {}

    static Event of(Event event) {
        return switch (event) {
            case PatchCommitted committed ->
                new PatchCommitted(
                        "",
                        committed.worker(),
                        committed.invocationId(),
                        committed.trigger(),
                        Optional.empty(),
                        committed.patch(),
                        committed.usage(),
                        committed.stateHash(),
                        Optional.empty(),
                        committed.expand(),
                        committed.held(),
                        List.of(),
                        Optional.empty(),
                        committed.repeats(),
                        Optional.empty(),
                        Optional.empty(),
                        committed.taint(),
                        committed.marks());
            case PatchRejected rejected -> rejected(rejected);
            case CommandRejected rejected ->
                new CommandRejected(Optional.empty(), NO_REJECTION, List.of(), Optional.empty());
            case WorkerInvoked invoked ->
                new WorkerInvoked(
                        invoked.invocationId(),
                        invoked.worker(),
                        "",
                        invoked.attempt(),
                        invoked.deadline(),
                        invoked.baseVersion(),
                        invoked.trigger(),
                        "",
                        JsonObject.EMPTY,
                        invoked.viewHash(),
                        JsonObject.EMPTY,
                        invoked.cause(),
                        invoked.releases(),
                        List.of(),
                        invoked.neighbourhood(),
                        Optional.empty(),
                        invoked.taint(),
                        false);
            case BoardCompleted completed ->
                new BoardCompleted(Optional.empty(), Json.nul(), completed.stateHash(), List.of());
            case BoardHalted halted ->
                new BoardHalted(halted.reason(), "", "", Optional.empty(), halted.stateHash(), List.of());
            default -> event;
        };
    }

    /**
     * Who was not admitted, or could not be read, leaves nothing for a view to show; where an answer could not be read,
     * the detectors of circles count.
     */
    private static PatchRejected rejected(PatchRejected rejected) {
        Rejection whole = rejected.rejection();
        boolean shown = whole.stage() != Stage.ADMISSION && whole.stage() != Stage.DECODE;
        return new PatchRejected(
                Optional.empty(),
                rejected.worker(),
                rejected.invocationId(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                shown
                        ? whole.withMessageOf(MESSAGE_CHARS)
                        : new Rejection(
                                whole.stage(),
                                whole.code(),
                                rejected.invocationId().isPresent() ? whole.pointer() : "",
                                Optional.empty(),
                                ""),
                rejected.retryAt(),
                rejected.usage(),
                rejected.told().filter(told -> shown),
                RejectedPlaces.essence(rejected).filter(any -> shown),
                rejected.failure().map(failure -> failure.withMessage("")),
                rejected.held());
    }
}
