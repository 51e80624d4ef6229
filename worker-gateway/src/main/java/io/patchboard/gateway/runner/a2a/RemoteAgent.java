package io.patchboard.gateway.runner.a2a;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.HttpCaller;
import io.patchboard.calls.Outcome;
import io.patchboard.calls.RequestSpan;
import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.Failure;
import io.patchboard.tracing.SpanAttributes;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Talks to the agent of a card: reads the card, and asks over JSON-RPC. */
final class RemoteAgent {

    private static final String BINDING = "JSONRPC";
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final int TOO_MANY = 429;
    /** Of JSON-RPC: something broke at the agent's. */
    private static final long INTERNAL = -32603;

    private static final JsonReader READER = new JsonReader(JsonLimits.DEFAULT);

    private final HttpEndpoint card;
    private final Redaction redaction;
    private final HttpCaller caller;

    RemoteAgent(HttpEndpoint card, HttpCaller caller) {
        this.card = card;
        this.redaction = card.redaction();
        this.caller = caller;
    }

    /** Where something is to be had, and in which version of the protocol. */
    record Place(URI url, Dialect dialect) {}

    /** Where this skill is to be had. */
    Place place(String skill, Deadline deadline) throws AgentException, InterruptedException {
        JsonObject read = object(send(request(card.url()).GET(), deadline), "its card");
        Place place = place(read);
        JsonObject full = hasSkill(read, skill) || !isExtended(read)
                ? read
                : ask(place, place.dialect().extendedCard(), JsonObject.EMPTY, deadline);
        if (!hasSkill(full, skill)) {
            throw new AgentException(Failure.Kind.REFUSED, "its card has no skill \"" + skill + "\"");
        }
        return place;
    }

    /** Whether there is a card with more for who may see it; the first is how 1.0 says so. */
    private static boolean isExtended(JsonObject card) {
        Optional<Json> yes = Optional.of(Json.of(true));
        return object(card, "capabilities").get("extendedAgentCard").equals(yes)
                || card.get("supportsAuthenticatedExtendedCard").equals(yes);
    }

    private static boolean hasSkill(JsonObject card, String skill) {
        return objects(card, "skills").stream()
                .anyMatch(each -> text(each, "id").equals(skill));
    }

    private Place place(JsonObject read) throws AgentException {
        Optional<String> current = objects(read, "supportedInterfaces").stream()
                .filter(each -> text(each, "protocolBinding").equals(BINDING))
                .filter(each -> text(each, "protocolVersion").matches("1\\.0(\\.\\d+)?"))
                .map(each -> text(each, "url"))
                .findFirst();
        if (current.isPresent()) {
            return new Place(own(current.get()), Dialect.V1);
        }
        return new Place(own(former(read)), Dialect.V03);
    }

    /** A card of 0.3 has one address for the transport that it prefers, and others beside it. */
    private static String former(JsonObject read) throws AgentException {
        String preferred = text(read, "preferredTransport");
        if (text(read, "protocolVersion").startsWith("0.3") && (preferred.isEmpty() || preferred.equals(BINDING))) {
            return text(read, "url");
        }
        return objects(read, "additionalInterfaces").stream()
                .filter(each -> text(each, "transport").equals(BINDING))
                .map(each -> text(each, "url"))
                .findFirst()
                .orElseThrow(() -> new AgentException(
                        Failure.Kind.REFUSED, "its card has no interface for JSONRPC of version 1.0 or 0.3"));
    }

    private URI own(String url) throws AgentException {
        try {
            URI address = URI.create(url);
            if (origin(address).equals(origin(card.url()))) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            throw new AgentException(Failure.Kind.INVALID, "the address in its card is no URL");
        }
        throw new AgentException(
                Failure.Kind.REFUSED,
                "its card sends to another server than the card's own, " + redaction.excerpt(url.getBytes(UTF_8))
                        + "; set card to one of the server that is meant");
    }

    private static String origin(URI url) {
        String scheme = Optional.ofNullable(url.getScheme()).orElse("").toLowerCase(Locale.ROOT);
        int port = url.getPort() >= 0 ? url.getPort() : scheme.equals("https") ? HTTPS_PORT : HTTP_PORT;
        return scheme + "://" + Optional.ofNullable(url.getHost()).orElse("").toLowerCase(Locale.ROOT) + ":" + port;
    }

