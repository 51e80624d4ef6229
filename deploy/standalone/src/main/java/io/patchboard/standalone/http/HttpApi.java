package io.patchboard.standalone.http;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.patchboard.gateway.http.Health;
import io.patchboard.gateway.http.HttpServer;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.http.HttpStartException;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.gateway.http.Routes;
import io.patchboard.gateway.http.api.WorkerApi;
import io.patchboard.gateway.http.api.WorkerApiConfig;
import io.patchboard.gateway.http.outcome.Cluster;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.state.Board;
import io.patchboard.standalone.read.BoardProjection;
import io.patchboard.standalone.read.KafkaConnection;
import io.patchboard.standalone.read.LogReader;
import io.patchboard.standalone.run.StartFailedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * The HTTP server of the whole: the gateway's routes, and those that read boards. It can start before there is a broker, and
 * says that it is not ready until {@link #serve}.
 */
public final class HttpApi implements AutoCloseable {

    /** Each reads a part of the log again. */
    private static final int LOGS_AT_ONCE = 2;

    /** The largest log that is answered, in bytes of its records; a person or a page wants no more. */
    private static final long MOST_LOG_BYTES = 64L * 1024 * 1024;

    private static final String STARTING =
            "Expected all boards to be known, but their logs are still being read. Try again in a moment.";

    private final HttpServer server;
    private final WorkerApi workers = new WorkerApi();
    private final Semaphore logReads = new Semaphore(LOGS_AT_ONCE);
    private volatile Optional<Source> source = Optional.empty();

    private record Source(LogReader reader, Boards boards) {}

    private HttpApi(HttpServerConfig config) {
        this.server = HttpServer.start(config, List.of(workers::mount, this::mount));
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
        try {
            return new HttpApi(config);
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

    /** From now on answers from the boards of this cluster, and works on it. */
    public void serve(KafkaConnection connection) {
        serve(connection, new AwaitedAnswers());
    }

    /** @param awaited by the gateways of this process */
    public void serve(KafkaConnection connection, AwaitedAnswers awaited) {
        Map<String, String> properties = new LinkedHashMap<>();
        connection.properties().forEach((name, value) -> properties.put(name, value.toString()));
        Cluster cluster = new Cluster(connection.bootstrapServers(), properties, connection.topics());
        workers.serve(WorkerApiConfig.of(cluster, WorkerApiConfig.DEFAULT_GROUP, awaited));
        LogReader reader = new LogReader(connection);
        source = Optional.of(new Source(reader, Boards.follow(reader)));
    }

    /** {@code http://HOST:PORT} */
    public String url() {
        return server.url();
    }

    /** Every route, as {@code GET /path}. */
    List<String> routes() {
        return server.routes();
    }

    private void mount(Routes routes) {
        Health.mount(routes, () -> isReady() ? Optional.empty() : Optional.of(STARTING));
        routes.getAtOnce("/v1/boards", this::boards)
                .getAtOnce("/v1/boards/{id}", this::board)
                .getAtOnce("/v1/boards/{id}/state", this::state)
                .getAtOnce("/v1/boards/{id}/log", this::log);
    }

    private boolean isReady() {
        return source.filter(found -> found.boards().caughtUp()).isPresent();
    }

    private Source source() {
        return source.filter(found -> found.boards().caughtUp())
                .orElseThrow(() -> new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, STARTING));
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
        context.contentType("application/json").result(JsonWriter.compact(body));
    }

    /** Before gateways drain: nobody polls here any more, and answers of the workers that they called still arrive. */
    public void stopLending() {
        workers.stopLending();
    }

    /** Stops answering; what is being answered gets a moment. What is lent is given back. */
    @Override
    public void close() {
        try {
            workers.stopLending();
            server.close();
        } finally {
            workers.close();
            source.ifPresent(of -> of.boards().close());
        }
    }
}
