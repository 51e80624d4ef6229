package io.patchboard.standalone.again;

import io.patchboard.kernel.decide.Verdict;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * An invocation of a log, and what came of it.
 *
 * @param entry the {@link WorkerInvoked} entry
 * @param met the board that the answer met; where there was none, the board right after the invocation
 * @param outcome the entry that the answer led to; absent where the log has none
 */
public record PastInvocation(LogEntry entry, Board met, Optional<LogEntry> outcome) {

    public WorkerInvoked invoked() {
        return (WorkerInvoked) entry.event();
    }

    /** Absent where nothing came. */
    public Optional<Verdict> verdict() {
        return outcome.flatMap(Verdict::of);
    }

    /** When an answer is judged: at the time of the one that came, if it came in time. */
    Instant time() {
        return outcome.map(then -> then.header().time())
                .filter(invoked().deadline()::isAfter)
                .orElse(entry.header().time());
    }

    /** From the invocation to its outcome, the wait for a worker with time included. */
    Optional<Duration> took() {
        return outcome.map(
                then -> Duration.between(entry.header().time(), then.header().time()));
    }

    Optional<Usage> usage() {
        return outcome.flatMap(then -> switch (then.event()) {
            case PatchCommitted committed -> committed.usage();
            case PatchHeld held -> held.usage();
            case PatchRejected rejected -> rejected.usage();
            default -> Optional.empty();
        });
    }
}
