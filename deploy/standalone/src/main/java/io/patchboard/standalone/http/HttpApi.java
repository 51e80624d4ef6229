package io.patchboard.standalone.http;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.client.model.BoardModel;
import io.patchboard.client.model.ModelException;
import io.patchboard.client.seal.Opener;
import io.patchboard.gateway.access.Principals;
import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.http.Health;
import io.patchboard.gateway.http.HttpServer;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.http.HttpStartException;
import io.patchboard.gateway.http.MetricsRoute;
import io.patchboard.gateway.http.Routes;
import io.patchboard.gateway.http.api.WorkerApi;
import io.patchboard.gateway.http.api.WorkerApiConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.metrics.PrometheusMetrics;
import io.patchboard.standalone.a2a.A2aRoutes;
import io.patchboard.standalone.a2a.PushSettings;
import io.patchboard.standalone.mcp.Caller;
import io.patchboard.standalone.mcp.Dispatcher;
import io.patchboard.standalone.mcp.McpRoutes;
import io.patchboard.standalone.mcp.board.BoardFeatures;
import io.patchboard.standalone.run.StartFailedException;
import io.patchboard.standalone.sources.Boards;
import io.patchboard.standalone.sources.feed.Deliveries;
import io.patchboard.standalone.sources.feed.IndexedBoards;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * The HTTP server of the whole: the gateway's routes, and those that read boards. It can start before there is a
 * broker, and says that it is not ready until {@link #serve}.
 */
public final class HttpApi implements AutoCloseable {

    private final PrometheusMetrics metrics;
    private final HttpServer server;
    private final ReadRoutes reads;
    private final BoardErasures erasures = new BoardErasures();
    private final CatalogRoutes catalog = new CatalogRoutes();
    private final DeliveryRoute deliveries = new DeliveryRoute();
    private final WorkerApi workers;
    private final BoardFeatures features = new BoardFeatures(this::ownAddress);
    private final McpRoutes mcp = new McpRoutes(new Dispatcher(features));
    private final A2aRoutes a2a = new A2aRoutes(this::ownAddress);
    private volatile Optional<BoardModel> model = Optional.empty();

    private HttpApi(
            HttpServerConfig config,
            PrometheusMetrics metrics,
            Optional<BlobLinks> blobs,
            Optional<PushSettings> push) {
        Secret own = new Secret(UUID.randomUUID().toString());
        push.ifPresent(settings -> a2a.push(
                settings,
                new Caller(
                        config.principals().map(any -> "Bearer " + own.reveal()), Optional.empty(), Optional.empty())));
        this.metrics = metrics;
        this.reads = new ReadRoutes(new BoardBlobs(blobs.map(BlobLinks::looks)), erasures);
        this.workers = new WorkerApi(Optional.of(reads.known()), Optional.of(reads.former()), blobs);
        this.server = HttpServer.start(
                push.flatMap(any -> config.principals())
                        .map(callers -> config.withPrincipals(
                                token -> Principals.only(own).whose(token).or(() -> callers.whose(token))))
                        .orElse(config),
                List.of(workers::mount, this::mount));
    }

    /**
     * Listens on 127.0.0.1, without a token.
     *
     * @param port 0 for any free one
     * @throws StartFailedException if the port is taken
     */
    public static HttpApi start(int port) {
        return start(HttpServerConfig.onPort(port));
    }

    /** @throws StartFailedException if the port is taken */
    public static HttpApi start(HttpServerConfig config) {
        return start(config, new PrometheusMetrics(), Optional.empty(), Optional.empty());
    }

    /**
     * @param metrics of this process, to be shown
     * @param blobs to which boards may point, to be served
     * @throws StartFailedException if the port is taken
     */
    public static HttpApi start(HttpServerConfig config, PrometheusMetrics metrics, BlobLinks blobs) {
        return start(config, metrics, Optional.of(blobs), Optional.empty());
    }

    /**
     * @param push that A2A's push notifications are sent; absent where they are not
     * @throws StartFailedException if the port is taken, or the file of their receivers cannot be used
     */
    public static HttpApi start(
            HttpServerConfig config, PrometheusMetrics metrics, BlobLinks blobs, Optional<PushSettings> push) {
        try {
            return start(config, metrics, Optional.of(blobs), push);
        } catch (IllegalArgumentException e) {
            throw new StartFailedException(e.getMessage(), e);
        }
    }

    private static HttpApi start(
            HttpServerConfig config,
            PrometheusMetrics metrics,
            Optional<BlobLinks> blobs,
            Optional<PushSettings> push) {
        try {
            return new HttpApi(config, metrics, blobs, push);
        } catch (HttpStartException e) {
            throw new StartFailedException(e.getMessage(), e);
        }
    }

    /** @throws StartFailedException if the port is taken at this moment */
    public static void requireFree(HttpServerConfig config) {
        try {
            HttpServer.requireFree(config);
        } catch (HttpStartException e) {
            throw new StartFailedException(e.getMessage(), e);
        }
    }

    /**
     * From now on works on this cluster, and answers from its boards once it knows them.
     *
     * @param awaited by the gateways of this process
     * @param modelDir for the read model, which goes on there after a restart; one server at a time uses it
     * @return completes when it knows them
     * @throws StartFailedException if the directory cannot be used
     */
    public CompletableFuture<Void> serve(KafkaConnection connection, AwaitedAnswers awaited, Path modelDir) {
        return serve(connection, WorkerApiConfig.DEFAULT_GROUP, awaited, modelDir);
    }

    /**
     * As {@link #serve(KafkaConnection, AwaitedAnswers, Path)}.
     *
     * @param group that the groups of polled queues begin with
     */
    public CompletableFuture<Void> serve(
            KafkaConnection connection, String group, AwaitedAnswers awaited, Path modelDir) {
        BoardModel boards = follow(connection, modelDir);
        model = Optional.of(boards);
        workers.serve(WorkerApiConfig.of(connection, group, awaited, boards::told, boards.committed()::of));
        reads.serve(boards);
        erasures.serve(new Opener(connection));
        catalog.serve(new CatalogTopic(connection));
        BoardMeters.watch(boards, metrics.registry());
        return boards.caughtUp().thenRun(a2a::beginPushing);
    }

    /** Boards by values of their states and by labels, once this {@linkplain #serve serves}. */
    public Boards indexed() {
        return IndexedBoards.of(model.orElseThrow());
    }

    /** From now on takes what is sent to sources. */
    public void deliverTo(Deliveries taken) {
        deliveries.serve(taken);
    }

    private static BoardModel follow(KafkaConnection connection, Path modelDir) {
        try {
            return BoardModel.follow(connection, modelDir);
        } catch (ModelException e) {
            throw new StartFailedException(e.getMessage(), e);
        }
    }

    /** {@code http://HOST:PORT} */
    public String url() {
        return server.url();
    }

    /** The URL by which others find it; absent where it listens on every address, so that no one of them is known. */
    public Optional<URI> address() {
        return server.address();
    }

    /** Every route, as {@code GET /path}. */
    List<String> routes() {
        return server.routes();
    }

    private void mount(Routes routes) {
        Health.mount(routes, reads::notReady);
        MetricsRoute.mount(routes, metrics);
        reads.mount(routes);
        catalog.mount(routes);
        deliveries.mount(routes);
        mcp.mount(routes);
        a2a.mount(routes);
    }

    /** Where it reaches itself. */
    private URI ownAddress() {
        return server.localAddress();
    }

    /** Before gateways drain: nobody polls here any more, and answers of the workers that they called still arrive. */
    public void stopLending() {
        workers.stopLending();
    }

    /** Stops answering, when what is asked already is answered. What is lent is given back. */
    @Override
    public void close() {
        try {
            workers.stopLending();
            mcp.close();
            a2a.stopFollowing();
            reads.stopStreams();
            server.close();
        } finally {
            features.close();
            a2a.close();
            workers.close();
            catalog.close();
            erasures.close();
            model.ifPresent(BoardModel::close);
            metrics.close();
        }
    }
}
