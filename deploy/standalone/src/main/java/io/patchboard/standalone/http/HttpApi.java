package io.patchboard.standalone.http;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.util.JavalinException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.state.Board;
import io.patchboard.standalone.read.BoardProjection;
import io.patchboard.standalone.read.KafkaConnection;
import io.patchboard.standalone.read.LogReader;
import io.patchboard.standalone.run.StartFailedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server. It can start before there is a broker, and says that it is not ready until {@link #serve}. */
public final class HttpApi implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HttpApi.class);
    private static final String HOST = "127.0.0.1";
    private static final Set<String> OWN_NAMES = Set.of(HOST, "localhost", "[::1]");
    private static final int MOST_THREADS = 16;
    private static final int LEAST_THREADS = 4;

    /** Each reads a part of the log again. */
    private static final int LOGS_AT_ONCE = 2;

    /** The largest log that is answered, in bytes of its records; a person or a page wants no more. */
    private static final long MOST_LOG_BYTES = 64L * 1024 * 1024;

    private final Javalin javalin;
    private final Semaphore logReads = new Semaphore(LOGS_AT_ONCE);
    private volatile Optional<Source> source = Optional.empty();

    private record Source(LogReader reader, Boards boards) {}

    private HttpApi() {
        this.javalin = Javalin.create(this::configure);
    }

    /**
     * Listens on 127.0.0.1.
     *
     * @param port 0 for any free one
     * @throws StartFailedException if the port is taken
     */
    public static HttpApi start(int port) {
        HttpApi api = new HttpApi();
        try {
            api.javalin.start(HOST, port);
            return api;
        } catch (JavalinException e) {
            api.javalin.stop();
            throw portTaken(port, e);
        }
    }

    /** @throws StartFailedException if the port is taken at this moment */
    public static void requireFree(int port) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
        } catch (IOException e) {
            throw portTaken(port, e);
        }
    }

    private static StartFailedException portTaken(int port, Exception cause) {
        return new StartFailedException(
                "Expected port " + port + " on " + HOST + " to be free for HTTP, but another process listens on it"
                        + " or it is not allowed to be used. Stop that process, or choose another port (0 takes any"
                        + " free one).",
                cause);
    }

    /** From now on answers from the boards of this cluster. */
    public void serve(KafkaConnection connection) {
        LogReader reader = new LogReader(connection);
        source = Optional.of(new Source(reader, Boards.follow(reader)));
    }

    /** {@code http://127.0.0.1:PORT} */
    public String url() {
        return "http://" + HOST + ":" + javalin.port();
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.defaultContentType = "application/json";
        config.jetty.threadPool = new QueuedThreadPool(MOST_THREADS, LEAST_THREADS);
        config.routes.before(HttpApi::refuseOtherHosts);
        config.routes.get("/health/live", context -> answer(context, JsonObject.of("status", Json.of("live"))));
        config.routes.get("/health/ready", this::ready);
        config.routes.get("/v1/boards", this::boards);
        config.routes.get("/v1/boards/{id}", this::board);
        config.routes.get("/v1/boards/{id}/state", this::state);
        config.routes.get("/v1/boards/{id}/log", this::log);
        config.routes.exception(ProblemException.class, (e, context) -> problem(context, e.status(), e.getMessage()));
        config.routes.exception(
                HttpResponseException.class,
                (e, context) -> problem(context, HttpStatus.forStatus(e.getStatus()), e.getMessage()));
        config.routes.exception(
                KafkaException.class,
                (e, context) -> problem(
                        context,
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "Expected Kafka to answer, but it did not: " + e.getMessage()));
        config.routes.exception(Exception.class, (e, context) -> {
            LOG.error("Expected to answer {}, but failed.", context.path(), e);
            problem(context, HttpStatus.INTERNAL_SERVER_ERROR, "The server's log has the details.");
        });
    }

    /** A page of another site can make a browser come here under that site's name, but not under ours. */
    private static void refuseOtherHosts(Context context) {
        String host = Optional.ofNullable(context.header("Host")).orElse("").replaceFirst(":\\d+$", "");
        if (!OWN_NAMES.contains(host)) {
            throw new ProblemException(
                    HttpStatus.MISDIRECTED_REQUEST, "Expected the host " + HOST + " or localhost, but got another.");
        }
    }

    private void ready(Context context) {
        source();
        answer(context, JsonObject.of("status", Json.of("ready")));
    }

    private Source source() {
        return source.filter(found -> found.boards().caughtUp())
                .orElseThrow(
                        () -> new ProblemException(
                                HttpStatus.SERVICE_UNAVAILABLE,
                                "Expected all boards to be known, but their logs are still being read. Try again in a moment."));
    }

    private void boards(Context context) {
        answer(
                context,
                JsonObject.of("boards", JsonArray.copyOf(source().boards().all(BoardStatus::brief))));
    }

    private void board(Context context) {
        answer(context, one(context, BoardStatus::full));
    }

    private void state(Context context) {
        Board board = one(context, BoardProjection::board);
        context.header("ETag", "\"" + board.stateHash() + "\"");
        context.header("PatchBoard-Version", Long.toString(board.version()));
        answer(context, board.state());
    }

    private <T> T one(Context context, Function<BoardProjection, T> view) {
        String id = context.pathParam("id");
        return source().boards().one(id, view).orElseThrow(() -> unknown(id));
    }

    private void log(Context context) {
        String id = context.pathParam("id");
        LogReader reader = source().reader();
        if (!logReads.tryAcquire()) {
            context.header("Retry-After", "1");
            throw new ProblemException(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "Expected at most " + LOGS_AT_ONCE + " logs to be read at once, but got more requests.");
        }
        try {
            List<Json> entries = read(reader, id);
            if (entries.isEmpty()) {
                throw unknown(id);
            }
            answer(context, JsonArray.copyOf(entries));
        } finally {
            logReads.release();
        }
    }

    private static List<Json> read(LogReader reader, String id) {
        List<Json> entries = new ArrayList<>();
        long[] bytes = {0};
        reader.scan(Optional.of(id), next -> {
            entries.add(next.entry().toJson());
            bytes[0] += next.value().length;
            return bytes[0] <= MOST_LOG_BYTES;
        });
        if (bytes[0] > MOST_LOG_BYTES) {
            throw new ProblemException(
                    HttpStatus.INSUFFICIENT_STORAGE,
                    "Expected a log of at most " + MOST_LOG_BYTES
                            + " bytes, but it is larger. Read it from the topics, or with \"patchboard board log\".");
        }
        return entries;
    }

    private static ProblemException unknown(String id) {
        return new ProblemException(HttpStatus.NOT_FOUND, "Expected a board that exists, but got \"" + id + "\".");
    }

    private static void answer(Context context, Json body) {
        write(context, "application/json", body);
    }

    /** RFC 9457. */
    private static void problem(Context context, HttpStatus status, String detail) {
        JsonObject body = JsonObject.builder()
                .put("type", "about:blank")
                .put("title", status.getMessage())
                .put("status", status.getCode())
                .put("detail", detail)
                .put("instance", context.path())
                .build();
        write(context.status(status), "application/problem+json", body);
    }

    private static void write(Context context, String type, Json body) {
        context.contentType(type).result(JsonWriter.compact(body));
    }

    /** Stops answering; what is being answered gets a moment. */
    @Override
    public void close() {
        // Jetty gives up its stop when it is interrupted, with a stack trace for each part.
        boolean interrupted = Thread.interrupted();
        javalin.stop();
        source.ifPresent(of -> of.boards().close());
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
