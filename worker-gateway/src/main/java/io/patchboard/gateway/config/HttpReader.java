package io.patchboard.gateway.config;

import io.patchboard.calls.RetryPolicy;
import io.patchboard.gateway.config.HttpEndpoint.SecretHeader;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.time.Duration;
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
    public Optional<WorkerBinding> read(JsonPlace worker, Values values) {
        JsonPlace http = worker.into("http");
        if (http.isObject()) {
            values.refuseUnknown(worker, Set.of("http", "timeout"));
            values.refuseUnknown(http, INSIDE);
            if (!http.has("url")) {
                values.problem(http.at().child("url"), "a URL", "got nothing");
            }
            return binding(http.child("url"), http, values.timeout(http.has("timeout") ? http : worker), values);
        }
        values.refuseUnknown(worker, BESIDE);
        return binding(Optional.of(http), worker, values.timeout(worker), values);
    }

    private static Optional<WorkerBinding> binding(
            Optional<JsonPlace> url, JsonPlace settings, Duration timeout, Values values) {
        int concurrency = concurrency(settings, values);
        RetryPolicy retry = retry(settings, values);
        return endpoint(url, settings, values)
                .map(endpoint -> new WorkerBinding.Http(endpoint, timeout, concurrency, retry));
    }

    static int concurrency(JsonPlace settings, Values values) {
        return values.integer(settings, "concurrency", 1, MAX_CONCURRENCY).orElse(DEFAULT_CONCURRENCY);
    }

    /** The address, with the headers and the key that stand in these settings. */
    static Optional<HttpEndpoint> endpoint(Optional<JsonPlace> url, JsonPlace settings, Values values) {
        Map<String, String> headers = new TreeMap<>();
        Map<String, SecretHeader> secretHeaders = new TreeMap<>();
        values.section(settings, "headers").members().forEach(header -> header(header, headers, secretHeaders, values));
        Optional<Secret> key =
                settings.child("secret").flatMap(values::secret).filter(secret -> isKey(secret, settings.at(), values));
        Optional<Secret> secretUrl = url.filter(JsonPlace::isObject).flatMap(values::secret);
        Optional<String> text =
                url.filter(place -> !place.isObject()).flatMap(values::text).or(() -> secretUrl.map(Secret::reveal));
        return text.flatMap(plain -> url(plain, url.orElseThrow().at(), values))
                .map(uri -> new HttpEndpoint(
                        uri,
                        secretUrl.isPresent() ? HttpEndpoint.serverOf(uri) : HttpEndpoint.placeOf(uri),
                        headers,
                        secretHeaders,
                        key,
                        secretUrl,
                        values.outbound()));
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
            JsonPlace header, Map<String, String> headers, Map<String, SecretHeader> secretHeaders, Values values) {
        String name = header.name();
        JsonPointer at = header.at();
        String lower = name.toLowerCase(Locale.ROOT);
        if (OURS.matcher(lower).matches()) {
            values.problem(at, "a header that is free to use", "the gateway sets " + name + " itself");
        } else if (header.value() instanceof JsonObject object) {
            String prefix = header.child("prefix").flatMap(values::string).orElse("");
            values.secret(new JsonPlace(object.without("prefix"), at))
                    .filter(secret -> isHeader(name, prefix + secret.reveal(), at, values))
                    .ifPresent(secret -> secretHeaders.put(name, new SecretHeader(prefix, secret)));
        } else if (!isPlainSecret(header, values)) {
            values.string(header)
                    .filter(text -> isHeader(name, text, at, values))
                    .ifPresent(text -> headers.put(name, text));
        }
    }

    /** Whether the value of a header that is confidential stands in the file, which is a problem then. */
    static boolean isPlainSecret(JsonPlace header, Values values) {
        boolean plain = header.text().isPresent()
                && CONFIDENTIAL.matcher(header.name().toLowerCase(Locale.ROOT)).matches();
        if (plain) {
            values.secret(header);
        }
        return plain;
    }

    static boolean isHeader(String name, String value, JsonPointer at, Values values) {
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

    private static RetryPolicy retry(JsonPlace settings, Values values) {
        JsonPlace retry = values.section(settings, "retry");
        values.refuseUnknown(retry, Set.of("attempts", "base", "cap"));
        RetryPolicy usual = RetryPolicy.DEFAULT;
        return new RetryPolicy(
                values.integer(retry, "attempts", 1, MAX_ATTEMPTS).orElse(usual.attempts()),
                retry.child("base").flatMap(values::duration).orElse(usual.base()),
                retry.child("cap").flatMap(values::duration).orElse(usual.cap()));
    }
}
