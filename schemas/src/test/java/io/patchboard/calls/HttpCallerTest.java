package io.patchboard.calls;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.patchboard.calls.Outcome.NoResponse;
import io.patchboard.calls.Outcome.Reason;
import io.patchboard.calls.Outcome.Response;
import io.patchboard.record.ContractLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class HttpCallerTest {

    private static final Duration PLENTY = Duration.ofMinutes(1);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final HttpCaller caller = new HttpCaller();
    private HttpServer server;

    private interface Behaviour {
        void serve(HttpExchange exchange) throws IOException, InterruptedException;
    }

    @AfterEach
    void close() {
        closing.countDown();
        caller.close();
        if (server != null) {
            server.stop(0);
        }
    }

    @Test
    void send_answered_statusHeadersAndBody() throws Exception {
        Outcome outcome = send(
                exchange -> {
                    exchange.getResponseHeaders().set("Content-Type", "text/plain");
                    exchange.sendResponseHeaders(418, 3);
                    exchange.getResponseBody().write(new byte[] {'y', 'e', 's'});
                },
                PLENTY);

        assertThat(outcome).isInstanceOfSatisfying(Response.class, response -> {
            assertThat(response.status()).isEqualTo(418);
            assertThat(response.contentType()).contains("text/plain");
            assertThat(response.text()).isEqualTo("yes");
            assertThat(response.cut()).isFalse();
        });
    }

    @Test
    void send_endlessBody_cutAtTheLimitOfItsStatus() throws Exception {
        for (int status : new int[] {200, 500}) {
            Outcome outcome = send(exchange -> endless(exchange, status), PLENTY);

            assertThat(outcome).isInstanceOfSatisfying(Response.class, response -> {
                assertThat(response.cut()).isTrue();
                assertThat(response.body())
                        .hasSize(status == 200 ? ContractLimits.MAX_READ_BYTES : HttpCaller.MAX_ERROR_BYTES);
            });
        }
    }

    @Test
    void send_streamThatStaysOpenBehindItsLastEvent_returnsWithIt_andHangsUp() throws Exception {
        CountDownLatch hungUp = new CountDownLatch(1);
        serve(exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("data: 1\n\ndata: 2\n\n".getBytes(UTF_8));
            try {
                while (closing.getCount() > 0) {
                    exchange.getResponseBody().write(":\n\n".getBytes(UTF_8));
                    exchange.getResponseBody().flush();
                }
            } catch (IOException e) {
                hungUp.countDown();
            }
        });

        Outcome outcome = caller.send(request(), Deadline.in(PLENTY), Outbound.ANY, "2"::equals);

        assertThat(outcome).isInstanceOfSatisfying(Response.class, response -> {
            assertThat(EventStream.data(response.text())).containsExactly("1", "2");
            assertThat(response.cut()).isFalse();
        });
        assertThat(hungUp.await(PLENTY.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void send_silence_endsAtTheDeadline() throws Exception {
        assertThat(send(exchange -> closing.await(), Duration.ofMillis(200)))
                .isEqualTo(new NoResponse(Reason.OVERDUE, OptionalInt.empty(), "there was none in time"));
    }

    @Test
    void send_bodyThatStalls_endsAtTheDeadlineAndTellsTheStatus() throws Exception {
        // The deadline must leave time for the headers, also on a busy machine.
        Outcome outcome = send(HttpCallerTest.this::stall, Duration.ofSeconds(2));

        assertThat(outcome).isEqualTo(new NoResponse(Reason.OVERDUE, OptionalInt.of(200), "there was none in time"));
    }

    @Test
    void send_hangUp_broken() throws Exception {
        Outcome outcome = send(HttpExchange::close, PLENTY);

        assertThat(outcome).isInstanceOfSatisfying(NoResponse.class, none -> {
            assertThat(none.reason()).isEqualTo(Reason.BROKEN);
            assertThat(none.status()).isEmpty();
            assertThat(none.detail()).contains("speaks no HTTP").doesNotContain("Exception");
        });
    }

    @Test
    void send_nobodyThere_unreachable() throws Exception {
        serve(HttpExchange::close);
        server.stop(0);

        assertThat(caller.send(request(), Deadline.in(PLENTY)))
                .isInstanceOfSatisfying(
                        NoResponse.class, none -> assertThat(none.reason()).isEqualTo(Reason.UNREACHABLE));
    }

    @Test
    void close_endsWhatIsUnderWayAndWhatComes() throws Exception {
        FutureTask<Outcome> call = new FutureTask<>(() -> send(this::stall, PLENTY));
        Thread.startVirtualThread(call);
        assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();

        caller.close();

        assertThatThrownBy(() -> call.get(1, TimeUnit.MINUTES))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        assertThatThrownBy(() -> caller.send(request(), Deadline.in(PLENTY))).isInstanceOf(InterruptedException.class);
    }

    @Test
    void interrupt_endsTheCall() throws Exception {
        FutureTask<Outcome> call = new FutureTask<>(() -> send(this::stall, PLENTY));
        Thread thread = Thread.startVirtualThread(call);
        assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();

        thread.interrupt();

        assertThatThrownBy(() -> call.get(1, TimeUnit.MINUTES)).hasCauseInstanceOf(InterruptedException.class);
    }

    private void stall(HttpExchange exchange) throws IOException, InterruptedException {
        exchange.sendResponseHeaders(200, 1_000);
        exchange.getResponseBody().write('x');
        exchange.getResponseBody().flush();
        asked.countDown();
        closing.await();
    }

    private void endless(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, 0);
        byte[] block = new byte[64 * 1024];
        while (closing.getCount() > 0) {
            exchange.getResponseBody().write(block);
        }
    }

    private Outcome send(Behaviour behaviour, Duration limit) throws IOException, InterruptedException {
        serve(behaviour);
        return caller.send(request(), Deadline.in(limit));
    }

    private HttpRequest request() {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"))
                .build();
    }

    private void serve(Behaviour behaviour) throws IOException {
        if (server != null) {
            server.stop(0);
        }
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.setExecutor(Thread::startVirtualThread);
        server.createContext("/", exchange -> {
            try (exchange) {
                behaviour.serve(exchange);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
    }
}
