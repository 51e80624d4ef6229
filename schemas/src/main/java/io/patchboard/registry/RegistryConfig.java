package io.patchboard.registry;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How to reach a Schema Registry.
 *
 * @param urls one registry under several addresses, tried in turn
 * @param credentials for HTTP basic authentication
 * @param timeout for one request to one address, connecting and reading included
 * @param cacheSize schemas kept for each direction (id to schema, schema to id)
 * @param unknownFor how long an answer "no such id" is believed. Long enough that a stream of bad records does not
 *     become a stream of requests, short enough for a schema that is registered a moment late.
 * @param subjects under which schemas are registered
 * @param startPatience how long a start waits for a registry that does not answer yet
 */
public record RegistryConfig(
        List<URI> urls,
        Optional<Credentials> credentials,
        Duration timeout,
        int cacheSize,
        Duration unknownFor,
        SubjectNaming subjects,
        Duration startPatience) {

    public static final String URL_PROPERTY = "schema.registry.url";
    public static final String USER_INFO_PROPERTY = "basic.auth.user.info";

    /** The older name, which Confluent's clients take, too. */
    private static final String OLDER_USER_INFO_PROPERTY = "schema.registry.basic.auth.user.info";

    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);
    private static final int DEFAULT_CACHE = 1_000;
    private static final Duration DEFAULT_UNKNOWN_FOR = Duration.ofSeconds(10);
    private static final Duration DEFAULT_START_PATIENCE = Duration.ofSeconds(30);

    /** A user and password that do not show in logs. */
    public record Credentials(String user, String password) {

        private static Credentials parse(String userInfo) {
            int colon = userInfo.indexOf(':');
            return colon < 0
                    ? new Credentials(userInfo, "")
                    : new Credentials(userInfo.substring(0, colon), userInfo.substring(colon + 1));
        }

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

    /**
     * As clients of Kafka name it among their properties: {@value #URL_PROPERTY}, and {@value #USER_INFO_PROPERTY} (or
     * {@value #OLDER_USER_INFO_PROPERTY}) with {@code user:password}.
     *
     * @return empty where no URL is among them
     * @throws IllegalArgumentException if the URL is none
     */
    public static Optional<RegistryConfig> ofProperties(Map<String, ?> properties) {
        Optional<Credentials> credentials = Stream.of(USER_INFO_PROPERTY, OLDER_USER_INFO_PROPERTY)
                .flatMap(name -> Stream.ofNullable(properties.get(name)))
                .findFirst()
                .map(Object::toString)
                .map(Credentials::parse);
        return Optional.ofNullable(properties.get(URL_PROPERTY))
                .map(urls -> of(urls.toString()))
                .map(config -> credentials
                        .map(given -> config.withCredentials(given.user(), given.password()))
                        .orElse(config));
    }

    /** The properties without those of the registry, which Kafka's own clients do not know. */
    public static <T> Map<String, T> withoutRegistry(Map<String, T> properties) {
        Map<String, T> rest = new HashMap<>(properties);
        rest.remove(URL_PROPERTY);
        rest.remove(USER_INFO_PROPERTY);
        rest.remove(OLDER_USER_INFO_PROPERTY);
        return Map.copyOf(rest);
    }

    /** @param urls one or more, separated by commas; {@code http://user:password@host} gives the credentials for all */
    public static RegistryConfig of(String urls) {
        List<URI> parsed = Arrays.stream(urls.split(","))
                .map(String::strip)
                .filter(url -> !url.isEmpty())
                .map(RegistryConfig::parse)
                .toList();
        Optional<Credentials> credentials = parsed.stream()
                .flatMap(url -> Optional.ofNullable(url.getUserInfo()).stream())
                .findFirst()
                .map(Credentials::parse);
        return new RegistryConfig(
                parsed,
                credentials,
                DEFAULT_TIMEOUT,
                DEFAULT_CACHE,
                DEFAULT_UNKNOWN_FOR,
                SubjectNaming.TOPIC,
                DEFAULT_START_PATIENCE);
    }

    public RegistryConfig withCredentials(String user, String password) {
        return new RegistryConfig(
                urls,
                Optional.of(new Credentials(user, password)),
                timeout,
                cacheSize,
                unknownFor,
                subjects,
                startPatience);
    }

    public RegistryConfig withTimeout(Duration newTimeout) {
        return new RegistryConfig(urls, credentials, newTimeout, cacheSize, unknownFor, subjects, startPatience);
    }

    public RegistryConfig withCacheSize(int size) {
        return new RegistryConfig(urls, credentials, timeout, size, unknownFor, subjects, startPatience);
    }

    public RegistryConfig withSubjects(SubjectNaming naming) {
        return new RegistryConfig(urls, credentials, timeout, cacheSize, unknownFor, naming, startPatience);
    }

    public RegistryConfig withStartPatience(Duration patience) {
        return new RegistryConfig(urls, credentials, timeout, cacheSize, unknownFor, subjects, patience);
    }

    /** The text may hold a password, and so does the exception of {@link URI#create}. */
    private static URI parse(String url) {
        try {
            return new URI(url);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "Expected an http or https Schema Registry URL, but got something else: " + e.getReason() + ".");
        }
    }

    /** Without what requests must not and messages should not show. */
    private static URI checked(URI url) {
        boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
        if (!http || url.getHost() == null) {
            throw new IllegalArgumentException("Expected an http or https Schema Registry URL, but got one of scheme "
                    + url.getScheme() + " and host " + url.getHost() + ".");
        }
        String text = url.toString();
        if (url.getRawUserInfo() != null) {
            text = text.replaceFirst(Pattern.quote(url.getRawUserInfo() + "@"), "");
        }
        return URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    }
}
