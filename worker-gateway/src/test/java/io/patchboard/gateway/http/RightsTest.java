package io.patchboard.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.runner.CapturedLog;
import io.patchboard.json.Json;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may do what, where a file says so. */
class RightsTest extends HttpServerRig {

    @TempDir
    Path dir;

    private Path file;

    @BeforeEach
    void write() throws Exception {
        file = dir.resolve("principals.yaml");
        write("{reader: {tokens: [\"" + hash("r") + "\"], rights: [read]}," + " operator: {tokens: [\"" + hash("o")
                + "\"], rights: [operate]}}");
    }

    @Test
    void eachRoute_needsItsRight() throws Exception {
        HttpServer server = started(config().withPrincipals(ReloadedPrincipals.of(file)));

        assertThat(status(server, "GET", "/text", "r")).isEqualTo(200);
        assertThat(status(server, "POST", "/echo", "o")).isEqualTo(200);
        assertProblem(send(request(server, "GET", "/text", "nobody's")), 401);
        var refused = assertProblem(send(request(server, "POST", "/echo", "r")), 403);
        assertThat(refused.get("detail"))
                .contains(Json.of("Expected a token with the right operate, but it is that of reader, who may read."));
        assertProblem(send(request(server, "GET", "/text", "o")), 403);
        assertThat(send(get(server, "/health/live")).statusCode()).isEqualTo(200);
    }

    /** Each tenant's server has principals of its own, and no others. */
    @Test
    void tokenOfAnotherServer_isNobodysHere() throws Exception {
        HttpServer acme = started(config().withPrincipals(ReloadedPrincipals.of(file)));
        Path others = dir.resolve("globex.yaml");
        Files.writeString(
                others, "principals: {reader: {tokens: [\"" + hash("globex's") + "\"], rights: [read, operate]}}");
        HttpServer globex = started(config().withPrincipals(ReloadedPrincipals.of(others)));

        assertThat(status(globex, "GET", "/text", "globex's")).isEqualTo(200);
        assertProblem(send(request(globex, "GET", "/text", "r")), 401);
        assertProblem(send(request(globex, "POST", "/echo", "o")), 401);
        assertProblem(send(request(acme, "GET", "/text", "globex's")), 401);
    }

    @Test
    void changedFile_countsSoon_andABrokenOneChangesNothing() throws Exception {
        HttpServer server = started(config().withPrincipals(ReloadedPrincipals.of(file)));
        assertThat(status(server, "GET", "/text", "n")).isEqualTo(401);

        write("{newcomer: {tokens: [\"" + hash("n") + "\"], rights: [read]}}");
        await().atMost(PATIENCE).until(() -> status(server, "GET", "/text", "n") == 200);
        assertThat(status(server, "GET", "/text", "r")).isEqualTo(401);

        try (CapturedLog log = new CapturedLog()) {
            write("{newcomer: {tokens: [\"" + hash("n") + "\"], rights: [reed]}}");
            await().atMost(PATIENCE).until(() -> {
                assertThat(status(server, "GET", "/text", "n")).isEqualTo(200);
                return log.lines().stream().anyMatch(line -> line.contains("Whoever had rights keeps them"));
            });
        }
    }

    @Test
    void principalsAndAToken_orABrokenFile_areRefusedAtTheStart() throws Exception {
        Map<String, String> token = Map.of(Callers.TOKEN_VARIABLE, "t");
        assertThatThrownBy(() -> Callers.find(Optional.of(file), Optional.empty(), token))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "either principals or one token for all, but got --principals and " + Callers.TOKEN_VARIABLE);
        write("{a: {}}");
        assertThatThrownBy(() -> Callers.find(Optional.of(file), Optional.empty(), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least one hash of a token at /principals/a/tokens");
        assertThat(Callers.find(Optional.empty(), Optional.empty(), token)
                        .orElseThrow()
                        .whose("t"))
                .isPresent();
        assertThat(Callers.find(Optional.empty(), Optional.empty(), Map.of())).isEmpty();
    }

    private void write(String principals) throws Exception {
        Files.writeString(file, "principals: " + principals);
    }

    private int status(HttpServer server, String method, String path, String token) throws Exception {
        return send(request(server, method, path, token)).statusCode();
    }

    private static HttpRequest request(HttpServer server, String method, String path, String token) {
        return HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Authorization", "Bearer " + token)
                .method(method, BodyPublishers.noBody())
                .build();
    }

    private static String hash(String token) throws Exception {
        return "sha256:"
                + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(ascii(token)));
    }
}
