package io.patchboard.gateway.access;

import io.patchboard.calls.HttpCaller;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.sign.Hmac;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Links with which one person decides one thing that waits, without a token: who has the link is taken for that person.
 * Each carries a capability, a message authentication code (HMAC-SHA256) of board, item, person and end of validity. A
 * decision counts once, so what is decided can be decided by no link any more.
 *
 * @param key whoever has it can make links
 */
public record DecisionLinks(Secret key) {

    private static final String PURPOSE = "patchboard decision link";
    private static final Pattern CAPABILITY =
            Pattern.compile("([A-Za-z0-9_-]{1,400})\\.(\\d{1,12})\\.([A-Za-z0-9_-]{43})");

    /** Who knows a capability can try keys for as long as he likes. */
    private static final int LEAST_CHARS = 32;

    /** @throws IllegalArgumentException if the key is too short */
    public DecisionLinks {
        int chars = key.reveal().length();
        if (chars < LEAST_CHARS) {
            throw new IllegalArgumentException("Expected a secret of at least " + LEAST_CHARS
                    + " characters for links, as of `openssl rand -base64 32`, but got " + chars + ".");
        }
    }

    /**
     * The capability of a link.
     *
     * @param item sequence of the entry that asks for a person
     * @param person in whose name the decision is made
     * @param until good before this, to the second
     */
    public String capability(String boardId, long item, String person, Instant until) {
        long end = until.getEpochSecond();
        return encoded(person.getBytes(StandardCharsets.UTF_8)) + "." + end + "." + code(boardId, item, person, end);
    }

    /**
     * A link to the page of a server.
     *
     * @param server where the page is, with or without a slash at its end
     */
    public URI link(URI server, String boardId, long item, String person, Instant until) {
        String base = server.toString().endsWith("/") ? server.toString() : server + "/";
        return URI.create(base + "#/decide/" + HttpCaller.encoded(boardId) + "/" + item + "?capability="
                + capability(boardId, item, person, until));
    }

    /** Who brings a capability; absent if it is none for this item, or none any more. */
    public Optional<Principal> holder(String boardId, long item, String capability, Instant now) {
        Matcher parts = CAPABILITY.matcher(capability);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String person = new String(decoded(parts.group(1)), StandardCharsets.UTF_8);
        long end = Long.parseLong(parts.group(2));
        boolean known = MessageDigest.isEqual(
                code(boardId, item, person, end).getBytes(StandardCharsets.UTF_8),
                parts.group(3).getBytes(StandardCharsets.UTF_8));
        return known && now.getEpochSecond() < end ? Optional.of(Principal.withLink(person)) : Optional.empty();
    }

    private String code(String boardId, long item, String person, long end) {
        Json said = JsonArray.of(Json.of(PURPOSE), Json.of(boardId), Json.of(item), Json.of(person), Json.of(end));
        return encoded(Hmac.of(key.reveal().getBytes(StandardCharsets.UTF_8), CanonicalJson.bytes(said)));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static byte[] decoded(String text) {
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
