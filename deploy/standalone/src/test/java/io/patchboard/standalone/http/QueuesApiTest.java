package io.patchboard.standalone.http;

import static io.patchboard.standalone.http.RunningApi.note;
import static io.patchboard.standalone.http.RunningApi.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Invocations over HTTP: who polls, gets them, for as long as a lease. */
@Order(1) // takes long, so it begins first
class QueuesApiTest extends ApiRig {

    private final AtomicBoolean ended = new AtomicBoolean();

    @Test
    void lease_thatEnds_givesTheInvocationToTheNext() throws Exception {
        api.createBoard("leases", "q-leases");
        String mine = "{\"workers\":[\"scribe\"],\"lease\":\"PT1S\",\"wait\":30000}";
        JsonObject first = poll("q-leases", mine);
        JsonObject second = poll("q-leases", mine);

        assertThat(text(second, "invocationId")).isEqualTo(text(first, "invocationId"));
        // Its lease is over, its deadline is not.
        assertThat(api.post(answerPath(first), note("late")).status()).isEqualTo(200);
    }

    @Test
    void poll_ofAQueueThatIsNotThereYet_waitsForIt() throws Exception {
        CompletableFuture<List<JsonObject>> waiting = lentInTheEnd("q-later", "{\"wait\":\"PT60S\"}");
        assertThat(api.post("/v1/queues/q-later/poll", "{\"wait\":0}").invocations())
                .isEmpty();

        api.createBoard("later", "q-later");

        assertThat(waiting.get(5, TimeUnit.MINUTES)).hasSize(1);
    }

    @Test
    void pollersInHundreds_shareTheInvocations() throws Exception {
        List<CompletableFuture<List<JsonObject>>> waiting = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            waiting.add(lentInTheEnd("q-crowd", "{\"wait\":\"PT60S\",\"workers\":[\"scribe\"]}"));
        }
        for (int i = 0; i < 20; i++) {
            assertThat(api.createBoard("crowd-" + i, "q-crowd").status()).isEqualTo(201);
        }

