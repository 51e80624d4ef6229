package io.patchboard.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Context;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.MDC;

/**
 * Puts what this thread works on into SLF4J's diagnostic context, until it is closed: {@code boardId}; of a log entry
 * its {@code sequence}, of an invocation {@code invocationId}, {@code worker} and {@code attempt}; and where it is in a
 * trace, {@code traceId} and {@code spanId}. Whatever is logged meanwhile can then be told apart by a pattern such as
 * {@code %X{boardId}}. Other threads that a worker starts do not have it.
 */
public final class LogContext implements AutoCloseable {

    private final Optional<Map<String, String>> before;

    private LogContext(Context context, Map<String, String> names) {
        this.before = Optional.ofNullable(MDC.getCopyOfContextMap());
        names.forEach(MDC::put);
        SpanContext span = Span.fromContext(context).getSpanContext();
        if (span.isValid()) {
            MDC.put("traceId", span.getTraceId());
            MDC.put("spanId", span.getSpanId());
        }
    }

    /** @param context with the trace */
    public static LogContext of(Context context, String boardId) {
        return new LogContext(context, Map.of("boardId", boardId));
    }

    /** @param context with the trace */
    public static LogContext of(Context context, LogEntry entry) {
        Map<String, String> names = new HashMap<>();
        names.put("boardId", entry.boardId());
        names.put("sequence", Long.toString(entry.sequence()));
        if (entry.event() instanceof WorkerInvoked invoked) {
            names.put("invocationId", invoked.invocationId());
            names.put("worker", invoked.worker());
            names.put("attempt", Long.toString(invoked.attempt()));
        }
        return new LogContext(context, names);
    }

    @Override
    public void close() {
        before.ifPresentOrElse(MDC::setContextMap, MDC::clear);
    }
}
