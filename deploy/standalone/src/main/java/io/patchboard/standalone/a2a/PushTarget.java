package io.patchboard.standalone.a2a;

import io.patchboard.calls.Outbound;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Where somebody wants to be told how a task goes on.
 *
 * @param owner the principal who asked for it; absent for anybody's
 * @param token that each notification brings along, so that its receiver knows it
 * @param scheme of the header Authorization, with the credentials behind it; absent for none
 */
record PushTarget(
        String task,
        String id,
        Optional<String> owner,
        URI url,
        Optional<String> token,
        Optional<String> scheme,
        Optional<String> credentials) {

    private static final int MOST_CHARS = 2_000;
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._~-]{1,100}");
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,40}");
    private static final Pattern IN_A_HEADER = Pattern.compile("[!-~][ -~]*");

    /**
     * What a caller asks for.
     *
     * @param hosts that may be told
     */
    static PushTarget of(String task, JsonObject config, Outbound hosts) throws A2aException {
        String id =
                Given.optional(config, "id").orElseGet(() -> UUID.randomUUID().toString());
        if (!ID.matcher(id).matches()) {
            throw A2aException.invalid(
                    "Expected an id of up to 100 letters, digits, '.', '_', '~' and '-', but got another.");
        }
        JsonObject authentication = config.object("authentication");
        Optional<String> scheme = header(authentication, "scheme", SCHEME);
        if (config.has("authentication") && scheme.isEmpty()) {
            throw A2aException.invalid("Expected a scheme in authentication, such as Bearer, but got none.");
        }
        return new PushTarget(
                task,
                id,
                Optional.empty(),
                url(config.text("url"), hosts),
                header(config, "token", IN_A_HEADER),
                scheme,
                header(authentication, "credentials", IN_A_HEADER));
    }

    PushTarget of(PushOwner caller) {
        return new PushTarget(task, id, Optional.of(caller.name()), url, token, scheme, credentials);
    }

    private static Optional<String> header(JsonObject of, String name, Pattern form) throws A2aException {
        Optional<Json> value = of.get(name).filter(any -> !any.isNull() && !any.equals(Json.of("")));
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (value.get() instanceof JsonString text
                && text.value().length() <= MOST_CHARS
                && form.matcher(text.value()).matches()) {
            return Optional.of(text.value());
        }
        throw A2aException.invalid("Expected as " + name + " a text that a header can have, of up to " + MOST_CHARS
                + " characters, but got another.");
    }

    private static URI url(String text, Outbound hosts) throws A2aException {
        try {
            URI url = new URI(text);
            boolean web = "https".equalsIgnoreCase(url.getScheme()) || "http".equalsIgnoreCase(url.getScheme());
            if (text.length() > MOST_CHARS || !web || url.getHost() == null || url.getRawUserInfo() != null) {
                throw A2aException.invalid(
                        "Expected as url one that begins with https:// or http:// and has no password in it, but got"
                                + " another or none.");
            }
            Optional<String> refusal = hosts.refusal(url);
            if (refusal.isPresent()) {
                throw A2aException.invalid("Expected a url that this server may call, but " + refusal.get()
                        + ". The operator of the server names hosts with --push-to.");
            }
            return url;
        } catch (URISyntaxException e) {
            throw A2aException.invalid("Expected a url, but it has a mistake at character " + e.getIndex() + ".");
        }
    }

    /** As callers are shown it: whoever has set its secrets knows them. */
    JsonObject json() {
        return JsonObject.builder()
                .put("id", id)
                .put("taskId", task)
                .put("url", url.toString())
                .putIfPresent("authentication", scheme.map(name -> JsonObject.of("scheme", Json.of(name))))
                .build();
    }

    /** With its secrets, to be kept. */
    JsonObject whole() {
        return JsonObject.builder()
                .put("task", task)
                .put("id", id)
                .putStringIfPresent("owner", owner)
                .put("url", url.toString())
                .putStringIfPresent("token", token)
                .putStringIfPresent("scheme", scheme)
                .putStringIfPresent("credentials", credentials)
                .build();
    }

    /** As {@link #whole} wrote it. */
    static PushTarget read(JsonObject kept) {
        return new PushTarget(
                kept.text("task"),
                kept.text("id"),
                Given.optional(kept, "owner"),
                URI.create(kept.text("url")),
                Given.optional(kept, "token"),
                Given.optional(kept, "scheme"),
                Given.optional(kept, "credentials"));
    }

    /** Never a path or a secret. */
    @Override
    public String toString() {
        return url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
    }
}
