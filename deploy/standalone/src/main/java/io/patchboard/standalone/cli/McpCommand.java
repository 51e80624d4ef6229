package io.patchboard.standalone.cli;

import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.ServerToken;
import io.patchboard.standalone.http.HttpApi;
import io.patchboard.standalone.mcp.Caller;
import io.patchboard.standalone.mcp.Dispatcher;
import io.patchboard.standalone.mcp.StdioServer;
import io.patchboard.standalone.mcp.board.BoardFeatures;
import io.patchboard.standalone.run.StartFailedException;
import io.patchboard.standalone.run.TemporaryDir;
import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code patchboard mcp}. */
@Command(
        name = "mcp",
        mixinStandardHelpOptions = true,
        description = {
            "Offers the boards of a server to a client of the Model Context Protocol, over stdin and stdout.",
            "Such a client starts this command itself; docs/mcp.md says how it is told to. Ends when stdin does.",
            "With --bootstrap-server it reads and asks Kafka itself, and needs no server; the variable alone does not ask for"
                    + " that."
        })
final class McpCommand implements Callable<Integer> {

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The server, as \"up\" or \"server\" prints it. Default: http://127.0.0.1:8080")
    private Optional<URI> url = Optional.empty();

    @Option(
            names = "--http-token-file",
            paramLabel = "FILE",
            description = "File with the token that the server asks for. Default: the variable PATCHBOARD_HTTP_TOKEN")
    private Optional<Path> tokenFile = Optional.empty();

    @Option(
            names = "--board",
            paramLabel = "ID",
            description = "The board that this client is about; its tools need no boardId, then.")
    private Optional<String> board = Optional.empty();

    @Option(
            names = "--worker",
            paramLabel = "NAME",
            description =
                    "As which worker of --board it works; the schema of its tools is that worker's contract, then.")
    private Optional<String> worker = Optional.empty();

    @Mixin
    private ConnectionOptions connection;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (worker.isPresent() && board.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "Expected --board with --worker, but got none.");
        }
        if (connection.givenServers().isPresent()) {
            if (url.isPresent() || tokenFile.isPresent()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "Expected either --bootstrap-server, or --url with --http-token-file, but got both.");
            }
            return withoutServer();
        }
        URI server = url.orElse(URI.create("http://" + HttpServerConfig.LOOPBACK + ":8080"));
        if (!server.isAbsolute()
                || server.getHost() == null
                || !server.getScheme().matches("https?")) {
            throw new ParameterException(
                    spec.commandLine(), "Expected a URL http://HOST:PORT in --url, but got \"" + server + "\".");
        }
        return serve(URI.create(server.toString().replaceFirst("/+$", "")), ServerToken.of(tokenFile));
    }

    /** A server of its own, for this client alone. */
    private int withoutServer() throws IOException, InterruptedException {
        Secret token = new Secret(UUID.randomUUID().toString());
        try (TemporaryDir modelDir = TemporaryDir.create();
                HttpApi http = HttpApi.start(HttpServerConfig.onPort(0).withToken(token))) {
            http.serve(connection.connection(), new AwaitedAnswers(), modelDir.path())
                    .join();
            return serve(URI.create(http.url()), Optional.of(token));
        } catch (StartFailedException | CompletionException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    private int serve(URI server, Optional<Secret> token) throws IOException, InterruptedException {
        Caller caller = new Caller(token.map(secret -> "Bearer " + secret.reveal()), board, worker);
        try (BoardFeatures features = new BoardFeatures(() -> server)) {
            new StdioServer(
                            new Dispatcher(features),
                            caller,
                            new BufferedInputStream(System.in),
                            new FileOutputStream(FileDescriptor.out))
                    .serve();
        }
        return ExitCodes.OK;
    }
}
