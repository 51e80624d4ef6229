package io.patchboard.kernel.schema;

import java.net.URI;
import java.util.Optional;

/**
 * Where a reference leads.
 *
 * @param resource its URI without fragment
 * @param fragment decoded; empty if there is none
 */
record SchemaUri(String resource, String fragment) {

    /** @throws IllegalArgumentException if the text is no URI reference */
    static SchemaUri of(URI base, String reference) {
        String whole = base.resolve(reference).toString();
        if (reference.isEmpty()) {
            whole = base.toString();
        } else if (reference.startsWith("#")) {
            whole = base + reference;
        }
        int hash = whole.indexOf('#');
        return hash < 0
                ? new SchemaUri(whole, "")
                : new SchemaUri(whole.substring(0, hash), decoded(whole.substring(hash + 1)));
    }

    private static String decoded(String fragment) {
        try {
            return Optional.ofNullable(URI.create("#" + fragment).getFragment()).orElse("");
        } catch (IllegalArgumentException e) {
            return fragment;
        }
    }

    static URI withoutFragment(URI uri) {
        String text = uri.toString();
        int hash = text.indexOf('#');
        return hash < 0 ? uri : URI.create(text.substring(0, hash));
    }
}
