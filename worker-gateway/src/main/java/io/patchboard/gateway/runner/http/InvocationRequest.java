package io.patchboard.gateway.runner.http;

import static io.patchboard.calls.HttpCaller.encoded;

import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.worker.Invocation;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The request that puts an invocation to a worker. Made once for all attempts but its signature, which has a time in
 * it.
 */
public final class InvocationRequest {

    private final HttpEndpoint endpoint;
    private final String id;
    private final byte[] body;
    private final HttpRequest unsigned;

    /**
     * @param text the body; the invocation's JSON but where a worker is tested
     * @param callback as {@link #callback} makes it
     */
    public InvocationRequest(HttpEndpoint endpoint, Invocation invocation, String text, Optional<URI> callback) {
        this(endpoint, invocation, text, callback, Optional.empty());
    }

    /** @param progress where the worker may say how far it has come */
    InvocationRequest(
            HttpEndpoint endpoint, Invocation invocation, String text, Optional<URI> callback, Optional<URI> progress) {
        this.endpoint = endpoint;
        this.id = encoded(invocation.invocationId());
        this.body = text.getBytes(StandardCharsets.UTF_8);
        boolean encrypted = "https".equalsIgnoreCase(endpoint.url().getScheme());
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint.url())
                .version(encrypted ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .header(
                        "Idempotency-Key",
                        invocation.invoked().trigger().actionId().orElse(id))
                .header("PatchBoard-Invocation-Id", id)
                .header("PatchBoard-Board-Id", encoded(invocation.boardId()))
                .header("PatchBoard-Worker", encoded(invocation.worker()))
                .header("PatchBoard-Attempt", Long.toString(invocation.attempt()))
                .header("PatchBoard-Deadline", invocation.deadline().toString());
        callback.ifPresent(url -> request.header("PatchBoard-Callback", url.toString()));
        progress.ifPresent(url -> request.header("PatchBoard-Progress", url.toString()));
        endpoint.headers().forEach(request::header);
        endpoint.secretHeaders()
                .forEach((name, header) ->
                        request.header(name, header.prefix() + header.secret().reveal()));
        this.unsigned = request.build();
    }

    /**
     * @param now must be close to the worker's own time for the signature to be of use
     * @param trace headers that carry the context of a trace, in place of what the endpoint's own say of one
     */
    public HttpRequest at(Instant now, Map<String, String> trace) {
        HttpRequest.Builder request = HttpRequest.newBuilder(unsigned, (name, value) -> true);
        trace.forEach(request::setHeader);
        endpoint.key().ifPresent(key -> {
            long timestamp = now.getEpochSecond();
            request.header("webhook-id", id)
                    .header("webhook-timestamp", Long.toString(timestamp))
                    .header("webhook-signature", Signature.of(key, id, timestamp, body));
        });
        return request.build();
    }

    /** Where whoever is given this URL may answer, once. */
    static URI callback(URI base, Invocation invocation, String capability) {
        return url(base, invocation, capability, "answer");
    }

    /** Where he may say before that how far he has come. */
    static URI progress(URI base, Invocation invocation, String capability) {
        return url(base, invocation, capability, "progress");
    }

    private static URI url(URI base, Invocation invocation, String capability, String what) {
        return URI.create(
                base.toString().replaceAll("/+$", "") + "/v1/invocations/" + encoded(invocation.invocationId())
                        + "/" + what + "?boardId=" + encoded(invocation.boardId()) + "&worker="
                        + encoded(invocation.worker()) + "&capability=" + encoded(capability));
    }
}
