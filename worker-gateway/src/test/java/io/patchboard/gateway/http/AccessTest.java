package io.patchboard.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.gateway.secret.Secret;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may come in: with a token and without. */
class AccessTest extends HttpServerRig {

    @Test
    void withoutToken_otherHostsAndSitesAreRefused() throws Exception {
        HttpServer server = started(config());
        try (Socket socket = connect(server)) {
            socket.getOutputStream().write(ascii("GET /text HTTP/1.1\r\nHost: evil.example\r\n\r\n"));
            assertThat(firstLine(socket)).contains("421");
        }
        try (Socket socket = connect(server)) {
            socket.getOutputStream()
                    .write(ascii("GET /text HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n\r\n"));
            assertThat(firstLine(socket)).contains("403");
        }
    }

    @Test
    void withToken_onlyWhoBringsItComesIn() throws Exception {
        HttpServer server = started(config().withToken(new Secret("let-me-in")));

        HttpResponse<String> without = send(get(server, "/text"));
        assertProblem(without, 401);
        assertThat(without.headers().firstValue("WWW-Authenticate")).hasValue("Bearer realm=\"patchboard\"");
        assertThat(without.body()).doesNotContain("let-me-in");
        assertProblem(send(withToken(server, "/text", "let-me-on")), 401);
        assertProblem(send(withToken(server, "/nothing", "x")), 401);
        for (String second : List.of("Bearer let-me-on", "Bearer let-me-in")) {
            HttpRequest twice = HttpRequest.newBuilder(URI.create(server.url() + "/text"))
                    .header("Authorization", "Bearer let-me-in")
                    .header("Authorization", second)
                    .build();
            assertProblem(send(twice), 400);
        }
        assertThat(send(withToken(server, "/text", "let-me-in")).statusCode()).isEqualTo(200);
        assertThat(send(get(server, "/health/live")).statusCode()).isEqualTo(200);
    }

    @Test
    void withToken_bodiesOfStrangersAreNotRead() throws Exception {
        HttpServer server = started(config().withToken(new Secret("let-me-in")));
        try (Socket socket = connect(server)) {
            socket.getOutputStream()
                    .write(ascii("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"));
            assertThat(firstLine(socket)).contains("401");
        }
    }

    @Test
    void withToken_pathWithASecretOfItsOwn_needsNone() throws Exception {
        HttpServer server = started(config().withToken(new Secret("let-me-in")));

        String sesame = "?capability=sesame";
        assertThat(send(post(server, "/secret/known%2F1/answer" + sesame, "")).body())
                .isEqualTo("true");
        assertProblem(send(post(server, "/secret/known%2F1/answer", "")), 401);
        assertProblem(send(post(server, "/secret/known%2F1/answer?capability=", "")), 401);
        assertProblem(send(post(server, "/secret/known%2F1/answer?capability=simsim", "")), 401);
        assertProblem(send(post(server, "/secret/other/answer" + sesame, "")), 401);
        assertProblem(send(get(server, "/secret/known%2F1/answer" + sesame)), 401);
        assertProblem(send(post(server, "/echo" + sesame, "/secret/known%2F1/answer" + sesame)), 401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.2", "127.0.0.1", "localhost"})
    void hostThatItListensOn_isItsOwn(String host) throws Exception {
        HttpServer server = started(config().withHost(host, Optional.empty()));

        assertThat(send(get(server, "/text")).statusCode()).isEqualTo(200);
    }

    @Test
    void otherThanLoopback_withoutToken_isRefused() {
        assertThatThrownBy(() -> config().withHost("0.0.0.0", Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0.0.0.0", "token");
    }

    private static HttpRequest withToken(HttpServer server, String path, String token) {
        return HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Authorization", "Bearer " + token)
                .build();
    }
}
