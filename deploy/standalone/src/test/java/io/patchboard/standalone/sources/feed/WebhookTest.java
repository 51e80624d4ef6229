package io.patchboard.standalone.sources.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.access.Principals;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.runner.http.Signature;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.record.BoardCreated;
import io.patchboard.standalone.http.HttpApi;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is sent to a source by HTTP. */
final class WebhookTest extends SourcesRig {

    private static final Secret SECRET = new Secret("a secret of a shop");

    private final HttpClient client = HttpClient.newHttpClient();

    private int post(HttpApi api, String source, String id, String body, Secret key) throws Exception {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        long now = Instant.now().getEpochSecond();
        HttpRequest request = HttpRequest.newBuilder(URI.create(api.url() + "/v1/sources/" + source))
                .header("Content-Type", "application/json")
                .header("webhook-id", id)
                .header("webhook-timestamp", Long.toString(now))
                .header("webhook-signature", Signature.of(key, id, now, bytes))
                .POST(HttpRequest.BodyPublishers.ofByteArray(bytes))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    @Test
    void signedDelivery_countsOnce_andNobodyElseIsBelieved() throws Exception {
        topic("hooks");
        Path file = file("hooks", """
                sources:
                  hooks:
                    topic: hooks
                    webhook: {secret: {file: secret}}
                    board: {id: "'h-' + event.id", blueprint: order.json, input: {order: event}}
                  plain: {topic: plain, board: {blueprint: order.json}}
                """);
        Files.writeString(file.resolveSibling("secret"), SECRET.reveal());
        HttpServerConfig guarded =
                HttpServerConfig.onPort(0).withHost("127.0.0.1", Optional.of(Principals.only(new Secret("a token"))));

        try (HttpApi api = HttpApi.start(guarded);
                Sources sources = serve(file)) {
            assertThat(post(api, "hooks", "d-0", "{\"id\": 0}", SECRET))
                    .as("before it serves")
                    .isEqualTo(404);
            api.deliverTo(sources.deliveries());

            assertThat(post(api, "hooks", "d-1", "{\"id\": \"1\"}", SECRET)).isEqualTo(202);
            assertThat(post(api, "hooks", "d-1", "{\"id\": \"1\"}", SECRET)).isEqualTo(202);
            assertThat(post(api, "hooks", "d-2", "{\"id\": \"2\"}", new Secret("guessed")))
                    .isEqualTo(401);
            assertThat(post(api, "plain", "d-3", "{\"id\": \"3\"}", SECRET)).isEqualTo(404);
            assertThat(post(api, "hooks", "d-4", "no json", SECRET)).isEqualTo(202);
            assertThat(post(api, "hooks", "d-5", "{\"id\": \"5\"}", SECRET)).isEqualTo(202);

            await(
                    "the last one's board, and the dead letter",
                    () -> boards("h-5").size() == 1 && deadLetters("hooks").size() == 1);
        }
        assertThat(boards("h-")).containsOnlyKeys("h-1", "h-5");
        assertThat(boards("h-").get("h-1")).singleElement().satisfies(entry -> {
            BoardCreated created = (BoardCreated) entry.event();
            assertThat(created.requested().commandId()).isEqualTo("source:hooks:d-1");
            assertThat(created.source().orElseThrow().topic()).isEqualTo("hooks");
        });
    }
}
