package io.patchboard.gateway.config;

import io.patchboard.calls.Outbound;
import io.patchboard.gateway.secret.Secret;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where an HTTP worker is, and what it is told beside the invocation. Prints as its {@link #place}.
 *
 * @param url with whatever stands in its query
 * @param place the URL as messages have it: without its query, and without its path if the whole URL is a secret
 * @param headers that may be seen
 * @param secretHeaders that may not
 * @param key requests are signed with it, if there is one
 * @param secretUrl the URL as a secret, if it is one
 */
public record HttpEndpoint(
        URI url,
        String place,
        Map<String, String> headers,
        Map<String, SecretHeader> secretHeaders,
        Optional<Secret> key,
        Optional<Secret> secretUrl,
        Outbound outbound) {

    private static final int LEAST_PART = 8;

    /** A header whose value is a secret, with the text that stands before it ({@code "Bearer "}). */
    public record SecretHeader(String prefix, Secret secret) {}

    public HttpEndpoint {
        headers = Map.copyOf(headers);
        secretHeaders = Map.copyOf(secretHeaders);
    }

    /** One that tells nothing but the invocation. */
    public static HttpEndpoint of(URI url) {
        return new HttpEndpoint(
                url, placeOf(url), Map.of(), Map.of(), Optional.empty(), Optional.empty(), Outbound.ANY);
    }

    static String placeOf(URI url) {
        return serverOf(url) + Optional.ofNullable(url.getRawPath()).orElse("");
    }

    static String serverOf(URI url) {
        return url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
    }

    public Redaction redaction() {
        List<Secret> secrets = new ArrayList<>();
        secretHeaders.values().forEach(header -> secrets.add(header.secret()));
        key.ifPresent(secrets::add);
        secretUrl.ifPresent(secrets::add);
        Optional.ofNullable(url.getRawQuery()).ifPresent(query -> secrets.add(new Secret(query)));
        return Redaction.of(secrets, parts());
    }

    /** A server that reports an error rarely quotes a whole URL: it says which path, or which key. */
    private List<Secret> parts() {
        Stream<String> ofQuery = Optional.ofNullable(url.getRawQuery()).stream()
                .flatMap(query -> Stream.of(query.split("&")))
                .map(member -> member.substring(member.indexOf('=') + 1));
        Stream<String> ofPath = secretUrl.stream()
                .flatMap(secret -> Stream.ofNullable(url.getRawPath()))
                .flatMap(path -> Stream.concat(Stream.of(path), Stream.of(path.split("/"))));
        return Stream.concat(ofQuery, ofPath)
                .flatMap(part -> Stream.of(part, decoded(part)))
                .filter(part -> part.length() >= LEAST_PART)
                .distinct()
                .map(Secret::new)
                .toList();
    }

    private static String decoded(String part) {
        try {
            return URLDecoder.decode(part, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return part;
        }
    }

    @Override
    public String toString() {
        return place;
    }
}
