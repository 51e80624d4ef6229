package io.patchboard.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusMetricsTest {

    private static final Metric CALLS = Metric.counter("test.calls", "Calls that were made", "worker", "outcome");

    private final PrometheusMetrics metrics = new PrometheusMetrics();

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void counter_hasItsMeaningAndLabels() {
        CALLS.counterIn(metrics.registry(), "scribe", "answered").increment(2);

        assertThat(metrics.text())
                .contains("# HELP test_calls_total Calls that were made")
                .contains("# TYPE test_calls_total counter")
                .contains("test_calls_total{outcome=\"answered\",worker=\"scribe\"} 2.0");
        assertThat(CALLS.prometheusName()).isEqualTo("test_calls_total");
    }

    @Test
    void time_isAHistogramInSeconds() {
        Metric time = Metric.time("test.time", "What it took");
        time.timerIn(metrics.registry()).record(Duration.ofMillis(15));

        assertThat(metrics.text())
                .contains("# TYPE test_time_seconds histogram")
                .contains("test_time_seconds_bucket{le=\"0.01\"} 0")
                .contains("test_time_seconds_bucket{le=\"0.02\"} 1")
                .contains("test_time_seconds_sum 0.015");
    }

    /** A thousand workers whose names strangers chose are no thousand series. */
    @ParameterizedTest
    @ValueSource(strings = {"blueprint", "worker", "model", "source"})
    void namesThatUsersChoose_areBounded(String label) {
        Metric calls = Metric.counter("test.calls", "Calls that were made", label);
        for (int i = 0; i < 1_000; i++) {
            calls.counterIn(metrics.registry(), "name-" + i).increment();
        }

        assertThat(metrics.text().lines().filter(line -> line.startsWith("test_calls_total{")))
                .hasSize(101)
                .contains("test_calls_total{" + label + "=\"name-99\"} 1.0")
                .contains("test_calls_total{" + label + "=\"other\"} 900.0");
    }

    @Test
    void labelsWithoutValue_areADefectOfTheCaller() {
        assertThatThrownBy(() -> CALLS.counterIn(metrics.registry(), "scribe"))
                .hasMessage("Expected a value for each of [worker, outcome], but got [scribe].");
    }

    @Test
    void ofTheJvm_thereIsHeapAndCollection() {
        assertThat(metrics.text()).contains("jvm_memory_used_bytes", "jvm_gc_", "process_cpu_usage", "process_files_");
    }
}
