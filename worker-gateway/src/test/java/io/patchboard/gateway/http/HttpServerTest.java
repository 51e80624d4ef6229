package io.patchboard.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths, methods, faults, and the server itself. */
class HttpServerTest extends HttpServerRig {

    @Test
    void unknownPath_isAProblem() throws Exception {
        JsonObject problem = assertProblem(send(get(started(config()), "/nothing")), 404);

        assertThat(problem.get("instance")).contains(Json.of("/nothing"));
    }

    @Test
    void wrongMethod_isAProblemThatNamesTheRightOne() throws Exception {
        HttpServer server = started(config());
        HttpRequest delete = HttpRequest.newBuilder(URI.create(server.url() + "/echo"))
                .DELETE()
                .build();

        HttpResponse<String> response = send(delete);

        assertProblem(response, 405);
        assertThat(response.headers().firstValue("Allow")).hasValue("POST");
    }

    @Test
    void head_saysWhatGetWould_withoutTheBody() throws Exception {
        HttpServer server = started(config());
        for (String path : List.of("/text", "/at-once", "/large", "/fails", "/throws", "/text?other=1", "/nothing")) {
            HttpResponse<String> get = send(get(server, path));
            HttpResponse<String> head = send(head(server, path));

            assertThat(head.statusCode()).as(path).isEqualTo(get.statusCode());
            assertThat(head.headers().allValues("ETag")).isEqualTo(get.headers().allValues("ETag"));
            assertThat(head.headers().firstValue("Content-Length"))
                    .hasValue(Integer.toString(get.body().length()));
            assertThat(head.body()).isEmpty();
        }
    }

    @Test
    void head_ofWhatIsNotReady_isNotOk() throws Exception {
        HttpServer starting = HttpServer.start(
                config(), List.of(routes -> Health.mount(routes, () -> Optional.of("Expected Kafka to run."))));
        open.add(starting);

        assertThat(send(head(starting, "/health/ready")).statusCode()).isEqualTo(503);
        assertThat(send(head(starting, "/health/live")).statusCode()).isEqualTo(200);
    }

    @Test
    void head_ofAConversation_isAMethodThatThereIsNot() throws Exception {
        HttpResponse<String> head = send(head(started(config()), "/talk"));

        assertThat(head.statusCode()).isEqualTo(405);
        assertThat(head.headers().firstValue("Allow")).hasValue("GET, DELETE, POST");
    }

    private static HttpRequest head(HttpServer server, String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + path)).HEAD().build();
    }

    @Test
    void failure_isAProblemWithoutDetails() throws Exception {
        HttpServer server = started(config());

        assertThat(assertProblem(send(get(server, "/fails")), 500).toString()).doesNotContain("secret words");
        assertThat(assertProblem(send(get(server, "/throws")), 500).toString()).doesNotContain("secret words");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /a/../../b%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "nonsense\r\n\r\n",
                "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
                "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: nine\r\n\r\n",
            })
    void requests_thatAreNoHttp_areRefused(String request) throws Exception {
        HttpServer server = started(config());
        try (Socket socket = connect(server)) {
            socket.getOutputStream().write(ascii(request));
            assertThat(firstLine(socket)).matches("HTTP/1\\.[01] [45]\\d\\d.*");
        }
        assertThat(send(get(server, "/text")).statusCode()).isEqualTo(200);
    }

    @Test
    void pathParameter_withASlash_isOneParameter() throws Exception {
        HttpResponse<String> response = send(get(started(config()), "/name/a%2Fb%20%C3%A9%25"));

        assertThat(response.body()).isEqualTo("\"a/b é%\"");
    }

    @Test
    void failures_ofKafka_haveTheStatusThatFits() {
        Problem tooLarge = Problems.of(new RecordTooLargeException("over 1048576 bytes"), "/p");
        assertThat(tooLarge.status().getCode()).isEqualTo(413);
        Problem slow = Problems.of(new TimeoutException("no answer"), "/p");
        assertThat(slow.status().getCode()).isEqualTo(503);
        assertThat(slow.headers()).containsKey("Retry-After");
        Problem forbidden = Problems.of(new TopicAuthorizationException("patchboard.proposals"), "/p");
        assertThat(forbidden.status().getCode()).isEqualTo(503);
        assertThat(forbidden.headers()).doesNotContainKey("Retry-After");
    }

    @Test
    void port_thatIsTaken_isToldByItsNumber() {
        HttpServer server = started(config());
        int port = URI.create(server.url()).getPort();

        assertThatThrownBy(() -> started(HttpServerConfig.onPort(port)))
                .isInstanceOf(HttpStartException.class)
                .hasMessageContaining(Integer.toString(port));
    }
}
