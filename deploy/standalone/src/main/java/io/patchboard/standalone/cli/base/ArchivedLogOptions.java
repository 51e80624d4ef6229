package io.patchboard.standalone.cli.base;

import io.patchboard.client.log.LogArchive;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Mixin of commands that read the log, and boards of an archive as well. */
public final class ArchivedLogOptions {

    @Mixin
    private LogSourceOptions source = new LogSourceOptions();

    @Option(
            names = "--archive",
            paramLabel = "DIR",
            description = "Also read the boards that \"archive\" wrote there, each log from its file first.")
    private Optional<String> archive = Optional.empty();

    /** Whether the user said where to read. */
    public boolean isGiven() {
        return archive.isPresent() || source.isGiven();
    }

    /** As {@link LogSourceOptions#open}. */
    public Cluster open(Output output) {
        Optional<LogArchive> older = archive.map(ArchivedLogOptions::existing);
        Cluster cluster = source.open(output);
        return older.map(cluster::with).orElse(cluster);
    }

    /** As {@link LogSourceOptions#again}. */
    public String again() {
        return source.again();
    }

    /** As {@link LogSourceOptions#connect}. */
    public Cluster connect() {
        return source.connect();
    }

    private static LogArchive existing(String place) {
        LogArchive archive = LogArchive.in(ArchivePlace.open(place).dir());
        if (!archive.exists()) {
            throw CliException.failed("Expected an archive in " + place
                    + ", but there is no such directory. \"patchboard archive\" makes one.");
        }
        return archive;
    }
}
