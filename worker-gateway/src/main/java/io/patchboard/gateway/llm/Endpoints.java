package io.patchboard.gateway.llm;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/** Reads base URLs. */
public final class Endpoints {

    private Endpoints() {}

    /** @return absent if it is no http or https URL, or has more than a host, a port and a path: a key, for instance */
    public static Optional<URI> parse(String text) {
        try {
            URI uri = new URI(text);
            String scheme = Optional.ofNullable(uri.getScheme()).orElse("").toLowerCase(Locale.ROOT);
            boolean usable = (scheme.equals("http") || scheme.equals("https"))
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null;
            return usable ? Optional.of(uri) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }
}
