package io.patchboard.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.http.api.Bodies;
import io.patchboard.gateway.patience.MoreTime;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bodies of any length, and those that never end. */
class RequestBodiesTest extends HttpServerRig {

    @Test
    void body_ofThePermittedSize_isRead() throws Exception {
        HttpServer server = started(config());

        HttpResponse<String> response = send(post(server, "/echo", "x".repeat(LIMIT)));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("\"" + LIMIT + "\"");
    }

    @Test
    void body_tooLargeByItsLength_isRefused() throws Exception {
        assertProblem(send(post(started(config()), "/echo", "x".repeat(LIMIT + 1))), 413);
    }

    /** Whoever sends first and listens then finds the answer, and not that the connection is gone. */
    @Test
    void body_tooLargeByItsLength_canBeSentToItsEnd() throws Exception {
        HttpServer server = started(config());
        byte[] part = new byte[1024 * 1024];
        int parts = 10;
        try (Socket socket = connect(server)) {
            OutputStream out = socket.getOutputStream();
            out.write(ascii(
                    "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + parts * part.length + "\r\n\r\n"));
            for (int i = 0; i < parts; i++) {
                out.write(part);
            }
            out.flush();
            assertThat(firstLine(socket)).contains("413");
        }
    }

    /** A caller that is not told sends its next request on a connection that is gone. */
    @Test
    void body_ofARequestThatIsRefusedBefore_isNotWaitedFor_andTheAnswerSaysThatTheConnectionEnds() throws Exception {
        HttpServer server = started(config());
        try (Socket socket = connect(server)) {
            socket.getOutputStream()
                    .write(ascii("POST /echo?unknown=1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n"));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 400").contains("Connection: close");
        }
    }

    @Test
    void body_tooLargeInChunks_isRefusedWhileItIsRead() throws Exception {
        HttpServer server = started(config());
        try (Socket socket = connect(server)) {
            OutputStream out = socket.getOutputStream();
            out.write(ascii("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"));
            byte[] chunk = ascii("1F4\r\n" + "x".repeat(500) + "\r\n");
            for (int i = 0; i < 3; i++) {
                out.write(chunk);
            }
            out.flush();
            // The body never ends, and the answer comes all the same.
            assertThat(firstLine(socket)).contains("413");
        }
    }

    @Test
    void body_of100Megabytes_isRefusedAndTheServerGoesOn() throws Exception {
        HttpServer server = started(config());
        byte[] part = new byte[1024 * 1024];
        HttpRequest large = HttpRequest.newBuilder(URI.create(server.url() + "/echo"))
                .POST(BodyPublishers.ofByteArrays(Collections.nCopies(100, part)))
                .build();
        try {
            assertThat(send(large).statusCode()).isEqualTo(413);
        } catch (IOException e) {
            // The server hung up while the client was still sending, as it may.
            assertThat(e).isNotNull();
        }
        assertThat(send(post(server, "/echo", "x")).statusCode()).isEqualTo(200);
    }

    @Test
    void text_thatIsNoUtf8_isRefused_ratherThanMended() throws Exception {
        HttpServer server = HttpServer.start(
                config(),
                List.of(routes -> routes.post(
                        "/text",
                        call -> Bodies.text(call).thenApply(read -> Reply.ofText("text/plain", read.text())))));
        open.add(server);
        for (String type : List.of("application/yaml", "application/json")) {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create(server.url() + "/text")).header("Content-Type", type);
            String text = "\"Gr\u00fc\u00dfe\"";

            HttpResponse<String> latin = send(request.POST(BodyPublishers.ofString(text, StandardCharsets.ISO_8859_1))
                    .build());
            assertThat(assertProblem(latin, 400).toString()).contains("a body in UTF-8");
            assertThat(send(request.POST(BodyPublishers.ofString(text)).build()).body())
                    .isEqualTo(text);
        }
    }

    @Test
    void bodies_thatNeverEnd_takeNoThreadFromOthersAndTimeOut() throws Exception {
        MoreTime.until(Duration.ofSeconds(3), limit -> {
            HttpServer server = started(config().withBodyTime(limit));
            List<Socket> slow = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                Socket socket = connect(server);
                open.add(socket);
                socket.getOutputStream()
                        .write(ascii("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx"));
                slow.add(socket);
            }

            boolean wasRead = send(post(server, "/echo", "quick")).statusCode() == 200;
            for (Socket socket : slow) {
                assertThat(firstLine(socket)).contains("408");
            }
            return wasRead;
        });
    }
}
