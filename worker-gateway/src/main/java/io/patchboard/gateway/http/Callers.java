package io.patchboard.gateway.http;

import io.patchboard.gateway.access.Principals;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** How a server is told who may call. */
public final class Callers {

    /** Of the environment: the one token with which everything may be done. */
    public static final String TOKEN_VARIABLE = "PATCHBOARD_HTTP_TOKEN";

    private Callers() {}

    /**
     * Those of a file of principals; or whoever has the one token, that of a file, or else of the environment. Absent
     * if nothing was said: whoever reaches the server, then.
     *
     * @throws IllegalArgumentException if a file cannot be used, the variable is set to nothing (somebody wanted a
     *     token), or both principals and a token are given
     */
    public static Optional<Principals> find(
            Optional<Path> principals, Optional<Path> tokenFile, Map<String, String> environment) {
        Optional<Secret> token = token(tokenFile, environment);
        if (principals.isEmpty()) {
            return token.map(Principals::only);
        }
        if (token.isPresent()) {
            throw new IllegalArgumentException(
                    "Expected either principals or one token for all, but got --principals and "
                            + tokenFile.map(file -> "--http-token-file").orElse(TOKEN_VARIABLE)
                            + ". Who shall keep that token needs an entry in " + principals.get() + ".");
        }
        try {
            return Optional.of(ReloadedPrincipals.of(principals.get()));
        } catch (ConfigException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static Optional<Secret> token(Optional<Path> file, Map<String, String> environment) {
        if (file.isPresent()) {
            try {
                return Optional.of(Secret.fromFile(file.get()));
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        "Expected a file with a token at " + file.get() + ", but " + FileTrouble.of(e) + ".", e);
            }
        }
        Optional<String> value = Optional.ofNullable(environment.get(TOKEN_VARIABLE));
        if (value.filter(String::isBlank).isPresent()) {
            throw new IllegalArgumentException(
                    "Expected a token in " + TOKEN_VARIABLE + ", but it is empty. Set it, or unset it.");
        }
        return value.map(text -> new Secret(text.strip()));
    }
}
