package io.patchboard.gateway.http;

import io.patchboard.gateway.secret.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where a server's token comes from. */
public final class HttpToken {

    public static final String VARIABLE = "PATCHBOARD_HTTP_TOKEN";

    private HttpToken() {}

    /**
     * The one of the file, or else of the environment.
     *
     * @throws IllegalArgumentException if the file has none, or a variable is set to nothing: somebody wanted a token
     */
    public static Optional<Secret> find(Optional<Path> file, Map<String, String> environment) {
        if (file.isPresent()) {
            try {
                return Optional.of(Secret.fromFile(file.get()));
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        "Expected a file with a token at " + file.get() + ", but: " + e + ".", e);
            }
        }
        Optional<String> value = Optional.ofNullable(environment.get(VARIABLE));
        if (value.filter(String::isBlank).isPresent()) {
            throw new IllegalArgumentException(
                    "Expected a token in " + VARIABLE + ", but it is empty. Set it, or unset it.");
        }
        return value.map(text -> new Secret(text.strip()));
    }
}
