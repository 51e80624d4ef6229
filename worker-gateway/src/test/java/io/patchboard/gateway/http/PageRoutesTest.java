package io.patchboard.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.secret.Secret;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page's files, as they are served. What the page does is tested in a browser. */
class PageRoutesTest extends HttpServerRig {

    private static final Pattern REFERENCE =
            Pattern.compile("(?:href=|src=|from ?|import ?)[\"']([^\"'#][^\"']*)[\"']");

    @Test
    void everyFileThatIsReferredTo_isServed_withoutAToken_andNothingIsElsewhere() throws Exception {
        HttpServer server = started(config().withToken(new Secret("let-me-in")));
        Set<URI> seen = new LinkedHashSet<>();
        Deque<URI> todo = new ArrayDeque<>(Set.of(URI.create(server.url() + "/")));
        while (!todo.isEmpty()) {
            URI file = todo.remove();
            if (!seen.add(file)) {
                continue;
            }
            HttpResponse<String> answer = send(HttpRequest.newBuilder(file).build());
            assertThat(answer.statusCode()).as(file.toString()).isEqualTo(200);
            assertPolicy(answer);
            Matcher reference = REFERENCE.matcher(answer.body());
            while (reference.find()) {
                URI other = file.resolve(reference.group(1));
                assertThat(other.getAuthority()).as(other.toString()).isEqualTo(file.getAuthority());
                todo.add(other);
            }
        }
        assertThat(seen).hasSizeGreaterThan(6);
        assertThat(seen).extracting(URI::getPath).contains("/page/lit/lit-html.js", "/page/page.css");
        assertProblem(send(get(server, "/page/nothing.js")), 401);
    }

    private static void assertPolicy(HttpResponse<String> answer) {
        assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'")
                .doesNotContain("unsafe", "http:", "https:", "data:", "*");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                .matches("(text/(html|css|javascript)|image/svg\\+xml); ?charset=utf-8");
    }

    @Test
    void fileThatIsKnown_isNotSentAgain() throws Exception {
        HttpServer server = started(config());
        String tag = send(get(server, "/")).headers().firstValue("ETag").orElseThrow();

        HttpResponse<String> again = send(HttpRequest.newBuilder(URI.create(server.url() + "/"))
                .header("If-None-Match", "\"other\", " + tag)
                .build());

        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(again.headers().firstValue("ETag")).hasValue(tag);
    }

    @Test
    void head_hasTheHeadersAlone() throws Exception {
        HttpServer server = started(config().withToken(new Secret("let-me-in")));

        HttpResponse<String> head = send(HttpRequest.newBuilder(URI.create(server.url() + "/"))
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .build());

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValueAsLong("Content-Length").orElseThrow())
                .isEqualTo(send(get(server, "/")).body().length());
        assertPolicy(head);
    }

    @Test
    void otherMethodsAndOtherHosts_areRefused_andItIsNoPartOfTheApi() throws Exception {
        HttpServer server = started(config());

        assertProblem(send(post(server, "/", "x")), 405);
        try (Socket socket = connect(server)) {
            socket.getOutputStream().write(ascii("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"));
            assertThat(firstLine(socket)).contains("421");
        }
        assertThat(server.routes()).doesNotContain("GET /");
    }
}
