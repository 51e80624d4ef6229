package io.patchboard.kernel.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.metrics.PrometheusMetrics;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KernelHttpTest {

    private final AtomicBoolean ready = new AtomicBoolean();
    private final PrometheusMetrics metrics = new PrometheusMetrics();
    private final KernelHttp http =
            KernelHttp.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), metrics, ready::get);
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        http.close();
        metrics.close();
    }

    private HttpResponse<String> ask(String method, String path) throws Exception {
        URI url = URI.create("http://127.0.0.1:" + http.port() + path);
        return client.send(
                HttpRequest.newBuilder(url)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void whileBoardsAreRestored_itLivesAndIsNotReady() throws Exception {
        assertThat(ask("GET", "/health/live").statusCode()).isEqualTo(200);
        assertThat(ask("GET", "/health/ready").statusCode()).isEqualTo(503);
        assertThat(ask("GET", "/health/ready").body()).contains("\"status\":503", "restores its boards");

        ready.set(true);

        assertThat(ask("GET", "/health/ready").body()).isEqualTo("{\"status\":\"ready\"}");
    }

    @Test
    void metrics_areThoseOfTheProcess() throws Exception {
        HttpResponse<String> answer = ask("GET", "/metrics");

        assertThat(answer.headers().firstValue("Content-Type")).hasValue(PrometheusMetrics.contentType());
        assertThat(answer.body()).contains("jvm_memory_used_bytes");
    }

    @Test
    void whatIsNotThere_isSaid() throws Exception {
        assertThat(ask("GET", "/metrics/more").statusCode()).isEqualTo(404);
        assertThat(ask("GET", "/").statusCode()).isEqualTo(404);
        assertThat(ask("POST", "/metrics").statusCode()).isEqualTo(405);
    }

    @Test
    void port_isReadFromTheEnvironment() {
        assertThat(KernelEnvironment.httpAddress(Map.of())).isEmpty();
        assertThat(KernelEnvironment.httpAddress(
                        Map.of("PATCHBOARD_HTTP_PORT", "9102", "PATCHBOARD_HTTP_HOST", "0.0.0.0")))
                .hasValue(new InetSocketAddress("0.0.0.0", 9102));
        assertThat(KernelEnvironment.httpAddress(Map.of("PATCHBOARD_HTTP_PORT", "0")))
                .hasValue(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        assertThatThrownBy(() -> KernelEnvironment.httpAddress(Map.of("PATCHBOARD_HTTP_PORT", "any")))
                .hasMessage("Expected a port from 0 to 65535 in PATCHBOARD_HTTP_PORT, but got any.");
        assertThatThrownBy(() -> KernelEnvironment.httpAddress(Map.of("PATCHBOARD_HTTP_PORT", "70000")))
                .hasMessage("Expected a port from 0 to 65535 in PATCHBOARD_HTTP_PORT, but got 70000.");
        assertThatThrownBy(() -> KernelHttp.start(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), http.port()), metrics, () -> true))
                .isInstanceOf(KernelStartException.class)
                .hasMessageContaining("Choose another PATCHBOARD_HTTP_PORT");
    }
}