    /** The result of a method. */
    JsonObject ask(Place place, String method, JsonObject params, Deadline deadline)
            throws AgentException, InterruptedException {
        JsonObject body = JsonObject.builder()
                .put("jsonrpc", "2.0")
                .put("id", method)
                .put("method", method)
                .put("params", params)
                .build();
        JsonObject answer = object(
                send(
                        request(place.url())
                                .header("Content-Type", "application/json")
                                .header("A2A-Version", place.dialect().version())
                                .POST(BodyPublishers.ofByteArray(JsonWriter.compactBytes(body))),
                        deadline),
                "its answer to " + method);
        if (answer.get("error").orElse(Json.nul()) instanceof JsonObject error) {
            throw new AgentException(
                    error.get("code").equals(Optional.of(Json.of(INTERNAL)))
                            ? Failure.Kind.OUTAGE
                            : Failure.Kind.REFUSED,
                    "it refused " + method + ": " + said(text(error, "message")) + " (code "
                            + said(error.get("code").map(Json::toString).orElse("none")) + ")");
        }
        if (answer.get("result").orElse(Json.nul()) instanceof JsonObject result) {
            return result;
        }
        throw new AgentException(
                Failure.Kind.INVALID, "its answer to " + method + " has neither a result nor an error");
    }

    private HttpRequest.Builder request(URI url) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url).header("Accept", "application/json");
        card.headers().forEach(request::header);
        card.secretHeaders()
                .forEach((name, header) ->
                        request.header(name, header.prefix() + header.secret().reveal()));
        return request;
    }

    private Outcome.Response send(HttpRequest.Builder request, Deadline deadline)
            throws AgentException, InterruptedException {
        return switch (sent(request, deadline)) {
            case Outcome.Response response when response.isSuccess() -> response;
            case Outcome.Response response ->
                throw new AgentException(
                        response.status() == TOO_MANY
                                ? Failure.Kind.RATE_LIMIT
                                : response.mayPass() ? Failure.Kind.OUTAGE : Failure.Kind.REFUSED,
                        "it answered with status " + response.status()
                                + (response.body().length == 0 ? "" : ": " + redaction.excerpt(response.body())));
            case Outcome.NoResponse none ->
                throw new AgentException(
                        none.reason() == Outcome.Reason.OVERDUE ? Failure.Kind.TIMEOUT : Failure.Kind.OUTAGE,
                        "there was no response: " + redaction.redact(none.detail()));
        };
    }

    /** Each is a span below the invocation's, and carries its context in place of what the worker's headers say. */
    private Outcome sent(HttpRequest.Builder request, Deadline deadline) throws InterruptedException {
        HttpRequest plain = request.build();
        try (RequestSpan span =
                RequestSpan.start(plain.method(), plain.uri()).with(SpanAttributes.METHOD, plain.method())) {
            span.headers().forEach(request::setHeader);
            return span.told(caller.send(request.build(), deadline));
        }
    }

    private JsonObject object(Outcome.Response response, String what) throws AgentException {
        if (response.cut()) {
            throw new AgentException(Failure.Kind.INVALID, what + " is longer than can be read");
        }
        try {
            if (READER.read(response.body()) instanceof JsonObject object) {
                return object;
            }
        } catch (JsonSyntaxException e) {
            throw new AgentException(Failure.Kind.INVALID, what + " is no JSON: " + redaction.excerpt(response.body()));
        }
        throw new AgentException(Failure.Kind.INVALID, what + " is no object: " + redaction.excerpt(response.body()));
    }

    /** What the agent said, quoted for a message. */
    String said(String text) {
        return redaction.excerpt(text.getBytes(UTF_8));
    }

    static JsonObject object(JsonObject of, String name) {
        return of.get(name).orElse(Json.nul()) instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    static List<JsonObject> objects(JsonObject of, String name) {
        return of.get(name).orElse(Json.nul()) instanceof JsonArray items
                ? items.stream()
                        .filter(JsonObject.class::isInstance)
                        .map(JsonObject.class::cast)
                        .toList()
                : List.of();
    }

    static String text(JsonObject of, String name) {
        return of.get(name).orElse(Json.nul()) instanceof JsonString text ? text.value() : "";
    }
}