        List<String> boards = new ArrayList<>();
        await().atMost(PATIENCE).untilAsserted(() -> {
            boards.clear();
            for (CompletableFuture<List<JsonObject>> one : waiting) {
                if (one.isDone()) {
                    one.get().forEach(invocation -> boards.add(text(invocation, "boardId")));
                }
            }
            assertThat(boards).hasSize(20);
        });
        assertThat(boards).doesNotHaveDuplicates();
        ended.set(true);
    }

    /** Polls again for as long as nothing comes, as a poll ends after a minute. */
    private CompletableFuture<List<JsonObject>> lentInTheEnd(String queue, String body) {
        return api.posted("/v1/queues/" + queue + "/poll", body).thenCompose(answer -> {
            boolean goOn = answer.status() == 200 && answer.invocations().isEmpty() && !ended.get();
            return goOn ? lentInTheEnd(queue, body) : CompletableFuture.completedFuture(answer.invocations());
        });
    }

    @Test
    void poller_whoLeaves_takesNothingWithIt() throws Exception {
        try (Socket leaver = connect()) {
            leaver.getOutputStream()
                    .write(("POST /v1/queues/q-leaver/poll HTTP/1.1\r\nHost: localhost\r\n"
                                    + "Content-Type: application/json\r\nContent-Length: 12\r\n\r\n{\"wait\":6e4}")
                            .getBytes(StandardCharsets.US_ASCII));
        }
        api.createBoard("leaver", "q-leaver");

        // Had it been lent to the one who left, it would not come before its deadline.
        JsonObject invocation = poll("q-leaver", "{\"wait\":\"PT30S\",\"workers\":[\"scribe\"]}");
        assertThat(text(invocation, "boardId")).isEqualTo("leaver");
        assertThat(text(poll("q-leaver", "{\"wait\":\"PT30S\",\"workers\":[\"critic\"]}"), "boardId"))
                .isEqualTo("leaver");
    }

    @Test
    void poll_thatIsRefused_takesNothing() throws Exception {
        api.createBoard("refused", "q-refused");
        JsonObject critic = poll("q-refused", "{\"workers\":[\"critic\"],\"wait\":\"PT30S\"}");
        assertThat(text(critic, "boardId")).isEqualTo("refused");

        assertProblem(api.post("/v1/queues/q-refused/poll", "{\"max\":100,\"checkpoints\":\"yes\"}"), 400);

        // Had it been lent to nobody, it would not come before its deadline.
        JsonObject scribe = poll("q-refused", "{\"workers\":[\"scribe\"],\"wait\":\"PT30S\"}");
        assertThat(text(scribe, "boardId")).isEqualTo("refused");
    }

    @Test
    void poll_ofMoreWorkersThanABlueprintHas_isRefused() throws Exception {
        String names = "\"w\",".repeat(201);

        assertProblem(api.post("/v1/queues/q/poll", "{\"workers\":[" + names + "\"w\"]}"), 400);
    }

    @Test
    void invocations_nobodyAsksFor_doNotHoldUpOthers() throws Exception {
        for (int i = 0; i < 5; i++) {
            api.createBoard("mixed-" + i, "q-mixed");
        }
        assertThat(api.post("/v1/queues/q-mixed/poll", "{\"max\":100,\"workers\":[\"nobody\"],\"wait\":0}")
                        .invocations())
                .isEmpty();

        Set<String> boards = new HashSet<>();
        while (boards.size() < 5) {
            api.lent("q-mixed", "{\"max\":100,\"workers\":[\"critic\"],\"wait\":\"PT30S\"}")
                    .forEach(invocation -> boards.add(text(invocation, "boardId")));
        }
        assertThat(boards).hasSize(5);
    }

    @Tag("long")
    @Test
    void invocations_nobodyAsksFor_arrivingOneByOne_doNotHoldUpOthers() throws Exception {
        for (int i = 0; i < 100; i++) {
            String board = "lonely-" + i;
            assertThat(api.createBoard(board, "q-lonely").status()).isEqualTo(201);
            // Nobody polls for its scribe.
            JsonObject critic = poll("q-lonely", "{\"workers\":[\"critic\"],\"wait\":\"PT30S\"}");
            assertThat(text(critic, "boardId")).isEqualTo(board);
        }
    }

    @Tag("long")
    @Test
    void server_whosePollersHaveGone_leavesTheQueueToOthers() throws Exception {
        api.createBoard("left-0", "q-left");
        JsonObject first = poll("q-left", "{\"workers\":[\"scribe\"],\"wait\":\"PT30S\"}");
        assertThat(api.post(answerPath(first), note("x")).status()).isEqualTo(200);
        Set<String> missing = new HashSet<>();
        for (int i = 1; i <= 20; i++) {
            missing.add("left-" + i);
            api.createBoard("left-" + i, "q-left");
        }

        try (RunningApi other = new RunningApi(all)) {
            await().atMost(PATIENCE).until(() -> {
                other.post("/v1/queues/q-left/poll", "{\"max\":100,\"workers\":[\"scribe\"],\"wait\":\"PT5S\"}")
                        .invocations()
                        .forEach(invocation -> missing.remove(text(invocation, "boardId")));
                return missing.isEmpty();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%2Fb", "%C3%BC", "a.b", "-a", "%20", "a%00b"})
    void queue_thatCannotBe_isRefused(String name) throws Exception {
        assertProblem(api.post("/v1/queues/" + name + "/poll", "{\"wait\":0}"), 400);
    }

    private Socket connect() throws IOException {
        return new Socket(
                InetAddress.getLoopbackAddress(), URI.create(api.url()).getPort());
    }

    @Test
    void examples_ofTheDocument_doWhatTheySay() throws Exception {
        JsonObject paths =
                (JsonObject) api.get("/openapi.json").json().get("paths").orElseThrow();

        assertThat(api.post("/v1/boards", example(paths, "/v1/boards", "board")).status())
                .isEqualTo(201);
        assertThat(api.post("/v1/boards/notes-1/proposals", example(paths, "/v1/boards/{id}/proposals", "proposal"))
                        .status())
                .isEqualTo(200);
        JsonObject invocation = poll("notes", example(paths, "/v1/queues/{queue}/poll", "poll"));
        for (String name : List.of("envelope", "patch")) {
            assertThat(api.post(answerPath(invocation), example(paths, "/v1/invocations/{id}/answer", name))
                            .status())
                    .isEqualTo(200);
        }
    }

    private static String example(JsonObject paths, String path, String name) {
        Json at = paths.get(path).orElseThrow();
        for (String step : List.of("post", "requestBody", "content", "application/json", "examples", name, "value")) {
            at = ((JsonObject) at).get(step).orElseThrow();
        }
        return at.toString();
    }
}
