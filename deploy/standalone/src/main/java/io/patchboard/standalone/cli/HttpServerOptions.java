package io.patchboard.standalone.cli;

import io.patchboard.gateway.http.Callers;
import io.patchboard.gateway.http.HttpServerConfig;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Mixin: where a server that reads boards listens, and to whom. */
final class HttpServerOptions {

    private static final int HIGHEST_PORT = 65_535;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            defaultValue = "8080",
            description = "Port of the HTTP API; 0 for any free one. Default: ${DEFAULT-VALUE}")
    private int port;

    @Option(
            names = "--http-host",
            paramLabel = "HOST",
            defaultValue = HttpServerConfig.LOOPBACK,
            description =
                    "Address that the HTTP API listens on; on another than loopback callers need tokens. Default: ${DEFAULT-VALUE}")
    private String host;

    @Option(
            names = "--http-token-file",
            paramLabel = "FILE",
            description =
                    "File with the token that requests must bring. Default: the variable PATCHBOARD_HTTP_TOKEN, or none")
    private Optional<Path> tokenFile = Optional.empty();

    @Option(
            names = "--principals",
            paramLabel = "FILE",
            description =
                    "Who may call, with which tokens, and do what: a principals.yaml, read again when it changes.")
    private Optional<Path> principalsFile = Optional.empty();

    @Option(
            names = "--link-secret-file",
            paramLabel = "FILE",
            description =
                    "File with a secret; links that \"subscribe --link-to\" makes with the same let somebody decide"
                            + " without a token. Default: no links are taken")
    private Optional<Path> linkSecretFile = Optional.empty();

    @Option(
            names = "--http-max-body-kb",
            paramLabel = "KB",
            defaultValue = "4096",
            description = "The largest request body that the HTTP API takes. Default: ${DEFAULT-VALUE}")
    private int maxBodyKilobytes;

    /** @throws ParameterException if the options cannot be followed */
    HttpServerConfig config(CommandLine command) {
        requirePort("--http-port", port, command);
        try {
            return HttpServerConfig.onPort(port)
                    .withHost(host, Callers.find(principalsFile, tokenFile, System.getenv()))
                    .withLinks(linkSecretFile.map(LinkSecret::read))
                    .withMaxBodyBytes(Math.multiplyExact(maxBodyKilobytes, 1024));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ParameterException(command, e.getMessage());
        }
    }

    /** @throws ParameterException if it is none */
    static void requirePort(String option, int port, CommandLine command) {
        if (port < 0 || port > HIGHEST_PORT) {
            throw new ParameterException(
                    command, "Expected " + option + " between 0 and " + HIGHEST_PORT + ", but got " + port + ".");
        }
    }
}
