package io.patchboard.standalone.cli.board;

import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ServerToken;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Mixin of commands that can read through the HTTP API of a running server, which has an index of all boards. */
final class ServerOptions {

    static final String VARIABLE = "PATCHBOARD_URL";

    @Option(
            names = "--url",
            paramLabel = "URL",
            description =
                    "Read through the server there, as \"up\" or \"server\" prints it, which has an index: the logs of other boards"
                            + " are not read. Default: the environment variable " + VARIABLE
                            + ", or else the index of a running server that has its data below the working directory, or the"
                            + " log in Kafka.")
    private Optional<URI> url = Optional.empty();

    @Option(
            names = "--http-token-file",
            paramLabel = "FILE",
            description = "With --url: file with the token that the server asks for. Default: the variable"
                    + " PATCHBOARD_HTTP_TOKEN")
    private Optional<Path> tokenFile = Optional.empty();

    boolean isGiven() {
        return url.isPresent();
    }

    /** The server that the options or the environment name; absent where neither does. */
    Optional<ServedBoards> open() {
        return url.map(URI::toString)
                .or(() -> Optional.ofNullable(System.getenv(VARIABLE)).filter(text -> !text.isBlank()))
                .map(server -> new ServedBoards(checked(server.strip()), ServerToken.of(tokenFile)));
    }

    private static URI checked(String text) {
        try {
            URI server = new URI(text.replaceFirst("/+$", ""));
            if (server.isAbsolute()
                    && server.getHost() != null
                    && server.getScheme().matches("https?")) {
                return server;
            }
        } catch (URISyntaxException e) {
            // As what is a URI, and none of a server.
        }
        throw CliException.failed(
                "Expected a URL http://HOST:PORT in --url or " + VARIABLE + ", but got \"" + text + "\".");
    }
}
