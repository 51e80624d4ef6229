package io.patchboard.gateway.runner;

import io.patchboard.gateway.worker.Invocation;
import java.util.Map;
import org.slf4j.MDC;

/**
 * Puts {@code boardId}, {@code invocationId}, {@code worker} and {@code attempt} into SLF4J's diagnostic context of
 * this thread, until it is closed: whatever a worker logs can then be told apart by a pattern such as
 * {@code %X{boardId}}, without the worker's help. Other threads that a worker starts do not have it.
 */
final class LogContext implements AutoCloseable {

    private final Map<String, String> context;

    private LogContext(Map<String, String> context) {
        this.context = context;
    }

    static LogContext of(Invocation invocation) {
        Map<String, String> context = Map.of(
                "boardId", invocation.boardId(),
                "invocationId", invocation.invocationId(),
                "worker", invocation.worker(),
                "attempt", Long.toString(invocation.attempt()));
        context.forEach(MDC::put);
        return new LogContext(context);
    }

    @Override
    public void close() {
        context.keySet().forEach(MDC::remove);
    }
}
