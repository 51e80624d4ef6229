package io.patchboard.standalone.cli;

import io.patchboard.client.KafkaConnection;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.run.AnchorFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Mixin of who may keep anchors of the log while it runs. */
final class AnchorOptions {

    @Option(
            names = "--anchor-file",
            paramLabel = "FILE",
            description = "Append a hash of all boards' logs to this file at the start and then at an interval.")
    private Optional<Path> file = Optional.empty();

    @Option(names = "--anchor-every", paramLabel = "DURATION", description = "That interval. Default: 1h")
    private Optional<Duration> every = Optional.empty();

    /** Until it is closed. */
    record Started(Optional<AnchorFile> anchors) implements AutoCloseable {

        @Override
        public void close() {
            anchors.ifPresent(AnchorFile::close);
        }
    }

    /** @throws CliException if there is an interval for nothing */
    void check() {
        if (every.isPresent() && file.isEmpty()) {
            throw CliException.failed("Expected --anchor-file with --anchor-every, but it is missing.");
        }
    }

    Started start(KafkaConnection connection) {
        return new Started(
                file.map(place -> AnchorFile.appendTo(place, every.orElse(Duration.ofHours(1)), connection)));
    }
}
