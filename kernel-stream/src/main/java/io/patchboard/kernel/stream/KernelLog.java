package io.patchboard.kernel.stream;

import io.opentelemetry.context.Context;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.record.LogEntry;
import io.patchboard.record.RejectedEvent;
import io.patchboard.tracing.LogContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the kernel's log says of boards, with board and trace in its context; nothing of their states. */
final class KernelLog {

    private static final Logger LOG = LoggerFactory.getLogger(KernelLog.class);

    private KernelLog() {}

    /** @param what was to be decided */
    static void failed(Context context, String boardId, String what, Throwable failure) {
        try (LogContext log = LogContext.of(context, boardId)) {
            LOG.error("Expected to decide {} on board {}, but failed; please report this.", what, boardId, failure);
        }
    }

    /** A line at {@code DEBUG} for each log entry: its type and where it stands, and the code of a rejection. */
    static void decided(Decision decision, Context context) {
        if (LOG.isDebugEnabled()) {
            decision.entries().forEach(entry -> decided(entry, context));
        }
    }

    private static void decided(LogEntry entry, Context context) {
        try (LogContext log = LogContext.of(context, entry)) {
            LOG.debug(
                    "{} of board {}, sequence {}{}",
                    entry.type(),
                    entry.boardId(),
                    entry.sequence(),
                    entry.event() instanceof RejectedEvent rejected
                            ? ": " + rejected.rejection().stage() + " "
                                    + rejected.rejection().code()
                            : "");
        }
    }
}
