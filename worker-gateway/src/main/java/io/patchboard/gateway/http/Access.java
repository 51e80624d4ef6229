package io.patchboard.gateway.http;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.patchboard.gateway.access.Principal;
import io.patchboard.gateway.access.Principals;
import java.net.URI;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Who may come in. */
final class Access {

    private static final Set<String> OWN_NAMES = Set.of("127.0.0.1", "localhost", "[::1]");
    private static final String SCHEME = "Bearer ";

    private final Optional<Principals> principals;
    private final Set<String> ownNames;
    private final Routes routes;

    Access(HttpServerConfig config, Routes routes) {
        this.principals = config.principals();
        this.routes = routes;
        Set<String> names = new HashSet<>(OWN_NAMES);
        names.add(config.hostInUrl().toLowerCase(Locale.ROOT));
        this.ownNames = Set.copyOf(names);
    }

    /** @throws ProblemException if this request may not */
    void check(Context context) {
        if (principals.isEmpty()) {
            refuseOtherHosts(context);
            refuseOtherSites(context);
            context.attribute(Call.PRINCIPAL, routes.holder(context).orElse(Principal.LOCAL));
        } else if (!isOpen(context.path()) && !routes.isAdmittedWithoutToken(context)) {
            Principals known = principals.get();
            String token = token(context);
            context.attribute(
                    Call.PRINCIPAL,
                    known.whose(token)
                            .orElseThrow(() -> unauthorized(
                                    "Bearer realm=\"patchboard\", error=\"invalid_token\"",
                                    "it has one that nobody has here")));
            Supplier<Optional<Principal>> now = () -> known.whose(token);
            context.attribute(Call.PRINCIPAL_NOW, now);
        }
    }

    private static boolean isOpen(String path) {
        return path.equals("/health/live")
                || path.equals("/health/ready")
                || path.equals("/openapi.json")
                || path.equals("/openapi.yaml")
                || path.equals("/.well-known/agent-card.json");
    }

    private static String token(Context context) {
        List<String> headers = Collections.list(context.req().getHeaders("Authorization"));
        if (headers.size() > 1) {
            throw new ProblemException(
                    HttpStatus.BAD_REQUEST,
                    "Expected the header Authorization once, but got it " + headers.size()
                            + " times; who stands in between may go by another one.");
        }
        String header = headers.isEmpty() ? "" : headers.get(0);
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw unauthorized("Bearer realm=\"patchboard\"", "it has none");
        }
        return header.substring(SCHEME.length()).strip();
    }

    private static ProblemException unauthorized(String challenge, String but) {
        return Problem.of(
                        HttpStatus.UNAUTHORIZED,
                        "Expected the header Authorization: Bearer TOKEN with a token that this server knows, but "
                                + but + ".")
                .withHeader("WWW-Authenticate", challenge)
                .asException();
    }

    /** A page of another site can make a browser come here under that site's name, but not under ours. */
    private void refuseOtherHosts(Context context) {
        String host = Optional.ofNullable(context.header("Host")).orElse("").replaceFirst(":\\d+$", "");
        if (!ownNames.contains(host.toLowerCase(Locale.ROOT))) {
            throw new ProblemException(
                    HttpStatus.MISDIRECTED_REQUEST,
                    "Expected one of the hosts " + ownNames.stream().sorted().toList() + ", but got another.");
        }
    }

    /** It can also come under our name, and then its browser says which site it is. */
    private void refuseOtherSites(Context context) {
        Optional<String> origin = Optional.ofNullable(context.header("Origin"));
        if (origin.isPresent() && !isOwn(origin.get())) {
            throw new ProblemException(
                    HttpStatus.FORBIDDEN, "Expected a request of this server's own pages, but got another origin.");
        }
    }

    private boolean isOwn(String origin) {
        try {
            return Optional.ofNullable(URI.create(origin).getHost())
                    .filter(name -> ownNames.contains(name.toLowerCase(Locale.ROOT)))
                    .isPresent();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
