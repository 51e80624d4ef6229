package io.patchboard.standalone.cli.board;

import io.patchboard.client.log.LogRecord;
import io.patchboard.record.Decided;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.record.PatchRejected;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What came of a decision about a patch that a gate held: it was committed, rejected, or goes to another approver. That
 * is the entry after the decision, of the same transaction; it may be seen a moment later, since it stands on another
 * topic.
 */
final class GateVerdict {

    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final LogEntry decided;
    private final Cluster cluster;
    private final Output output;

    /** @param decided the entry of a {@link Decided} */
    GateVerdict(LogEntry decided, Cluster cluster, Output output) {
        this.decided = decided;
        this.cluster = cluster;
        this.output = output;
    }

    /**
     * Shows both.
     *
     * @return the exit code: that of a rejection where a patch was allowed and is rejected all the same
     */
    int tell() {
        Optional<LogEntry> came = find();
        if (output.isJson()) {
            output.document(came.map(entry -> decided.toJson().with("outcome", entry.toJson()))
                    .orElseGet(decided::toJson));
        } else {
            ControlBoard.show(decided, output);
            came.ifPresent(entry -> ControlBoard.show(entry, output));
        }
        boolean allowed = ((Decided) decided.event()).option() != Option.REJECT;
        return came.filter(entry -> allowed && entry.event() instanceof PatchRejected)
                        .isPresent()
                ? ExitCodes.REJECTED
                : ExitCodes.OK;
    }

    private Optional<LogEntry> find() {
        Instant last = Instant.now().plus(LONGEST);
        Optional<LogEntry> found = Optional.empty();
        while (found.isEmpty() && Instant.now().isBefore(last)) {
            found = BoardLog.existing(cluster, decided.boardId(), output).stream()
                    .map(LogRecord::entry)
                    .filter(entry -> entry.sequence() == decided.sequence() + 1)
                    .findFirst();
        }
        return found;
    }
}
