package io.patchboard.kernel.stream;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.record.LogEntry;
import io.patchboard.record.RejectedEvent;
import io.patchboard.tracing.BoardTrace;
import io.patchboard.tracing.SpanAttributes;
import io.patchboard.tracing.TraceHeaders;
import io.patchboard.tracing.Tracing;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * The span of one decision, from when its record is taken up until what follows from it is in a transaction.
 *
 * <p>It is made when the decision is there, and its ids follow from it. So a decision that is made again, because its
 * transaction was aborted, is the same span again, and a decision without consequences has none.
 */
final class DecisionSpan implements AutoCloseable {

    private static final String OPERATION = "decide";

    private final Span span;
    private final Context context;

    private DecisionSpan(Span span, Context cause) {
        this.span = span;
        this.context = cause.with(span);
    }

    /** @param decision with an entry at least */
    static DecisionSpan of(Tracing tracing, Cause cause, Decision decision) {
        if (!tracing.isOn()) {
            return new DecisionSpan(Span.fromContext(cause.context()), cause.context());
        }
        LogEntry first = decision.entries().get(0);
        SpanBuilder span = tracing.span(
                        OPERATION + " " + cause.source(),
                        cause.position().isPresent() ? SpanKind.CONSUMER : SpanKind.INTERNAL,
                        cause.context())
                .setStartTimestamp(cause.begun())
                .setAttribute(SpanAttributes.BOARD, first.boardId())
                .setAttribute(SpanAttributes.ENTRY, first.type())
                .setAttribute(SpanAttributes.SEQUENCE, first.sequence())
                .setAttribute(SpanAttributes.ENTRIES, (long) decision.entries().size());
        decision.board()
                .blueprint()
                .map(Blueprint::name)
                .ifPresent(name -> span.setAttribute(SpanAttributes.BLUEPRINT, name));
        if (first.event() instanceof RejectedEvent rejected) {
            span.setAttribute(SpanAttributes.REJECTION, rejected.rejection().code());
        }
        cause.position().ifPresent(at -> consumed(span, at, first.boardId()));
        return new DecisionSpan(
                tracing.start(
                        span,
                        BoardTrace.traceId(first.boardId()),
                        BoardTrace.spanId(first.header().hash())),
                cause.context());
    }

    private static void consumed(SpanBuilder span, RecordMetadata at, String boardId) {
        span.setAttribute(SpanAttributes.SYSTEM, "kafka")
                .setAttribute(SpanAttributes.OPERATION, OPERATION)
                .setAttribute(SpanAttributes.OPERATION_TYPE, "process")
                .setAttribute(SpanAttributes.DESTINATION, at.topic())
                .setAttribute(SpanAttributes.PARTITION, Integer.toString(at.partition()))
                .setAttribute(SpanAttributes.OFFSET, at.offset())
                .setAttribute(SpanAttributes.MESSAGE_KEY, boardId);
    }

    /** What timers that are set by the decision go on in. */
    Context context() {
        return context;
    }

    /** Of the records that follow. */
    Headers headers() {
        Headers headers = new RecordHeaders();
        TraceHeaders.of(context).forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.US_ASCII)));
        return headers;
    }

    @Override
    public void close() {
        span.end();
    }
}
