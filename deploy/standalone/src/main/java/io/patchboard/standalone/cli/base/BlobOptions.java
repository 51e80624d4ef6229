package io.patchboard.standalone.cli.base;

import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.gateway.blob.DirectoryBlobs;
import io.patchboard.standalone.run.DataDirs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Mixin of commands that put blobs somewhere, or find them there. */
public final class BlobOptions {

    private static final long MEGABYTE = 1024L * 1024;

    @Option(
            names = "--blobs",
            paramLabel = "DIR",
            description = "Where blobs are kept. Default: blobs in the data directory, .patchboard")
    private Optional<Path> dir = Optional.empty();

    @Option(
            names = "--blob-mb",
            paramLabel = "MB",
            defaultValue = "100",
            description = "The largest blob that is taken. Default: ${DEFAULT-VALUE}")
    private int mostMegabytes;

    @Option(
            names = "--blobs-mb",
            paramLabel = "MB",
            defaultValue = "10240",
            description = "What all blobs together may take. Default: ${DEFAULT-VALUE}")
    private int mostMegabytesInAll;

    /**
     * The store of the default data directory, unless another is named.
     *
     * @throws CliException if it cannot be used
     */
    public BlobStore open() {
        return open(DataDirs.DEFAULT);
    }

    /**
     * The store that is named, for who would do harm to another one.
     *
     * @throws CliException if none is named
     */
    public BlobStore openNamed() {
        if (dir.isEmpty()) {
            throw CliException.failed(
                    "Expected --blobs DIR, the blobs of this very server: what its log does not name is"
                            + " removed from them. By default they are in blobs of its data directory.");
        }
        return open();
    }

    /**
     * As {@link #open()}.
     *
     * @param dataDir in which it is, unless another is named
     */
    public BlobStore open(Path dataDir) {
        if (mostMegabytes < 1 || mostMegabytesInAll < mostMegabytes) {
            throw CliException.failed("Expected at least 1 in --blob-mb, and as much in --blobs-mb, but got "
                    + mostMegabytes + " and " + mostMegabytesInAll + ".");
        }
        Path place = dir.orElseGet(() -> dataDir.resolve("blobs"));
        try {
            return DirectoryBlobs.open(place, mostMegabytes * MEGABYTE, mostMegabytesInAll * MEGABYTE);
        } catch (IOException e) {
            throw CliException.failed("Expected a directory for blobs at " + place + ", but " + e
                    + ". Name another with --blobs, or see to its rights.");
        }
    }
}
