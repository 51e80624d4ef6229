package io.patchboard.standalone.cli.base;

import io.patchboard.gateway.http.Callers;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** What a command shows the server that it reads through. */
public final class ServerToken {

    private ServerToken() {}

    /**
     * That of the file, or else of the environment; absent where neither has one.
     *
     * @throws CliException if the file cannot be read
     */
    public static Optional<Secret> of(Optional<Path> file) {
        try {
            return file.isPresent()
                    ? Optional.of(Secret.fromFile(file.get()))
                    : Optional.ofNullable(System.getenv(Callers.TOKEN_VARIABLE))
                            .filter(text -> !text.isBlank())
                            .map(text -> new Secret(text.strip()));
        } catch (IOException e) {
            throw CliException.failed(
                    "Expected a file with a token at " + file.get() + ", but " + FileTrouble.of(e) + ".");
        }
    }
}
