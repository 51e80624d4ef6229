package io.patchboard.gateway.config;

import io.patchboard.calls.RetryPolicy;
import io.patchboard.gateway.config.HttpEndpoint.SecretHeader;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.Json;
import io.patchboard.json.JsonNull;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** {@code http: URL} with settings beside it, or {@code http: {url: URL, ...}} with settings inside. */
final class HttpReader implements BindingReader {

    private static final Set<String> BESIDE = Set.of("http", "headers", "secret", "timeout", "concurrency", "retry");
    private static final Set<String> INSIDE = Set.of("url", "headers", "secret", "timeout", "concurrency", "retry");
    private static final int DEFAULT_CONCURRENCY = 16;
    private static final int MAX_CONCURRENCY = 1_000;
    private static final int MAX_ATTEMPTS = 20;
    private static final Pattern CONFIDENTIAL =
            Pattern.compile("authorization|proxy-authorization|cookie|.*(api-?key|token|secret|password).*");
    private static final Pattern OURS = Pattern.compile(
            "content-type|accept|idempotency-key|webhook-.*|patchboard-.*|transfer-encoding|te|trailer");

    @Override
    public Optional<WorkerBinding> read(JsonObject worker, JsonPointer at, Values values) {
        Json http = worker.get("http").orElse(JsonNull.NULL);
        if (http instanceof JsonObject inside) {
            values.refuseUnknown(worker, at, Set.of("http", "timeout"));
            values.refuseUnknown(inside, at.child("http"), INSIDE);
            JsonObject settings = inside.has("timeout")
                    ? inside
                    : worker.get("timeout")
                            .map(timeout -> inside.with("timeout", timeout))
                            .orElse(inside);
            if (!inside.has("url")) {
                values.problem(at.child("http").child("url"), "a URL", "got nothing");
            }
            return binding(inside.get("url"), at.child("http").child("url"), settings, at.child("http"), values);
        }
        values.refuseUnknown(worker, at, BESIDE);
        return binding(Optional.of(http), at.child("http"), worker, at, values);
    }

    private static Optional<WorkerBinding> binding(
            Optional<Json> url, JsonPointer urlAt, JsonObject settings, JsonPointer at, Values values) {
        Map<String, String> headers = new TreeMap<>();
        Map<String, SecretHeader> secretHeaders = new TreeMap<>();
        settings.get("headers")
                .map(value -> values.object(value, at.child("headers")))
                .orElse(JsonObject.EMPTY)
                .members()
                .forEach((name, value) ->
                        header(name, value, at.child("headers").child(name), headers, secretHeaders, values));
        Optional<Secret> key =
                values.optional(settings, at, "secret", values::secret).filter(secret -> isKey(secret, at, values));
        int concurrency = values.optional(
                        settings, at, "concurrency", (value, place) -> values.integer(value, place, 1, MAX_CONCURRENCY))
                .orElse(DEFAULT_CONCURRENCY);
        RetryPolicy retry = retry(settings, at, values);
        var timeout = values.timeout(settings, at);
        Optional<Secret> secretUrl =
                url.filter(JsonObject.class::isInstance).flatMap(secret -> values.secret(secret, urlAt));
        Optional<String> text = url.filter(value -> !(value instanceof JsonObject))
                .flatMap(value -> values.text(value, urlAt))
                .or(() -> secretUrl.map(Secret::reveal));
        return text.flatMap(plain -> url(plain, urlAt, values))
                .map(uri -> new HttpEndpoint(
                        uri,
                        secretUrl.isPresent() ? HttpEndpoint.serverOf(uri) : HttpEndpoint.placeOf(uri),
                        headers,
                        secretHeaders,
                        key,
                        secretUrl))
                .map(endpoint -> new WorkerBinding.Http(endpoint, timeout, concurrency, retry));
    }

    /** Messages say nothing of what was got: it may be half a password. */
    private static Optional<URI> url(String text, JsonPointer at, Values values) {
        try {
            URI url = new URI(text);
            String scheme = Optional.ofNullable(url.getScheme()).orElse("").toLowerCase(Locale.ROOT);
            if (!scheme.equals("http") && !scheme.equals("https")) {
                values.problem(at, "a URL that begins with http:// or https://", "got another text");
            } else if (url.getHost() == null) {
                values.problem(at, "a URL that names a host", "got one without, or with one that is not valid");
            } else if (url.getRawUserInfo() != null) {
                values.problem(
                        at,
                        "a URL without user and password",
                        "got one with them; give them as headers: {Authorization: {env: VARIABLE}}");
            } else if (url.getRawFragment() != null) {
                values.problem(at, "a URL without a fragment", "got one with \"#\"");
            } else {
                return Optional.of(url);
            }
        } catch (URISyntaxException e) {
            values.problem(at, "a URL", "it has a mistake at character " + e.getIndex() + ": " + e.getReason());
        }
        return Optional.empty();
    }

    private static void header(
            String name,
            Json value,
            JsonPointer at,
            Map<String, String> headers,
            Map<String, SecretHeader> secretHeaders,
            Values values) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (OURS.matcher(lower).matches()) {
            values.problem(at, "a header that is free to use", "the gateway sets " + name + " itself");
        } else if (value instanceof JsonString && CONFIDENTIAL.matcher(lower).matches()) {
            values.problem(
                    at,
                    "a secret as {env: VARIABLE} or {file: PATH}",
                    "got a string; secrets do not stand in files like this");
        } else if (value instanceof JsonObject object) {
            String prefix =
                    values.optional(object, at, "prefix", values::string).orElse("");
            values.secret(object.without("prefix"), at)
                    .filter(secret -> isHeader(name, prefix + secret.reveal(), at, values))
                    .ifPresent(secret -> secretHeaders.put(name, new SecretHeader(prefix, secret)));
        } else {
            values.string(value, at)
                    .filter(text -> isHeader(name, text, at, values))
                    .ifPresent(text -> headers.put(name, text));
        }
    }

    private static boolean isHeader(String name, String value, JsonPointer at, Values values) {
        try {
            HttpRequest.newBuilder().header(name, value);
            return true;
        } catch (IllegalArgumentException e) {
            values.problem(at, "a header that HTTP allows to be set", "its name or its value is not allowed");
            return false;
        }
    }

    private static boolean isKey(Secret secret, JsonPointer at, Values values) {
        try {
            SigningKey.of(secret);
            return true;
        } catch (IllegalArgumentException e) {
            values.problem(
                    at.child("secret"), "Base64 after " + SigningKey.PREFIX + " in the secret", "it is something else");
            return false;
        }
    }

    private static RetryPolicy retry(JsonObject settings, JsonPointer at, Values values) {
        JsonPointer place = at.child("retry");
        JsonObject retry =
                settings.get("retry").map(value -> values.object(value, place)).orElse(JsonObject.EMPTY);
        values.refuseUnknown(retry, place, Set.of("attempts", "base", "cap"));
        RetryPolicy usual = RetryPolicy.DEFAULT;
        return new RetryPolicy(
                values.optional(
                                retry,
                                place,
                                "attempts",
                                (value, where) -> values.integer(value, where, 1, MAX_ATTEMPTS))
                        .orElse(usual.attempts()),
                values.optional(retry, place, "base", values::duration).orElse(usual.base()),
                values.optional(retry, place, "cap", values::duration).orElse(usual.cap()));
    }
}
