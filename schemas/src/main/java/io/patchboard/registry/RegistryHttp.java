package io.patchboard.registry;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.HttpCaller;
import io.patchboard.calls.Outcome.NoResponse;
import io.patchboard.calls.Outcome.Reason;
import io.patchboard.calls.Outcome.Response;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.text.Durations;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

/** One request to the first address that gives an answer. All requests of this protocol may be sent twice. */
final class RegistryHttp {

    private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    /** Something the registry decided: a 2xx, or a 4xx that is about the question. */
    record Answer(int status, JsonObject body) {

        boolean isSuccess() {
            return status / 100 == 2;
        }

        OptionalInt errorCode() {
            return number("error_code");
        }

        /** Absent where it is not an integer from 0 to 2^31 - 1. */
        OptionalInt number(String name) {
            try {
                int value = body.get(name).orElse(Json.nul()) instanceof JsonNumber number
                        ? number.value().intValueExact()
                        : -1;
                return value < 0 ? OptionalInt.empty() : OptionalInt.of(value);
            } catch (ArithmeticException e) {
                return OptionalInt.empty();
            }
        }

        String message() {
            return text("message").orElse("no message");
        }

        Optional<String> text(String name) {
            return body.get(name).filter(JsonString.class::isInstance).map(value -> ((JsonString) value).value());
        }

        List<String> texts(String name) {
            return body.get(name)
                    .filter(JsonArray.class::isInstance)
                    .map(texts -> ((JsonArray) texts)
                            .stream()
                                    .filter(JsonString.class::isInstance)
                                    .map(text -> ((JsonString) text).value())
                                    .toList())
                    .orElse(List.of());
        }

        Optional<Json> value(String name) {
            return body.get(name).filter(value -> !value.isNull());
        }
    }

    private final RegistryConfig config;
    private final HttpCaller http = new HttpCaller();
    private final JsonReader json = new JsonReader(JsonLimits.DEFAULT);
    private final AtomicInteger preferred = new AtomicInteger();

    RegistryHttp(RegistryConfig config) {
        this.config = config;
    }

    Answer get(String path) throws RegistryUnavailableException {
        return send(path, Optional.empty());
    }

    Answer post(String path, JsonObject body) throws RegistryUnavailableException {
        return send(path, Optional.of(body));
    }

    private Answer send(String path, Optional<JsonObject> body) throws RegistryUnavailableException {
        List<URI> urls = config.urls();
        int first = preferred.get();
        for (int attempt = 0; ; attempt++) {
            int index = (first + attempt) % urls.size();
            try {
                Answer answer = ask(URI.create(urls.get(index) + path), body);
                preferred.set(index);
                return answer;
            } catch (RegistryUnavailableException e) {
                if (attempt + 1 == urls.size() || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            }
        }
    }

    private Answer ask(URI uri, Optional<JsonObject> body) throws RegistryUnavailableException {
        Response response = exchange(uri, request(uri, body));
        int status = response.status();
        Optional<JsonObject> answered = parse(response.body());
        Answer answer = new Answer(status, answered.orElse(JsonObject.EMPTY));
        if (response.mayPass() || status == UNAUTHORIZED || status == FORBIDDEN) {
            throw unavailable(uri, answer);
        }
        // A registry says what it did not find (40401 and on); a wrong path gets 404 at most.
        if (status == NOT_FOUND && answer.errorCode().orElse(0) / 100 != NOT_FOUND) {
            throw unavailable(uri, answer);
        }
        if (status / 100 == 3 || answered.isEmpty()) {
            throw unavailable(uri, answer);
        }
        return answer;
    }

    private HttpRequest request(URI uri, Optional<JsonObject> body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).header("Accept", CONTENT_TYPE + ", application/json");
        config.credentials().ifPresent(credentials -> request.header("Authorization", basic(credentials)));
        body.ifPresentOrElse(
                value -> request.header("Content-Type", CONTENT_TYPE)
                        .POST(HttpRequest.BodyPublishers.ofString(value.toString())),
                request::GET);
        return request.build();
    }

    private Response exchange(URI uri, HttpRequest request) throws RegistryUnavailableException {
        try {
            return switch (http.send(request, Deadline.in(config.timeout()))) {
                case Response response -> response;
                case NoResponse none
                when none.reason() == Reason.OVERDUE ->
                    throw new RegistryUnavailableException("Expected " + uri + " to answer within "
                            + Durations.spoken(config.timeout()) + ", but it did not.");
                case NoResponse none ->
                    throw new RegistryUnavailableException(
                            "Expected the Schema Registry at " + uri + " to answer, but: " + none.detail() + ".");
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RegistryUnavailableException(
                    "Expected " + uri + " to answer, but this thread was asked to stop waiting.");
        }
    }

    private Optional<JsonObject> parse(byte[] body) {
        try {
            return json.read(body) instanceof JsonObject object ? Optional.of(object) : Optional.empty();
        } catch (JsonSyntaxException e) {
            return Optional.empty();
        }
    }

    private static RegistryUnavailableException unavailable(URI uri, Answer answer) {
        return new RegistryUnavailableException(
                "Expected the Schema Registry at " + uri + " to answer, but got " + RegistryAdvice.of(answer),
                OptionalInt.of(answer.status()),
                answer.errorCode());
    }

    private static String basic(RegistryConfig.Credentials credentials) {
        byte[] pair = (credentials.user() + ":" + credentials.password()).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }
}
