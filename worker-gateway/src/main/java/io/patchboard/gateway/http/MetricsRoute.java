package io.patchboard.gateway.http;

import io.patchboard.metrics.PrometheusMetrics;
import java.util.concurrent.CompletableFuture;

/** The metrics of the process, for Prometheus. Who asks needs the right to read. */
public final class MetricsRoute {

    private MetricsRoute() {}

    public static void mount(Routes routes, PrometheusMetrics metrics) {
        routes.get(
                "/metrics",
                call -> CompletableFuture.completedFuture(
                        Reply.ofText(PrometheusMetrics.contentType(), metrics.text())));
    }
}
