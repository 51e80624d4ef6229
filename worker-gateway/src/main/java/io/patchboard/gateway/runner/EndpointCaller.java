package io.patchboard.gateway.runner;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.HttpCaller;
import io.patchboard.calls.Outcome;
import io.patchboard.calls.RequestSpan;
import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.record.Failure;
import io.patchboard.tracing.SpanAttributes;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Predicate;

/** Asks an endpoint for JSON, with its headers, and says of what went wrong whose fault it was, without its secrets. */
public final class EndpointCaller {

    private static final int NOT_FOUND = 404;
    private static final int TOO_MANY = 429;
    private static final JsonReader READER = new JsonReader(JsonLimits.SENT);

    private final HttpEndpoint endpoint;
    private final Redaction redaction;
    private final HttpCaller caller;

    /** @param caller closed by its owner */
    public EndpointCaller(HttpEndpoint endpoint, HttpCaller caller) {
        this.endpoint = endpoint;
        this.redaction = endpoint.redaction();
        this.caller = caller;
    }

    /** @param url where the endpoint's headers may go */
    public HttpRequest.Builder request(URI url) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url).header("Accept", "application/json");
        endpoint.headers().forEach(request::header);
        endpoint.secretHeaders()
                .forEach((name, header) ->
                        request.header(name, header.prefix() + header.secret().reveal()));
        return request;
    }

    /** The response, which is a success. */
    public Outcome.Response send(HttpRequest.Builder request, Deadline deadline)
            throws NoAnswerException, InterruptedException {
        return send(request, deadline, event -> false);
    }

    /**
     * The same, up to the last event, where the response is a stream of events.
     *
     * @param isLast asked about the data of each event
     */
    public Outcome.Response send(HttpRequest.Builder request, Deadline deadline, Predicate<String> isLast)
            throws NoAnswerException, InterruptedException {
        return switch (sent(request, deadline, isLast)) {
            case Outcome.Response response when response.isSuccess() -> response;
            case Outcome.Response response -> throw refusal(response);
            case Outcome.NoResponse none -> throw noResponse(none);
        };
    }

    /** What is not there has heard of nothing. */
    private NoAnswerException refusal(Outcome.Response response) {
        NoAnswerException failure = new NoAnswerException(
                response.status() == TOO_MANY
                        ? Failure.Kind.RATE_LIMIT
                        : response.mayPass() ? Failure.Kind.OUTAGE : Failure.Kind.REFUSED,
                "it answered with status " + response.status()
                        + (response.body().length == 0 ? "" : ": " + redaction.excerpt(response.body())),
                response.mayPass() ? response.retryAfter(Clock.systemUTC()) : Optional.empty());
        return response.status() == NOT_FOUND ? failure.notBegun() : failure;
    }

    private NoAnswerException noResponse(Outcome.NoResponse none) {
        Failure.Kind kind = switch (none.reason()) {
            case OVERDUE -> Failure.Kind.TIMEOUT;
            case REFUSED -> Failure.Kind.REFUSED;
            case UNREACHABLE, NO_CONNECTION_IN_TIME, NO_TLS, BROKEN -> Failure.Kind.OUTAGE;
        };
        NoAnswerException failure = new NoAnswerException(
                kind,
                (none.reason() == Outcome.Reason.REFUSED ? "it may not be called: " : "there was no response: ")
                        + redaction.redact(none.detail()));
        return switch (none.reason()) {
            case UNREACHABLE, NO_CONNECTION_IN_TIME, REFUSED -> failure.notBegun();
            case OVERDUE, NO_TLS, BROKEN -> failure;
        };
    }

    /** Each is a span below the invocation's, and carries its context in place of what the endpoint's headers say. */
    private Outcome sent(HttpRequest.Builder request, Deadline deadline, Predicate<String> isLast)
            throws InterruptedException {
        HttpRequest plain = request.build();
        try (RequestSpan span =
                RequestSpan.start(plain.method(), plain.uri()).with(SpanAttributes.METHOD, plain.method())) {
            span.headers().forEach(request::setHeader);
            return span.told(caller.send(request.build(), deadline, endpoint.outbound(), isLast));
        }
    }

    /** @param what the response is, for a message */
    public JsonObject object(Outcome.Response response, String what) throws NoAnswerException {
        if (json(response, what) instanceof JsonObject object) {
            return object;
        }
        throw new NoAnswerException(
                Failure.Kind.INVALID, what + " is no object: " + redaction.excerpt(response.body()));
    }

    /** @param what the response is, for a message */
    public Json json(Outcome.Response response, String what) throws NoAnswerException {
        if (response.cut()) {
            throw new NoAnswerException(Failure.Kind.INVALID, what + " is longer than can be read");
        }
        return json(response.body(), what);
    }

    public Json json(byte[] body, String what) throws NoAnswerException {
        try {
            return READER.read(body);
        } catch (JsonSyntaxException e) {
            throw new NoAnswerException(Failure.Kind.INVALID, what + " is no JSON: " + redaction.excerpt(body));
        }
    }

    /** What was said there, quoted for a message. */
    public String said(String text) {
        return redaction.excerpt(text.getBytes(UTF_8));
    }
}
