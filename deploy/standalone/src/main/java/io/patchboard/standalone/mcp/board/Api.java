package io.patchboard.standalone.mcp.board;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.HttpCaller;
import io.patchboard.calls.Outcome;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.standalone.mcp.Caller;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The HTTP API, asked in somebody's name. */
public final class Api implements AutoCloseable {

    /** Longer than the API itself waits for anything. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Supplier<URI> server;
    private final HttpCaller http = new HttpCaller();
    private final JsonReader reader = new JsonReader(JsonLimits.DEFAULT);

    /** @param server its address, known when the first request is made */
    public Api(Supplier<URI> server) {
        this.server = server;
    }

    /** A reply that is no refusal. */
    public record Answer(int status, Json body, Outcome.Response whole) {

        public Optional<String> header(String name) {
            return whole.headers().firstValue(name);
        }

        public JsonObject object() throws RefusedException {
            if (body instanceof JsonObject object) {
                return object;
            }
            throw new RefusedException(
                    "Expected an object from PatchBoard's server, but got a JSON " + body.typeName() + ". Is it one?");
        }
    }

    URI server() {
        return server.get();
    }

    public Answer get(Caller caller, String path) throws RefusedException, InterruptedException {
        return send(caller, request(path).GET());
    }

    /** As {@link #get}; absent where there is nothing. */
    public Optional<Answer> find(Caller caller, String path) throws RefusedException, InterruptedException {
        try {
            return Optional.of(get(caller, path));
        } catch (RefusedException e) {
            if (e.status() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /** As {@link #get}; with parameters that are there. */
    public Answer get(Caller caller, String path, Map<String, Optional<String>> query)
            throws RefusedException, InterruptedException {
        String asked = query.entrySet().stream()
                .filter(parameter -> parameter.getValue().isPresent())
                .map(parameter ->
                        parameter.getKey() + "=" + encoded(parameter.getValue().get()))
                .sorted()
                .collect(Collectors.joining("&"));
        return get(caller, asked.isEmpty() ? path : path + "?" + asked);
    }

    public Answer post(Caller caller, String path, JsonObject body) throws RefusedException, InterruptedException {
        return send(
                caller,
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofByteArray(JsonWriter.compactBytes(body))));
    }

    /** In a path or query. */
    public static String encoded(String text) {
        return HttpCaller.encoded(text);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.get() + path));
    }

    private Answer send(Caller caller, HttpRequest.Builder request) throws RefusedException, InterruptedException {
        caller.authorization().ifPresent(header -> request.header("Authorization", header));
        return switch (http.send(request.build(), Deadline.in(PATIENCE))) {
            case Outcome.NoResponse none ->
                throw new RefusedException("Expected PatchBoard's server at " + server.get() + " to answer, but "
                        + none.detail() + ". Nothing is known of what became of the request; with the same id it can be"
                        + " sent again.");
            case Outcome.Response response
            when response.isSuccess() && !response.cut() -> new Answer(response.status(), json(response), response);
            case Outcome.Response response
            when response.isSuccess() ->
                throw new RefusedException("Expected a smaller answer, but it is larger than can be read at once."
                        + " Ask for a part of it.");
            case Outcome.Response response -> throw refusal(response);
        };
    }

    private Json json(Outcome.Response response) throws RefusedException {
        if (response.body().length == 0) {
            return Json.nul();
        }
        try {
            return reader.read(response.body());
        } catch (JsonSyntaxException e) {
            throw new RefusedException(
                    "Expected JSON from PatchBoard's server at " + server.get() + ", but: " + e.getMessage());
        }
    }

    /** A problem document (RFC 9457), for a model. */
    private RefusedException refusal(Outcome.Response response) {
        try {
            return reader.read(response.body()) instanceof JsonObject problem
                    ? new RefusedException(
                            response.status(), Advice.of(response.status(), problem), Advice.detail(problem))
                    : nothingKnown(response);
        } catch (JsonSyntaxException e) {
            return nothingKnown(response);
        }
    }

    private RefusedException nothingKnown(Outcome.Response response) {
        String said =
                "Expected PatchBoard's server at " + server.get() + " to do it, but it said " + response.status() + ".";
        return new RefusedException(response.status(), said, said);
    }

    @Override
    public void close() {
        http.close();
    }
}
