package io.patchboard.gateway.runner.a2a;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.HttpCaller;
import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.runner.EndpointCaller;
import io.patchboard.gateway.runner.JsonRpc;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.Failure;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Talks to the agent of a card: reads the card, and asks over JSON-RPC. */
final class RemoteAgent {

    private static final String BINDING = "JSONRPC";
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private final HttpEndpoint card;
    private final EndpointCaller caller;

    RemoteAgent(HttpEndpoint card, HttpCaller caller) {
        this.card = card;
        this.caller = new EndpointCaller(card, caller);
    }

    /** Where something is to be had, and in which version of the protocol. */
    record Place(URI url, Dialect dialect) {}

    /** Where this skill is to be had. */
    Place place(String skill, Deadline deadline) throws NoAnswerException, InterruptedException {
        JsonObject read = caller.object(caller.send(caller.request(card.url()).GET(), deadline), "its card");
        Place place = place(read);
        JsonObject full = hasSkill(read, skill) || !isExtended(read)
                ? read
                : ask(place, place.dialect().extendedCard(), JsonObject.EMPTY, deadline);
        if (!hasSkill(full, skill)) {
            throw new NoAnswerException(Failure.Kind.REFUSED, "its card has no skill \"" + skill + "\"");
        }
        return place;
    }

    /** Whether there is a card with more for who may see it; the first is how 1.0 says so. */
    private static boolean isExtended(JsonObject card) {
        Optional<Json> yes = Optional.of(Json.of(true));
        return card.object("capabilities").get("extendedAgentCard").equals(yes)
                || card.get("supportsAuthenticatedExtendedCard").equals(yes);
    }

    private static boolean hasSkill(JsonObject card, String skill) {
        return objects(card, "skills").stream().anyMatch(each -> each.text("id").equals(skill));
    }

    private Place place(JsonObject read) throws NoAnswerException {
        Optional<String> current = objects(read, "supportedInterfaces").stream()
                .filter(each -> each.text("protocolBinding").equals(BINDING))
                .filter(each -> each.text("protocolVersion").matches("1\\.0(\\.\\d+)?"))
                .map(each -> each.text("url"))
                .findFirst();
        if (current.isPresent()) {
            return new Place(own(current.get()), Dialect.V1);
        }
        return new Place(own(former(read)), Dialect.V03);
    }

    /** A card of 0.3 has one address for the transport that it prefers, and others beside it. */
    private static String former(JsonObject read) throws NoAnswerException {
        String preferred = read.text("preferredTransport");
        if (read.text("protocolVersion").startsWith("0.3") && (preferred.isEmpty() || preferred.equals(BINDING))) {
            return read.text("url");
        }
        return objects(read, "additionalInterfaces").stream()
                .filter(each -> each.text("transport").equals(BINDING))
                .map(each -> each.text("url"))
                .findFirst()
                .orElseThrow(() -> new NoAnswerException(
                        Failure.Kind.REFUSED, "its card has no interface for JSONRPC of version 1.0 or 0.3"));
    }

    private URI own(String url) throws NoAnswerException {
        try {
            URI address = URI.create(url);
            if (origin(address).equals(origin(card.url()))) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            throw new NoAnswerException(Failure.Kind.INVALID, "the address in its card is no URL");
        }
        throw new NoAnswerException(
                Failure.Kind.REFUSED,
                "its card sends to another server than the card's own, " + said(url)
                        + "; set card to one of the server that is meant");
    }

    private static String origin(URI url) {
        String scheme = Optional.ofNullable(url.getScheme()).orElse("").toLowerCase(Locale.ROOT);
        int port = url.getPort() >= 0 ? url.getPort() : scheme.equals("https") ? HTTPS_PORT : HTTP_PORT;
        return scheme + "://" + Optional.ofNullable(url.getHost()).orElse("").toLowerCase(Locale.ROOT) + ":" + port;
    }

    /** The result of a method. */
    JsonObject ask(Place place, String method, JsonObject params, Deadline deadline)
            throws NoAnswerException, InterruptedException {
        JsonObject body = JsonRpc.request(Json.of(method), method, params);
        JsonObject answer = caller.object(
                caller.send(
                        caller.request(place.url())
                                .header("Content-Type", "application/json")
                                .header("A2A-Version", place.dialect().version())
                                .POST(BodyPublishers.ofByteArray(JsonWriter.compactBytes(body))),
                        deadline),
                "its answer to " + method);
        return JsonRpc.result(answer, method, caller::said);
    }

    /** What the agent said, quoted for a message. */
    String said(String text) {
        return caller.said(text);
    }

    static List<JsonObject> objects(JsonObject of, String name) {
        return of.get(name).orElse(Json.nul()) instanceof JsonArray items
                ? items.stream()
                        .filter(JsonObject.class::isInstance)
                        .map(JsonObject.class::cast)
                        .toList()
                : List.of();
    }
}
