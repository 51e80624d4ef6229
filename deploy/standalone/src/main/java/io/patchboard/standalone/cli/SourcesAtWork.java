package io.patchboard.standalone.cli;

import io.micrometer.core.instrument.MeterRegistry;
import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.UnusableFile;
import io.patchboard.standalone.sources.Boards;
import io.patchboard.standalone.sources.SourceSpec;
import io.patchboard.standalone.sources.SourcesFile;
import io.patchboard.standalone.sources.feed.Sources;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The sources of a command, if it was given any. */
record SourcesAtWork(Optional<Sources> running) implements AutoCloseable {

    /**
     * What the file has, so that a mistake is told before anything starts.
     *
     * @throws CliException if it cannot be used; every error has then been told
     */
    static List<SourceSpec> check(Path file, Output output) {
        try {
            return SourcesFile.parse(SourcesFile.read(file), file);
        } catch (ConfigException e) {
            throw UnusableFile.of(file, e, output);
        }
    }

    /** @throws CliException as {@link #check} */
    static SourcesAtWork start(
            Optional<Path> file, KafkaConnection connection, MeterRegistry meters, Boards boards, Output output) {
        if (file.isEmpty()) {
            return new SourcesAtWork(Optional.empty());
        }
        try {
            return new SourcesAtWork(Optional.of(Sources.start(file.get(), connection, meters, boards)));
        } catch (ConfigException e) {
            throw UnusableFile.of(file.get(), e, output);
        }
    }

    @Override
    public void close() {
        running.ifPresent(Sources::close);
    }
}
