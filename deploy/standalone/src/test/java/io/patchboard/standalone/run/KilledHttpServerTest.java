package io.patchboard.standalone.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code up} with a token, killed while an invocation is lent. */
@Tag("long")
class KilledHttpServerTest {

    private static final String TOKEN = "a token from a file";

    private static final String BOARD = """
            {"boardId":"b-1","commandId":"c-1","blueprint":
             {"apiVersion":"patchboard/v1","name":"notes",
              "state":{"schema":{"type":"object"},"initial":{"notes":[]}},
              "workers":{"scribe":{"instruction":"Note.","queue":"scribes","write":[{"op":["add"],"path":"/notes/-"}]}},
              "rules":[{"name":"begin","on":{"event":"created"},"invoke":"scribe"}],
              "policies":{"default":{"timeout":"PT5M"}},
              "complete":{"when":"size(state.notes) == 1","result":"/notes"}}}
            """;

    @TempDir
    Path dir;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void lentInvocation_afterAKill_isLentAgainAndCountsOnce() throws Exception {
        Path token = Files.writeString(dir.resolve("token"), TOKEN + "\n");
        String[] options = {"--http-token-file", token.toString()};
        JsonObject lent;
        try (UpProcess up = UpProcess.start(dir.resolve("data"), 0, options)) {
            assertThat(post(up, "/v1/boards", BOARD, Optional.empty()).statusCode())
                    .isEqualTo(401);
            create(up);
            lent = poll(up);
            up.kill();
        }

        try (UpProcess up = UpProcess.start(dir.resolve("data"), 0, options)) {
            // Ready means that the boards of before are known.
            assertThat(get(up, "/v1/boards/b-1/state").body()).isEqualTo("{\"notes\":[]}");
            assertThat(get(up, "/health/ready").statusCode()).isEqualTo(200);
            // The request of before the kill, repeated: the outcome stands in the log.
            create(up);
            JsonObject again = poll(up);
            assertThat(again.get("invocationId")).isEqualTo(lent.get("invocationId"));
            String path = "/v1/invocations/" + text(again, "invocationId") + "/answer";
            HttpResponse<String> first = post(up, path, note("first"));
            HttpResponse<String> second = post(up, path, note("second"));

            assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
            assertThat(second.body()).isEqualTo(first.body());
            assertThat(up.stop()).isZero();
        }
    }

    /** A busy machine may take longer than the server waits: then the request is only accepted, and is repeated. */
    private void create(UpProcess up) {
        await().atMost(Duration.ofMinutes(5))
                .until(() -> post(up, "/v1/boards", BOARD).statusCode(), status -> status == 201);
    }

    private JsonObject poll(UpProcess up) {
        return await().atMost(Duration.ofMinutes(5))
                .until(
                        () -> {
                            HttpResponse<String> answer = post(up, "/v1/queues/scribes/poll", "{\"wait\":\"PT30S\"}");
                            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                            return ((JsonArray) ((JsonObject) JsonReader.parse(answer.body()))
                                            .get("invocations")
                                            .orElseThrow())
                                    .stream().map(JsonObject.class::cast).findFirst();
                        },
                        Optional::isPresent)
                .orElseThrow();
    }

    private HttpResponse<String> get(UpProcess up, String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(up.http() + path))
                        .header("Authorization", "Bearer " + TOKEN)
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> post(UpProcess up, String path, String body) throws Exception {
        return post(up, path, body, Optional.of(TOKEN));
    }

    private HttpResponse<String> post(UpProcess up, String path, String body, Optional<String> token) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(up.http() + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        token.ifPresent(value -> request.header("Authorization", "Bearer " + value));
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private static String note(String text) {
        return "[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"" + text + "\"}]";
    }

    private static String text(JsonObject object, String name) {
        return ((JsonString) object.get(name).orElseThrow()).value();
    }
}
