package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.blob.DirectoryBlobs;
import io.patchboard.gateway.blob.HeldBlobs;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.metrics.PrometheusMetrics;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.TemporaryDir;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** An HTTP server on a running cluster that has read all boards, and a client of it. */
final class RunningApi implements AutoCloseable {

    /** Scribes are invited as the board begins, guests come on their own. */
    static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"notes",
             "state":{"schema":{"type":"object","properties":{"notes":{"type":"array",
                        "items":{"type":"string","maxLength":20}}}},
                      "initial":{"notes":[]}},
             "workers":{"scribe":{"instruction":"Note.","queue":"QUEUE","write":[{"op":["add"],"path":"/notes/-"}]},
                        "critic":{"instruction":"Criticize.","queue":"QUEUE","write":[{"op":["add"],"path":"/notes/-"}]},
                        "guest":{"instruction":"Note.","unsolicited":true,
                                 "write":[{"op":["add"],"path":"/notes/-"},{"op":["test"],"path":"/notes"}]}},
             "rules":[{"name":"begin","on":{"event":"created"},"invoke":"scribe"},
                      {"name":"criticize","on":{"event":"created"},"invoke":"critic"}],
             "policies":{"default":{"timeout":"PT30M","retry":{"maxAttempts":3}}},
             "complete":{"when":"size(state.notes) == 9","result":"/notes"}}
            """;

    private static final long MOST_BLOB_BYTES = 1_000_000;

    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpApi api;
    private final HeldBlobs blobs;
    private final TemporaryDir modelDir = TemporaryDir.create();

    /** What came back. */
    record Answer(int status, Map<String, List<String>> headers, String text) {

        JsonObject json() {
            return (JsonObject) JsonReader.parse(text);
        }

        String text(String name) {
            return ((JsonString) json().get(name).orElseThrow(() -> new AssertionError(text))).value();
        }

        String header(String name) {
            return headers.getOrDefault(name, List.of("")).get(0);
        }

        List<JsonObject> invocations() {
            return ((JsonArray) json().get("invocations").orElseThrow())
                    .stream().map(JsonObject.class::cast).toList();
        }
    }

    RunningApi(AllInOne all) {
        this(all, new AwaitedAnswers());
    }

    RunningApi(AllInOne all, AwaitedAnswers awaited) {
        this(all, awaited, HttpServerConfig.onPort(0));
    }

    RunningApi(AllInOne all, AwaitedAnswers awaited, HttpServerConfig config) {
        this(all, awaited, config, new PrometheusMetrics());
    }

    RunningApi(AllInOne all, AwaitedAnswers awaited, HttpServerConfig config, PrometheusMetrics metrics) {
        this.blobs = new HeldBlobs(blobs(blobDir()).store());
        this.api = HttpApi.start(config, metrics, new BlobLinks(blobs, InstantSource.system()));
        api.serve(all.connection(), awaited, modelDir.path()).join();
    }

    /** Where its blobs are. */
    Path blobDir() {
        return modelDir.path().resolve("blobs");
    }

    /** The store, to be held. */
    HeldBlobs blobs() {
        return blobs;
    }

    /** Of a megabyte each. */
    static BlobLinks blobs(Path dir) {
        try {
            return new BlobLinks(
                    DirectoryBlobs.open(dir, MOST_BLOB_BYTES, 2 * MOST_BLOB_BYTES), InstantSource.system());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return api.url();
    }

    Answer get(String path, String... headers) throws IOException, InterruptedException {
        return answer(http.send(with(request(path), headers).build(), BodyHandlers.ofString()));
    }

    Answer post(String path, String body, String... headers) throws IOException, InterruptedException {
        return answer(http.send(posting(path, body, headers), BodyHandlers.ofString()));
    }

    Answer put(String path, String body, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                request(path).setHeader("Content-Type", "application/json").PUT(BodyPublishers.ofString(body));
        return answer(http.send(with(request, headers).build(), BodyHandlers.ofString()));
    }

    CompletableFuture<Answer> posted(String path, String body, String... headers) {
        return http.sendAsync(posting(path, body, headers), BodyHandlers.ofString())
                .thenApply(RunningApi::answer);
    }

    /** A board whose workers are invited through a queue of this name. Asked for until it is decided. */
    Answer createBoard(String id, String queue) throws IOException, InterruptedException {
        String body = "{\"commandId\":\"" + UUID.randomUUID() + "\",\"boardId\":\"" + id + "\",\"blueprint\":"
                + BLUEPRINT.replace("QUEUE", queue) + "}";
        Answer answer = post("/v1/boards", body);
        while (answer.status() == 202 || answer.status() == 503) {
            answer = post("/v1/boards", body);
        }
        return answer;
    }

    /** Polls until somebody is lent something, as a poll ends after a minute at the latest. */
    List<JsonObject> lent(String queue, String body, String... headers) throws IOException, InterruptedException {
        List<JsonObject> lent = List.of();
        while (lent.isEmpty()) {
            Answer answer = post("/v1/queues/" + queue + "/poll", body, headers);
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            lent = answer.invocations();
        }
        return lent;
    }

    private HttpRequest posting(String path, String body, String... headers) {
        HttpRequest.Builder request = request(path)
                .setHeader("Content-Type", "application/json")
                .setHeader("Prefer", "wait=60")
                .POST(BodyPublishers.ofString(body));
        return with(request, headers).build();
    }

    private static HttpRequest.Builder with(HttpRequest.Builder request, String... headers) {
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return request;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(api.url() + path));
    }

    private static Answer answer(HttpResponse<String> response) {
        return new Answer(response.statusCode(), response.headers().map(), response.body());
    }

    static String text(JsonObject object, String name) {
        return ((JsonString) object.get(name).orElseThrow()).value();
    }

    static String note(String text) {
        return "[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":" + Json.of(text) + "}]";
    }

    @Override
    public void close() {
        api.close();
        modelDir.close();
    }
}
