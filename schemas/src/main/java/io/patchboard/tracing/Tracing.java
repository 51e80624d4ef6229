package io.patchboard.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the spans of a part of PatchBoard, or none. Safe for use by several threads.
 *
 * <p>Where it is off, a span that is started is the one it would have had as its parent: the context that came goes on
 * as it is, and nothing of OpenTelemetry's SDK is loaded.
 */
public final class Tracing implements AutoCloseable {

    private static final ContextKey<Tracing> CURRENT = ContextKey.named("patchboard-tracing");
    private static final Tracing OFF = new Tracing(Optional.empty());

    private final Optional<Export> export;
    private final Tracer tracer;

    private Tracing(Optional<Export> export) {
        this.export = export;
        this.tracer =
                export.map(Export::tracer).orElseGet(() -> TracerProvider.noop().get(""));
    }

    /** Where spans go to. */
    interface Export extends AutoCloseable {

        Tracer tracer();

        /** Starts a span under ids that are known. The trace's counts only where the span has no parent. */
        Span start(SpanBuilder span, String traceId, Optional<String> spanId);

        @Override
        void close();
    }

    public static Tracing off() {
        return OFF;
    }

    /**
     * What OpenTelemetry's environment variables say. It is on if {@code OTEL_TRACES_EXPORTER} or
     * {@code OTEL_EXPORTER_OTLP_ENDPOINT} (or {@code ..._TRACES_ENDPOINT}) is set.
     *
     * @param service the name in {@code service.name}, unless the environment has another
     * @throws IllegalArgumentException if it is on, and the variables make no sense
     */
    public static Tracing of(Map<String, String> environment, String service) {
        return isOn(environment) ? new Tracing(Optional.of(SdkExport.start(environment, service))) : OFF;
    }

    private static boolean isOn(Map<String, String> environment) {
        if (Boolean.parseBoolean(environment.getOrDefault("OTEL_SDK_DISABLED", ""))) {
            return false;
        }
        String exporter = environment.getOrDefault("OTEL_TRACES_EXPORTER", "");
        return exporter.isBlank()
                ? !environment.getOrDefault("OTEL_EXPORTER_OTLP_ENDPOINT", "").isBlank()
                        || !environment
                                .getOrDefault("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "")
                                .isBlank()
                : !exporter.strip().equalsIgnoreCase("none");
    }

    /** Whether spans are made. */
    public boolean isOn() {
        return export.isPresent();
    }

    /** A span that can be started. */
    public SpanBuilder span(String name, SpanKind kind, Context parent) {
        return tracer.spanBuilder(name).setSpanKind(kind).setParent(parent);
    }

    /**
     * Starts a span under ids that follow from what it is about, so that it has the same when it is made again.
     *
     * @param traceId 32 hexadecimal digits, for a span without a parent
     * @param spanId 16 hexadecimal digits
     */
    public Span start(SpanBuilder span, String traceId, String spanId) {
        return start(span, traceId, Optional.of(spanId));
    }

    /**
     * Starts a span under an id of its own.
     *
     * @param traceId 32 hexadecimal digits, for a span without a parent
     */
    public Span start(SpanBuilder span, String traceId) {
        return start(span, traceId, Optional.empty());
    }

    private Span start(SpanBuilder span, String traceId, Optional<String> spanId) {
        return export.map(there -> there.start(span, traceId, spanId)).orElseGet(span::startSpan);
    }

    /** The context, in which {@link #current} is this. */
    public Context in(Context context) {
        return context.with(CURRENT, this);
    }

    /** That of the work that this thread does; off where none was named. */
    public static Tracing current() {
        return Optional.ofNullable(Context.current().get(CURRENT)).orElse(OFF);
    }

    /** Sends what has not been sent, for two seconds at most. */
    @Override
    public void close() {
        export.ifPresent(Export::close);
    }
}
