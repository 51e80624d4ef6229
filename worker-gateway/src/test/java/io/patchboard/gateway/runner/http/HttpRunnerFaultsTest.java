package io.patchboard.gateway.runner.http;

import static io.patchboard.gateway.runner.http.HttpWorkers.QUICK;
import static io.patchboard.gateway.runner.http.HttpWorkers.answer;
import static io.patchboard.gateway.runner.http.HttpWorkers.error;
import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.patience.Ports;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that do not behave, on bare sockets. */
final class HttpRunnerFaultsTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

    /** What a server does with a connection, from the first. */
    interface Behaviour {
        void serve(int connection, OutputStream out) throws Exception;
    }

    /** Reads each request as far as its headers tell, and leaves the rest to the behaviour. */
    private static final class RawServer implements AutoCloseable {

        private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final AtomicInteger connections = new AtomicInteger();

        RawServer(Behaviour behaviour) throws IOException {
            Thread thread = new Thread(() -> accept(behaviour));
            thread.setDaemon(true);
            thread.start();
        }

        URI url() {
            return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/w");
        }

        private void accept(Behaviour behaviour) {
            try {
                while (true) {
                    Socket accepted = socket.accept();
                    int number = connections.incrementAndGet();
                    Thread thread = new Thread(() -> serve(behaviour, number, accepted));
                    thread.setDaemon(true);
                    thread.start();
                }
            } catch (IOException e) {
                assertThat(socket.isClosed()).isTrue();
            }
        }

        private static void serve(Behaviour behaviour, int number, Socket accepted) {
            try (accepted) {
                readRequest(accepted.getInputStream());
                behaviour.serve(number, accepted.getOutputStream());
            } catch (Exception e) {
                // The client hung up, which is what some of these behaviours are for.
            }
        }

        private static void readRequest(InputStream in) throws IOException {
            StringBuilder head = new StringBuilder();
            while (!head.toString().endsWith("\r\n\r\n")) {
                head.append((char) in.read());
            }
            String length = head.toString().replaceAll("(?is).*content-length: *([0-9]+).*", "$1");
            in.readNBytes(Integer.parseInt(length));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void hangUp_triedAgain() throws Exception {
        try (RawServer server = new RawServer((connection, out) -> {
            if (connection == 2) {
                write(out, OK + "Content-Length: 3\r\n\r\n[7]");
            }
        })) {
            assertThat(answer(server.url(), invocation("i-1", "w")).patch()).isEqualTo(JsonReader.parse("[7]"));
        }
    }

    @Test
    void halfAResponse_triedAgainThenFails() throws Exception {
        try (RawServer server = new RawServer((connection, out) -> write(out, OK + "Content-Length: 300\r\n\r\n[7"))) {
            assertThat(error(server.url(), invocation("i-1", "w")))
                    .contains("the connection failed", "this was the last of 3 attempts");
            assertThat(server.connections).hasValue(3);
        }
    }

    @Test
    void chunkedAnswer_read() throws Exception {
        try (RawServer server = new RawServer((connection, out) ->
                write(out, OK + "Transfer-Encoding: chunked\r\n\r\n1\r\n[\r\n2\r\n7]\r\n0\r\n\r\n"))) {
            assertThat(answer(server.url(), invocation("i-1", "w")).patch()).isEqualTo(JsonReader.parse("[7]"));
        }
    }

    @Test
    void somethingElseThanHttp_fails() throws Exception {
        try (RawServer server = new RawServer((connection, out) -> write(out, "SSH-2.0-OpenSSH_9.2\r\n\r\n"))) {
            assertThat(error(server.url(), invocation("i-1", "w"))).contains("the connection failed");
        }
    }

    @Test
    void silenceOrStalledBody_failsAtTheTimeout() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        for (String said : new String[] {"", OK + "Content-Length: 300\r\n\r\n[7"}) {
            try (RawServer server = new RawServer((connection, out) -> {
                write(out, said);
                never.await();
            })) {
                var binding = new WorkerBinding.Http(HttpEndpoint.of(server.url()), Duration.ofSeconds(1), 1, QUICK);
                assertThat(answer(binding, invocation("i-1", "w")).error().orElseThrow())
                        .contains("within 1 s", "still at work");
            }
        }
    }

    @Test
    void endlessBody_cutAtTheLimitAndHungUpOn() throws Exception {
        AtomicLong sent = new AtomicLong();
        CountDownLatch hungUp = new CountDownLatch(1);
        try (RawServer server = new RawServer((connection, out) -> {
            try {
                write(out, OK + "Transfer-Encoding: chunked\r\n\r\n");
                byte[] chunk = ("10000\r\n" + "x".repeat(0x10000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
                while (true) {
                    out.write(chunk);
                    sent.addAndGet(chunk.length);
                }
            } finally {
                hungUp.countDown();
            }
        })) {
            assertThat(error(server.url(), invocation("i-1", "w"))).contains("longer than 16777216 bytes");
            hungUp.await();
            assertThat(sent).hasValueLessThan(64L * 1024 * 1024);
        }
    }

    @Test
    void endlessHeaders_failAtTheLatestAtTheTimeout() throws Exception {
        AtomicLong sent = new AtomicLong();
        try (RawServer server = new RawServer((connection, out) -> {
            write(out, OK);
            String header = "X-More: " + "x".repeat(8_000) + "\r\n";
            while (true) {
                write(out, header);
                sent.addAndGet(header.length());
            }
        })) {
            var binding = new WorkerBinding.Http(HttpEndpoint.of(server.url()), Duration.ofSeconds(5), 1, QUICK);
            assertThat(answer(binding, invocation("i-1", "w")).isFailed()).isTrue();
            assertThat(sent).hasValueLessThan(64L * 1024 * 1024);
        }
    }

    @Test
    void nobodyThere_failsAfterAllAttempts() throws Exception {
        try (Socket unheard = Ports.unheard()) {
            URI nobody = URI.create("http://127.0.0.1:" + unheard.getLocalPort() + "/w");
            assertThat(error(nobody, invocation("i-1", "w"))).contains("no connection to it", "the last of 3 attempts");
        }
        assertThat(error(URI.create("http://host.invalid/w"), invocation("i-1", "w")))
                .contains("no connection to it");
    }

    @Test
    void plainServerBehindHttps_fails() throws Exception {
        try (RawServer server = new RawServer((connection, out) -> write(out, OK + "\r\n"))) {
            URI https = URI.create(server.url().toString().replace("http:", "https:"));
            var binding = new WorkerBinding.Http(HttpEndpoint.of(https), Duration.ofSeconds(2), 1, QUICK);
            assertThat(answer(binding, invocation("i-1", "w")).isFailed()).isTrue();
        }
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    // whose fault it was, for the kernel: what is none of the worker's must not count as its attempt

    private static Failure failure(URI url) throws Exception {
        return answer(url, invocation("i-1", "w")).failure().orElseThrow();
    }

    private static RawServer saying(String response) throws Exception {
        return new RawServer((connection, out) -> write(out, "HTTP/1.1 " + response + "\r\n\r\n"));
    }

    @ParameterizedTest
    @CsvSource({"429, RATE_LIMIT", "503, OUTAGE", "500, OUTAGE", "408, OUTAGE", "404, REFUSED", "302, REFUSED"})
    void status_hasItsClass(int status, Failure.Kind kind) throws Exception {
        try (RawServer server = saying(status + " X\r\nContent-Length: 0")) {
            assertThat(failure(server.url()).kind()).isEqualTo(kind);
        }
    }

    /** The wait is longer than the gateway has time for, so the kernel is told. */
    @Test
    void retryAfter_isPassedOn() throws Exception {
        try (RawServer server = saying("429 X\r\nRetry-After: 3600\r\nContent-Length: 0")) {
            assertThat(failure(server.url()).retryAfter()).contains(Duration.ofHours(1));
        }
    }

    @Test
    void answerThatIsNone_isInvalid() throws Exception {
        try (RawServer server = saying("200 X\r\nContent-Type: application/json\r\nContent-Length: 0")) {
            assertThat(failure(server.url()).kind()).isEqualTo(Failure.Kind.INVALID);
        }
    }

    @Test
    void answerInACodingThatNobodyAskedFor_isInvalid_andSaysWhich() throws Exception {
        try (RawServer server =
                saying("200 X\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 0")) {
            Failure failure = failure(server.url());

            assertThat(failure.kind()).isEqualTo(Failure.Kind.INVALID);
            assertThat(failure.message()).contains("Content-Encoding gzip", "without a coding");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "identity", "utf-8"})
    void answerThatIsJson_counts_whateverCodingItsServerNames(String coding) throws Exception {
        String headers = "200 X\r\nContent-Type: application/json\r\nContent-Encoding: " + coding;
        try (RawServer server = saying(headers + "\r\nContent-Length: 12\r\n\r\n{\"patch\":[]}")) {
            assertThat(answer(server.url(), invocation("i-1", "w")).failure()).isEmpty();
        }
    }

    @Test
    void nobodyListens_isAnOutage() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0)) {
            port = closed.getLocalPort();
        }
        assertThat(failure(URI.create("http://127.0.0.1:" + port)).kind()).isEqualTo(Failure.Kind.OUTAGE);
    }
}
