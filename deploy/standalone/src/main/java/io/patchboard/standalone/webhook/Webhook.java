package io.patchboard.standalone.webhook;

import io.patchboard.calls.HttpCaller;
import io.patchboard.client.log.LogRecord;
import io.patchboard.gateway.runner.http.Signature;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.JsonWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * Where entries are sent, as <a href="https://www.standardwebhooks.com/">Standard Webhooks</a> has it.
 *
 * @param url may be a secret: messages name only {@link #server}
 * @param key requests are signed with it
 * @param links that are added to what asks for a person
 */
public record Webhook(URI url, Optional<Secret> key, Optional<ApprovalLinks> links) {

    /** The URL without its path and query. */
    String server() {
        return url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
    }

    /**
     * The request that brings an entry: its text on the topic if that is JSON, else its JSON form.
     *
     * @param now has to be close to the receiver's time for the signature to be of use
     */
    HttpRequest request(LogRecord entry, Instant now) {
        byte[] value = entry.value();
        boolean asIs = value.length > 0 && value[0] == '{' && links.isEmpty();
        byte[] body = asIs
                ? value
                : JsonWriter.compact(links.map(added -> added.body(entry.entry()))
                                .orElseGet(() -> entry.entry().toJson()))
                        .getBytes(StandardCharsets.UTF_8);
        String id = id(entry);
        boolean encrypted = "https".equalsIgnoreCase(url.getScheme());
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .version(encrypted ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .header("Content-Type", "application/json")
                .header("webhook-id", id)
                .header("webhook-timestamp", Long.toString(now.getEpochSecond()));
        key.ifPresent(
                secret -> request.header("webhook-signature", Signature.of(secret, id, now.getEpochSecond(), body)));
        return request.build();
    }

    /** The same for an entry however often it is sent, in ASCII as a header has to be, whatever the board's id is. */
    private static String id(LogRecord entry) {
        return HttpCaller.encoded(entry.boardId()) + ":" + entry.sequence();
    }
}
