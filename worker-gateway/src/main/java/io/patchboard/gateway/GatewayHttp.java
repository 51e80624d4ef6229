package io.patchboard.gateway;

import io.patchboard.client.ask.KeptLogs;
import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.http.Health;
import io.patchboard.gateway.http.HttpServer;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.http.MetricsRoute;
import io.patchboard.gateway.http.api.WorkerApi;
import io.patchboard.gateway.http.api.WorkerApiConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.metrics.PrometheusMetrics;
import java.util.List;
import java.util.Optional;

/** The HTTP API of a gateway that runs on its own. It listens before the gateway runs, whose workers are told where. */
final class GatewayHttp implements AutoCloseable {

    private final WorkerApi api;
    private final Optional<BlobLinks> blobs;
    private final AwaitedAnswers awaited = new AwaitedAnswers();
    private final HttpOptions options;
    private final HttpServer server;
    private volatile boolean begun;

    private GatewayHttp(
            HttpServerConfig config, HttpOptions options, PrometheusMetrics metrics, Optional<BlobLinks> blobs) {
        this.options = options;
        this.blobs = blobs;
        this.api = new WorkerApi(blobs);
        this.server = HttpServer.start(
                config,
                List.of(
                        api::mount,
                        routes -> MetricsRoute.mount(routes, metrics),
                        routes -> Health.mount(
                                routes,
                                () -> begun && api.isServing()
                                        ? Optional.empty()
                                        : Optional.of("Expected the gateway to run, but it is still starting, or waits"
                                                + " for Kafka; its log says which."))));
    }

    /**
     * Listens.
     *
     * @param blobs to be served; absent where there are none
     * @throws io.patchboard.gateway.http.HttpStartException if the port is taken
     */
    static GatewayHttp start(
            HttpServerConfig config, HttpOptions options, PrometheusMetrics metrics, Optional<BlobLinks> blobs) {
        return new GatewayHttp(config, options, metrics, blobs);
    }

    Callbacks callbacks() {
        return new Callbacks(options.url().or(server::address), awaited, blobs);
    }

    String url() {
        return server.url();
    }

    void serve(GatewayConfig config) {
        api.serve(WorkerApiConfig.of(config.connection(), options.group(), awaited, outcome -> {}, KeptLogs.NONE));
    }

    /** From now on it is ready: Kafka has answered once, so a gateway that never reaches it does not replace others. */
    void begun() {
        begun = true;
    }

    /**
     * Before the gateway drains: nobody polls here any more, and answers of the workers that it called still arrive.
     */
    void stopLending() {
        api.stopLending();
    }

    @Override
    public void close() {
        try {
            api.stopLending();
            server.close();
        } finally {
            api.close();
        }
    }
}
