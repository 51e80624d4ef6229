package io.patchboard.registry;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How to reach a Schema Registry.
 *
 * @param urls one registry under several addresses, tried in turn
 * @param credentials for HTTP basic authentication
 * @param timeout for one request to one address, connecting and reading included
 * @param cacheSize schemas kept for each direction (id to schema, schema to id)
 * @param unknownFor how long an answer "no such id" is believed. Long enough that a stream of bad records does not
 *     become a stream of requests, short enough for a schema that is registered a moment late.
 */
public record RegistryConfig(
        List<URI> urls, Optional<Credentials> credentials, Duration timeout, int cacheSize, Duration unknownFor) {

    /** A user and password that do not show in logs. */
    public record Credentials(String user, String password) {

        @Override
        public String toString() {
            return "Credentials[user=" + user + ", password=(hidden)]";
        }
    }

    public RegistryConfig {
        urls = urls.stream().map(RegistryConfig::checked).toList();
        if (urls.isEmpty()) {
            throw new IllegalArgumentException("Expected at least one Schema Registry URL, but got none.");
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("Expected a positive registry timeout, but got " + timeout + ".");
        }
        if (cacheSize < 1) {
            throw new IllegalArgumentException("Expected a registry cache of 1 or more, but got " + cacheSize + ".");
        }
    }

    /** @param urls one or more, separated by commas */
    public static RegistryConfig of(String urls) {
        List<URI> parsed = Arrays.stream(urls.split(","))
                .map(String::strip)
                .filter(url -> !url.isEmpty())
                .map(URI::create)
                .toList();
        return new RegistryConfig(parsed, Optional.empty(), Duration.ofSeconds(5), 1_000, Duration.ofSeconds(10));
    }

    public RegistryConfig withCredentials(String user, String password) {
        return new RegistryConfig(urls, Optional.of(new Credentials(user, password)), timeout, cacheSize, unknownFor);
    }

    public RegistryConfig withTimeout(Duration newTimeout) {
        return new RegistryConfig(urls, credentials, newTimeout, cacheSize, unknownFor);
    }

    public RegistryConfig withCacheSize(int size) {
        return new RegistryConfig(urls, credentials, timeout, size, unknownFor);
    }

    private static URI checked(URI url) {
        boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
        if (!http || url.getHost() == null) {
            throw new IllegalArgumentException("Expected an http or https Schema Registry URL, but got " + url + ".");
        }
        String text = url.toString();
        return text.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : url;
    }
}
