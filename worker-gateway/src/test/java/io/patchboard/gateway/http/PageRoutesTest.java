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
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page's files, as they are served. What the page does is tested in a browser. */
class PageRoutesTest extends HttpServerRig {

    /** Of elements, also of those that modules make: from the page. */
    private static final Pattern ADDRESS = Pattern.compile("(?:href=|src=)[\"']([^\"'#$][^\"']*)[\"']");

    /** Of modules: from the module. */
    private static final Pattern IMPORT =
            Pattern.compile("(?:\\b(?:import|export)\\b[\\w\\s*,{}$]*\\bfrom\\s*|\\bimport\\s*)[\"']([^\"']+)[\"']");

    @Test
    void everyFileThatIsReferredTo_isServed_withoutAToken_andNothingIsElsewhere() throws Exception {
        HttpServer server = started(config().withToken(new Secret("let-me-in")));
        Set<URI> seen = new LinkedHashSet<>();
        URI page = URI.create(server.url() + "/");
        Deque<URI> todo = new ArrayDeque<>(Set.of(page));
        while (!todo.isEmpty()) {
            URI file = todo.remove();
            if (!seen.add(file)) {
                continue;
            }
            HttpResponse<String> answer = send(HttpRequest.newBuilder(file).build());
            assertThat(answer.statusCode()).as(file.toString()).isEqualTo(200);
            assertPolicy(answer);
            references(ADDRESS, answer.body()).map(page::resolve).forEach(todo::add);
            references(IMPORT, answer.body()).map(file::resolve).forEach(todo::add);
            assertThat(todo)
                    .allSatisfy(other -> assertThat(other.getAuthority()).isEqualTo(page.getAuthority()));
        }
        assertThat(seen).hasSizeGreaterThan(6);
        assertThat(seen)
                .extracting(URI::getPath)
                .contains("/page/lit/lit-html.js", "/page/lit/directive.js", "/page/page.css", "/page/hurts.js");
        assertProblem(send(get(server, "/page/nothing.js")), 401);
    }

    private static Stream<String> references(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1));
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

        for (String known : List.of(tag, "\"other\", " + tag, "W/" + tag, "\"other\",W/" + tag, "*")) {
            HttpResponse<String> again = send(HttpRequest.newBuilder(URI.create(server.url() + "/"))
                    .header("If-None-Match", known)
                    .build());

            assertThat(again.statusCode()).as(known).isEqualTo(304);
            assertThat(again.body()).isEmpty();
            assertThat(again.headers().firstValue("ETag")).hasValue(tag);
        }
    }

    @Test
    void fileOfWhichAnotherStateIsKnown_isSent() throws Exception {
        HttpServer server = started(config());

        for (String known : List.of("\"other\", W/\"another\"", "\"all, *, or none\"")) {
            HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create(server.url() + "/"))
                    .header("If-None-Match", known)
                    .build());

            assertThat(answer.statusCode()).as(known).isEqualTo(200);
            assertThat(answer.body()).isNotEmpty();
        }
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
