package io.patchboard.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.trace.IdGenerator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** OpenTelemetry's SDK, set up by its own environment variables. Nothing else knows it. */
final class SdkExport implements Tracing.Export {

    private static final long SECONDS_TO_CLOSE = 2;

    /** What nothing here asks the SDK for, and it may not know what the surroundings have for other programs. */
    private static final Map<String, String> UNUSED =
            Map.of("otel.metrics.exporter", "none", "otel.logs.exporter", "none", "otel.propagators", "none");

    private final OpenTelemetrySdk sdk;
    private final Tracer tracer;

    private SdkExport(OpenTelemetrySdk sdk) {
        this.sdk = sdk;
        this.tracer = sdk.getSdkTracerProvider()
                .tracerBuilder("io.patchboard")
                .setSchemaUrl(SpanAttributes.SCHEMA_URL)
                .build();
    }

    /** @throws IllegalArgumentException if the variables make no sense */
    static SdkExport start(Map<String, String> environment, String service) {
        SdkLog.toSlf4j();
        Map<String, String> properties = new HashMap<>(Map.of(
                "otel.service.name",
                service,
                // The JDK's own client sends it, and that cannot gRPC.
                "otel.exporter.otlp.protocol",
                "http/protobuf"));
        environment.forEach((name, value) -> {
            if (name.startsWith("OTEL_") && !value.isBlank()) {
                properties.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value);
            }
        });
        try {
            return new SdkExport(AutoConfiguredOpenTelemetrySdk.builder()
                    .disableShutdownHook()
                    .addPropertiesSupplier(() -> properties)
                    .addPropertiesCustomizer(config -> UNUSED) // the SDK looks at the environment, too
                    .addTracerProviderCustomizer((provider, config) -> provider.setIdGenerator(new KnownIds()))
                    .build()
                    .getOpenTelemetrySdk());
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "Expected traces to be set up by the environment variables OTEL_..., but: " + reason(e)
                            + ". Spans go to OTEL_EXPORTER_OTLP_ENDPOINT by HTTP (OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf,"
                            + " which is the default); OTEL_TRACES_EXPORTER=none turns them off.",
                    e);
        }
    }

    /** What is wrong; the SDK may have put less telling words around it. */
    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return SdkLog.withoutSecrets(String.valueOf(cause.getMessage())).replaceFirst("\\.+$", "");
    }

    @Override
    public Tracer tracer() {
        return tracer;
    }

    @Override
    public Span start(SpanBuilder span, String traceId, Optional<String> spanId) {
        KnownIds.NEXT.set(new Ids(traceId, spanId));
        try {
            return span.startSpan();
        } finally {
            KnownIds.NEXT.remove();
        }
    }

    @Override
    public void close() {
        sdk.getSdkTracerProvider().shutdown().join(SECONDS_TO_CLOSE, TimeUnit.SECONDS);
    }

    private record Ids(String trace, Optional<String> span) {}

    /** Random ids, but for a span that is started while this thread names others. */
    private static final class KnownIds implements IdGenerator {

        private static final ThreadLocal<Ids> NEXT = new ThreadLocal<>();

        @Override
        public String generateSpanId() {
            return Optional.ofNullable(NEXT.get()).flatMap(Ids::span).orElseGet(IdGenerator.random()::generateSpanId);
        }

        @Override
        public String generateTraceId() {
            Ids known = NEXT.get();
            return known == null ? IdGenerator.random().generateTraceId() : known.trace();
        }
    }
}
