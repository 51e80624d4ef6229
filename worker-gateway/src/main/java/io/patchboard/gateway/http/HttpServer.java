package io.patchboard.gateway.http;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.util.JavalinException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running HTTP server. */
public final class HttpServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    /** Jetty's own bound of a stop does not count where it cancels what it sends, and waits for who sends it. */
    private static final Duration STOP = Duration.ofSeconds(15);

    private static final int MOST_THREADS = 16;
    private static final int LEAST_THREADS = 4;
    private static final int MOST_CONNECTIONS = 4_000;

    /** Longer than the longest poll: within one, nothing goes over the connection. */
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(90);

    private final HttpServerConfig config;
    private final Javalin javalin;
    private Optional<Routes> routes = Optional.empty();

    private HttpServer(HttpServerConfig config, List<Consumer<Routes>> mounts) {
        this.config = config;
        this.javalin = Javalin.create(settings -> configure(settings, mounts));
    }

    /**
     * Listens.
     *
     * @param mounts each adds its routes
     * @throws HttpStartException if the port is taken
     */
    public static HttpServer start(HttpServerConfig config, List<Consumer<Routes>> mounts) {
        HttpServer server = new HttpServer(config, mounts);
        try {
            server.javalin.start(config.host(), config.port());
            return server;
        } catch (JavalinException e) {
            server.javalin.stop();
            throw portTaken(config, e);
        }
    }

    /** @throws HttpStartException if the port is taken at this moment */
    public static void requireFree(HttpServerConfig config) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getByName(config.host()), config.port()));
        } catch (IOException e) {
            throw portTaken(config, e);
        }
    }

    private static HttpStartException portTaken(HttpServerConfig config, Exception cause) {
        return new HttpStartException(
                "Expected port " + config.port() + " on " + config.host() + " to be free for HTTP, but another process"
                        + " listens on it or it is not allowed to be used. Stop that process, or choose another port (0"
                        + " takes any free one).",
                cause);
    }

    /** {@code http://HOST:PORT} */
    public String url() {
        return config.url(javalin.port());
    }

    /** The URL by which others find it; absent where it listens on every address, so that no one of them is known. */
    public Optional<URI> address() {
        return config.listensEverywhere() ? Optional.empty() : Optional.of(URI.create(url()));
    }

    /** The URL by which programs of this machine find it. */
    public URI localAddress() {
        return address().orElseGet(() -> URI.create("http://" + HttpServerConfig.LOOPBACK + ":" + javalin.port()));
    }

    /** Every route, as {@code GET /path}. */
    public List<String> routes() {
        return routes.map(Routes::served).orElse(List.of());
    }

    private void configure(JavalinConfig settings, List<Consumer<Routes>> mounts) {
        QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, LEAST_THREADS);
        settings.startup.showJavalinBanner = false;
        settings.startup.showOldJavalinVersionWarning = false;
        settings.startup.startupWatcherEnabled = false;
        settings.http.defaultContentType = "application/json";
        settings.http.prefer405over404 = true;
        settings.jetty.threadPool = threads;
        settings.jetty.modifyHttpConfiguration(HttpServer::configure);
        settings.jetty.modifyServer(HttpServer::configure);
        settings.jetty.modifyServletContextHandler(handler -> {
            handler.setErrorHandler(new ProblemPages());
            handler.getServletHandler().setDecodeAmbiguousURIs(true);
        });
        Routes mounted =
                new Routes(settings.routes, new BodyReader(config.maxBodyBytes(), config.bodyTime(), threads), threads);
        settings.routes.before(new Access(config, mounted)::check);
        settings.routes.exception(Exception.class, (failure, context) -> problem(failure, context, mounted));
        settings.routes.exception(
                HttpResponseException.class, (failure, context) -> problem(failure, context, mounted));
        PageRoutes.mount(mounted);
        config.links()
                .ifPresent(links -> mounted.inTheNameOf(
                        "/v1/inbox/{id}/{item}",
                        (values, said) -> values.get(1).matches("\\d{1,18}")
                                ? links.holder(values.get(0), Long.parseLong(values.get(1)), said, Instant.now())
                                : Optional.empty()));
        mounts.forEach(mount -> mount.accept(mounted));
        routes = Optional.of(mounted);
    }

    /**
     * A board's id may have a slash in it. Routes are matched before their parameters are decoded, so it is no other
     * path.
     */
    private static void configure(HttpConfiguration http) {
        http.setUriCompliance(UriCompliance.from("RFC3986,AMBIGUOUS_PATH_SEPARATOR,AMBIGUOUS_PATH_ENCODING"));
        http.setSendServerVersion(false);
    }

    private static void configure(Server server) {
        server.setErrorHandler(new ProblemPages());
        server.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, server));
        server.addEventListener(new LifeCycle.Listener() {
            @Override
            public void lifeCycleStarting(LifeCycle event) {
                for (var connector : server.getConnectors()) {
                    if (connector instanceof ServerConnector network) {
                        network.setIdleTimeout(IDLE_TIMEOUT.toMillis());
                    }
                }
            }
        });
    }

    /**
     * Throws nothing: Javalin hands what an answer to a failure fails with to this again, for ever. That is so for each
     * request that Jetty has taken back, since nothing of it may be touched any more.
     */
    private static void problem(Exception failure, Context context, Routes mounted) {
        try {
            if (context.res().isCommitted()) {
                return;
            }
            String path = Routes.path(context);
            Reply reply = Problems.of(failure, path).reply(path);
            mounted.answer(context, reply);
        } catch (RuntimeException e) {
            LOG.debug("Expected a request that can be answered, but its caller has gone.", e);
        }
    }

    /** Stops answering. Requests that have come are still answered, within the closing time. */
    @Override
    public void close() {
        routes.ifPresent(mounted -> mounted.awaitAnswered(config.closingTime()));
        // Jetty gives up its stop when it is interrupted, with a stack trace for each part.
        boolean interrupted = Thread.interrupted();
        Thread stop = Thread.ofPlatform().daemon().name("http-stop").start(javalin::stop);
        try {
            if (!stop.join(STOP)) {
                LOG.warn(
                        "Expected the HTTP server to end within {}, but a connection keeps it: it is left behind.",
                        STOP);
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
