package io.patchboard.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When spans are made, and what becomes of a context where none are. */
final class TracingTest {

    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @ParameterizedTest
    @CsvSource({
        "OTEL_SERVICE_NAME, mine, '', '', false",
        "OTEL_EXPORTER_OTLP_ENDPOINT, http://127.0.0.1:9, '', '', true",
        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, http://127.0.0.1:9/v1/traces, '', '', true",
        "OTEL_TRACES_EXPORTER, otlp, '', '', true",
        "OTEL_EXPORTER_OTLP_ENDPOINT, http://127.0.0.1:9, OTEL_TRACES_EXPORTER, none, false",
        "OTEL_EXPORTER_OTLP_ENDPOINT, http://127.0.0.1:9, OTEL_SDK_DISABLED, TRUE, false",
        "OTEL_EXPORTER_OTLP_ENDPOINT, ' ', OTEL_TRACES_EXPORTER, '', false",
        "OTEL_TRACES_EXPORTER, otlp, OTEL_PROPAGATORS, b3, true",
        "OTEL_TRACES_EXPORTER, otlp, OTEL_METRICS_EXPORTER, prometheus, true",
        "OTEL_TRACES_EXPORTER, otlp, OTEL_LOGS_EXPORTER, console, true",
    })
    void environment_saysWhether(String name, String value, String other, String otherValue, boolean on) {
        Map<String, String> environment =
                other.isEmpty() ? Map.of(name, value) : Map.of(name, value, other, otherValue);
        try (Tracing tracing = Tracing.of(environment, "test")) {
            assertThat(tracing.isOn()).isEqualTo(on);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "OTEL_EXPORTER_OTLP_PROTOCOL, grpc, GrpcSender",
        "OTEL_EXPORTER_OTLP_ENDPOINT, nowhere, nowhere",
        "OTEL_TRACES_EXPORTER, no-such-exporter, no-such-exporter",
        "OTEL_TRACES_SAMPLER, no-such-sampler, no-such-sampler",
    })
    void environment_withoutSense_isRefused(String name, String value, String reason) {
        Map<String, String> environment = name.equals("OTEL_EXPORTER_OTLP_ENDPOINT")
                ? Map.of(name, value)
                : Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9", name, value);

        assertThatThrownBy(() -> Tracing.of(environment, "test"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Expected traces to be set up by the environment variables OTEL_..., but: ")
                .hasMessageContaining(reason)
                .hasMessageContaining("OTEL_TRACES_EXPORTER=none turns them off.");
    }

    @ParameterizedTest
    @CsvSource({
        "OTEL_EXPORTER_OTLP_HEADERS, Authorization: Bearer s3cret",
        "OTEL_EXPORTER_OTLP_TRACES_HEADERS, Authorization: Bearer s3cret",
        "OTEL_EXPORTER_OTLP_HEADERS, 'tenant=a,s3cret'",
    })
    void headersWithoutSense_areNotTold(String name, String value) {
        assertThatThrownBy(() -> Tracing.of(Map.of("OTEL_TRACES_EXPORTER", "otlp", name, value), "test"))
                .hasMessageContaining("headers=(not shown; expected name=value,name=value). Spans go to ")
                .hasMessageNotContaining("s3cret");
    }

    /** As the client says it, of a value in which there is a line break, or of what is before a later "=". */
    @ParameterizedTest
    @ValueSource(strings = {"value: \"s3\ncret\"", "name: \"Authorization: Basic s3cret\""})
    void headerThatCannotBeSent_isNotTold(String header) {
        assertThat(SdkLog.withoutSecrets("Failed. (IllegalArgumentException: invalid header " + header + ")"))
                .isEqualTo("Failed. (IllegalArgumentException: invalid header "
                        + header.substring(0, header.indexOf('"'))
                        + "(not shown; expected name=value,name=value)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://otel.example/?api-key=s3cret",
                "otel.example/?api-key=s3cret",
                "http://user:s3 cret@otel.example/",
                "http://user:p@s3 cret@otel.example/"
            })
    void secretInAnAddress_isNotTold(String address) {
        Map<String, String> environment =
                Map.of("OTEL_TRACES_EXPORTER", "otlp", "OTEL_EXPORTER_OTLP_ENDPOINT", address);

        assertThatThrownBy(() -> Tracing.of(environment, "test"))
                .hasMessageContaining("***")
                .hasMessageNotContaining("s3");
    }

    @Test
    void off_aSpanIsItsParent() {
        Context parent =
                TraceHeaders.read(name -> Optional.of(PARENT).filter(any -> name.equals(TraceHeaders.TRACEPARENT)));
        Tracing off = Tracing.of(Map.of(), "test");

        Span child = off.start(off.span("child", SpanKind.INTERNAL, parent), "1".repeat(32), "2".repeat(16));

        assertThat(TraceHeaders.of(parent.with(child))).isEqualTo(Map.of("traceparent", PARENT));
        assertThat(TraceHeaders.of(Context.root())).isEmpty();
    }
}
