package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.standalone.http.RunningApi.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A board's log as a stream of events, that is cut and goes on. */
class EventStreamTest extends ApiRig {

    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"stream",
             "state":{"schema":{"type":"object","properties":{"notes":{"type":"array",
                        "items":{"type":"string","maxLength":20}}}},
                      "initial":{"notes":[]}},
             "workers":{"guest":{"unsolicited":true,"write":[{"op":["add"],"path":"/notes/-"}]}}}
            """;

    private static final Pattern EVENT = Pattern.compile("id: (\\d+)\nevent: (\\w+)\ndata: (.*)\n\n");

    private static final int PROPOSALS = 300;
    private static final int CUTS = 100;

    private final HttpClient http = HttpClient.newHttpClient();

    private void create(String board) {
        String body =
                "{\"commandId\":\"c-" + board + "\",\"boardId\":\"" + board + "\",\"blueprint\":" + BLUEPRINT + "}";
        await().atMost(PATIENCE).until(() -> api.post("/v1/boards", body).status() == 201);
    }

    private Answer propose(String board, String note) throws Exception {
        return api.post(
                "/v1/boards/" + board + "/proposals",
                "{\"worker\":\"guest\",\"patch\":[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"" + note + "\"}]}",
                "Prefer",
                "respond-async");
    }

    private HttpResponse<InputStream> open(RunningApi server, String path, String last) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(server.url() + path)).header("Accept", "text/event-stream");
        if (!last.isEmpty()) {
            request.header("Last-Event-ID", last);
        }
        return http.send(request.build(), BodyHandlers.ofInputStream());
    }

    /** What a stream has until so many bytes have come, or an event whole with the last id, or it ends. */
    private static String read(HttpResponse<InputStream> stream, int bytes, int lastId) throws IOException {
        assertThat(stream.statusCode()).isEqualTo(200);
        StringBuilder text = new StringBuilder();
        try (InputStream in = stream.body()) {
            boolean whole = false;
            while (text.length() < bytes && !whole) {
                int next = in.read();
                if (next < 0) {
                    break;
                }
                text.append((char) next);
                whole = next == '\n'
                        && text.indexOf("\nid: " + lastId + "\n") >= 0
                        && text.indexOf("\n\n", text.length() - 2) >= 0;
            }
        }
        return text.toString();
    }

    @Tag("long")
    @Test
    void cutAHundredTimes_atAnyServer_itIsTheLogByteForByte() throws Exception {
        create("cut");
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            try {
                for (int i = 0; i < PROPOSALS; i++) {
                    propose("cut", "note " + i);
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        Random random = new Random(7);
        List<String> entries = new ArrayList<>();
        List<Long> ids = new ArrayList<>();
        String last = "";
        RunningApi other = new RunningApi(all);
        for (int cut = 0; cut < CUTS || entries.size() < PROPOSALS + 1; cut++) {
            if (cut % 25 == 24) {
                other.close();
                other = new RunningApi(all);
            }
            RunningApi server = cut % 2 == 0 ? api : other;
            await().atMost(PATIENCE).until(() -> server.get("/health/ready").status() == 200);
            boolean isAtTheEnd = entries.size() == PROPOSALS + 1;
            String text = read(
                    open(server, "/v1/boards/cut/log", last),
                    isAtTheEnd ? "retry: 1000\n\n".length() : random.nextInt(6_000) + 20,
                    PROPOSALS + 1);
            Matcher event = EVENT.matcher(text);
            while (event.find()) {
                ids.add(Long.parseLong(event.group(1)));
                entries.add(event.group(3));
                last = event.group(1);
            }
        }
        other.close();
        writer.join();

        assertThat(ids)
                .containsExactlyElementsOf(new ArrayList<>(
                        LongStream.rangeClosed(1, PROPOSALS + 1).boxed().toList()));
        assertThat("[" + String.join(",", entries) + "]")
                .isEqualTo(api.get("/v1/boards/cut/log").text());
    }

    @Test
    void oneKindAlone_keepsTheIds() throws Exception {
        create("kinds");
        for (String note : List.of("one", "far too long for a note here", "two", "and this one is too long, too")) {
            propose("kinds", note);
        }
        try (InputStream in =
                open(api, "/v1/boards/kinds/log?kind=PatchRejected", "").body()) {
            StringBuilder text = new StringBuilder();
            while (EVENT.matcher(text).results().count() < 2) {
                text.append((char) in.read());
            }
            assertThat(EVENT.matcher(text).results().map(event -> event.group(1) + event.group(2)))
                    .containsExactly("3PatchRejected", "5PatchRejected");
        }
    }

    @Test
    void whatCannotBeFollowed_isRefused() throws Exception {
        create("refused");
        String[] accept = {"Accept", "text/event-stream"};
        assertProblem(api.get("/v1/boards/nobody/log", accept), 404);
        assertProblem(api.get("/v1/boards/refused/log?limit=3", accept), 400);
        assertProblem(api.get("/v1/boards/refused/log?kind=Patch", accept), 400);
        Answer bad = api.get("/v1/boards/refused/log", "Accept", "text/event-stream", "Last-Event-ID", "last");
        assertProblem(bad, 400);
        assertThat(bad.text("detail"))
                .isEqualTo("Expected the id of the last event, a sequence, in the header Last-Event-ID, but got"
                        + " \"last\".");
    }

    private static void readToTheEnd(InputStream in) {
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            assertThat(e).as("a connection that is cut has ended, too").isNotNull();
        }
    }

    @Test
    void serverThatEnds_endsItsStreams() throws Exception {
        create("ended");
        RunningApi other = new RunningApi(all);
        HttpResponse<InputStream> stream = open(other, "/v1/boards/ended/log", "");
        try (InputStream in = stream.body()) {
            StringBuilder text = new StringBuilder();
            while (text.indexOf("event: BoardCreated") < 0) {
                text.append((char) in.read());
            }

            CompletableFuture<Void> end = CompletableFuture.runAsync(() -> readToTheEnd(in));
            other.close();

            assertThat(end).succeedsWithin(PATIENCE);
        }
    }
}
