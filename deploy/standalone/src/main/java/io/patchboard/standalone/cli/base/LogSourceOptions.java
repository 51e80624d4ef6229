package io.patchboard.standalone.cli.base;

import io.patchboard.gateway.BootstrapServers;
import io.patchboard.standalone.run.DataDirs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Mixin of commands that only read: the log of a running server, or of a data directory that nobody serves. The latter
 * is served by the command itself for as long as it reads.
 */
public final class LogSourceOptions {

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description =
                    "Read the data of a server that is not running. Default: .patchboard, or else what \"demo\" left in"
                            + " .patchboard-demo, if no server is given and nothing listens on "
                            + ConnectionOptions.DEFAULT_BOOTSTRAP_SERVER + ".")
    private Optional<Path> dataDir = Optional.empty();

    /** Whether the command line says where to read. */
    public boolean isGiven() {
        return dataDir.isPresent() || connection.givenServers().isPresent();
    }

    /**
     * @throws CliException if there is nothing to read from, or the options contradict each other
     */
    public Cluster open(Output output) {
        if (dataDir.isPresent()) {
            return serve(dataDir.get());
        }
        boolean nobodyThere = connection.chosenServers().isEmpty()
                && !ServerProbe.listens(ConnectionOptions.DEFAULT_BOOTSTRAP_SERVER);
        Optional<Path> left =
                DataDirs.KNOWN.stream().filter(LogSourceOptions::holdsData).findFirst();
        if (nobodyThere && left.isPresent()) {
            output.progress("Nothing listens on " + ConnectionOptions.DEFAULT_BOOTSTRAP_SERVER + ", so the boards in "
                    + left.get()
                    + " are read. Name a server with --bootstrap-server or " + BootstrapServers.VARIABLE
                    + " for others.");
            return Cluster.serve(left.get(), connection);
        }
        return Cluster.connect(connection);
    }

    /** As {@link ConnectionOptions#again}; nothing for a directory, which has to be served first. */
    public String again() {
        return dataDir.isPresent() ? "" : connection.again(connection.connection());
    }

    /**
     * A running server, for who waits for what comes.
     *
     * @throws CliException if there is none, or a directory is named that nobody serves
     */
    public Cluster connect() {
        if (dataDir.isPresent()) {
            throw CliException.failed(
                    "Expected a running server to follow, but got --data-dir: no kernel runs on it, so"
                            + " nothing would come. Start \"patchboard up --data-dir " + dataDir.get() + "\" first.");
        }
        return Cluster.connect(connection);
    }

    private Cluster serve(Path dir) {
        if (connection.givenServers().isPresent()) {
            throw CliException.failed(
                    "Expected either --bootstrap-server or --data-dir, but got both. Leave one of them out.");
        }
        if (!holdsData(dir)) {
            throw CliException.failed("Expected the data of a PatchBoard server in " + dir
                    + ", but there is none. Name the directory that \"patchboard up\" was given.");
        }
        return Cluster.serve(dir, connection);
    }

    private static boolean holdsData(Path dir) {
        return Files.isDirectory(dir.resolve("kafka"));
    }
}
