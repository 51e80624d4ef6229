package io.patchboard.gateway.http;

import io.patchboard.gateway.access.DecisionLinks;
import io.patchboard.gateway.access.Principals;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.record.ContractLimits;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;

/**
 * What a server can be told.
 *
 * @param host name or address to listen on; only loopback without principals
 * @param port 0 for any free one
 * @param principals of whom callers must bring a token; absent where whoever reaches it may do everything
 * @param links that let in without a token who is to decide something; absent where there are none
 * @param maxBodyBytes the largest request body
 * @param bodyTime how long a request body may take to arrive
 * @param closingTime how long requests that have come may take to be answered when the server is closed
 */
public record HttpServerConfig(
        String host,
        int port,
        Optional<Principals> principals,
        Optional<DecisionLinks> links,
        int maxBodyBytes,
        Duration bodyTime,
        Duration closingTime) {

    public static final String LOOPBACK = "127.0.0.1";
    public static final int DEFAULT_MAX_BODY_BYTES = ContractLimits.MAX_RECORD_BYTES;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** @throws IllegalArgumentException if that must not be, or cannot */
    public HttpServerConfig {
        if (maxBodyBytes < 1 || maxBodyBytes > ContractLimits.MAX_READ_BYTES) {
            throw new IllegalArgumentException("Expected a limit of 1 to " + ContractLimits.MAX_READ_BYTES
                    + " bytes for request bodies, but got " + maxBodyBytes + ".");
        }
        if (principals.isEmpty() && !isLoopback(host)) {
            throw new IllegalArgumentException("Expected a token for listening on " + host
                    + ", which others can reach, but got none. Give one with --http-token-file or --principals, or listen on "
                    + LOOPBACK
                    + ".");
        }
    }

    /** On loopback, without a token. */
    public static HttpServerConfig onPort(int port) {
        return new HttpServerConfig(
                LOOPBACK, port, Optional.empty(), Optional.empty(), DEFAULT_MAX_BODY_BYTES, PATIENCE, PATIENCE);
    }

    public HttpServerConfig withHost(String name, Optional<Principals> callers) {
        return new HttpServerConfig(name, port, callers, links, maxBodyBytes, bodyTime, closingTime);
    }

    /** One token for all that callers may do. */
    public HttpServerConfig withToken(Secret secret) {
        return withPrincipals(Principals.only(secret));
    }

    public HttpServerConfig withPrincipals(Principals callers) {
        return withHost(host, Optional.of(callers));
    }

    public HttpServerConfig withLinks(Optional<DecisionLinks> good) {
        return new HttpServerConfig(host, port, principals, good, maxBodyBytes, bodyTime, closingTime);
    }

    public HttpServerConfig withMaxBodyBytes(int bytes) {
        return new HttpServerConfig(host, port, principals, links, bytes, bodyTime, closingTime);
    }

    public HttpServerConfig withBodyTime(Duration time) {
        return new HttpServerConfig(host, port, principals, links, maxBodyBytes, time, closingTime);
    }

    public HttpServerConfig withClosingTime(Duration time) {
        return new HttpServerConfig(host, port, principals, links, maxBodyBytes, bodyTime, time);
    }

    /** {@code http://HOST:PORT}, with an address of IPv6 in brackets. */
    String url(int boundPort) {
        return "http://" + hostInUrl() + ":" + boundPort;
    }

    String hostInUrl() {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    /** Whether it listens on every address of its machine, so that its host is none by which others find it. */
    boolean listensEverywhere() {
        try {
            return InetAddress.getByName(host).isAnyLocalAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "Expected a host that this machine knows to listen on, but got " + host + ".", e);
        }
    }
}
