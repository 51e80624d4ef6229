package io.patchboard.gateway.source;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.tracing.BoardTrace;
import io.patchboard.tracing.SpanAttributes;
import io.patchboard.tracing.TraceHeaders;
import io.patchboard.tracing.Tracing;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** The trace in which an invocation is worked on. */
public final class DeliveryTrace {

    private static final String OPERATION = "process";

    private DeliveryTrace() {}

    /**
     * Starts the span of an invocation, as the child of the decision that its record came from; in the board's own
     * trace, where the record does not say whose.
     */
    public static Span start(Tracing tracing, Delivery delivery, Invocation invocation) {
        ConsumerRecord<byte[], byte[]> record = delivery.record();
        Context parent = context(delivery);
        if (!tracing.isOn()) {
            return Span.fromContext(parent);
        }
        SpanBuilder span = tracing.span(OPERATION + " " + record.topic(), SpanKind.CONSUMER, parent)
                .setAttribute(SpanAttributes.SYSTEM, "kafka")
                .setAttribute(SpanAttributes.OPERATION, OPERATION)
                .setAttribute(SpanAttributes.OPERATION_TYPE, OPERATION)
                .setAttribute(SpanAttributes.DESTINATION, record.topic())
                .setAttribute(SpanAttributes.PARTITION, Integer.toString(record.partition()))
                .setAttribute(SpanAttributes.OFFSET, record.offset())
                .setAttribute(SpanAttributes.MESSAGE_KEY, invocation.boardId())
                .setAttribute(SpanAttributes.BOARD, invocation.boardId())
                .setAttribute(SpanAttributes.WORKER, invocation.worker())
                .setAttribute(SpanAttributes.INVOCATION, invocation.invocationId())
                .setAttribute(SpanAttributes.ATTEMPT, invocation.attempt());
        return tracing.start(span, BoardTrace.traceId(invocation.boardId()));
    }

    /** What the record carries. */
    public static Context context(Delivery delivery) {
        return TraceHeaders.readBytes(name -> {
            Header header = delivery.record().headers().lastHeader(name);
            return header == null ? null : header.value();
        });
    }
}
