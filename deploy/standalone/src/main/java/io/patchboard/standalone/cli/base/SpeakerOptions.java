package io.patchboard.standalone.cli.base;

import io.patchboard.client.KafkaConnection;
import io.patchboard.record.Command;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Who asks, and how he proves it. */
public final class SpeakerOptions {

    private static final String ANYBODY = "local";

    @Option(names = "--by", paramLabel = "NAME", description = "Who asks; kept in the board's log. Default: " + ANYBODY)
    private Optional<String> by = Optional.empty();

    @Option(
            names = "--sign-with",
            paramLabel = "FILE",
            description = "The private key of whom --by names, in PEM, where the blueprint has operators.")
    private Optional<Path> signWith = Optional.empty();

    public String by() {
        return by.orElse(ANYBODY);
    }

    /** The same, for a command that says it only if it is given, or signed. */
    public Optional<String> said() {
        return by.or(() -> signWith.map(any -> ANYBODY));
    }

    /**
     * The command, signed if that is wanted.
     *
     * @param connection to the cluster that it is sent to
     * @throws CliException if the key cannot be read
     */
    public Command signed(Command command, KafkaConnection connection) {
        return signWith.map(file ->
                        KeyFile.read(file).sign(command, connection.topics().commands()))
                .orElse(command);
    }
}
