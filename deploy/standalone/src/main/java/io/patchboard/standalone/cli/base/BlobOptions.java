package io.patchboard.standalone.cli.base;

import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.gateway.blob.BlobStores;
import io.patchboard.standalone.run.DataDirs;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Mixin of commands that put blobs somewhere, or find them there. */
public final class BlobOptions {

    private static final long MEGABYTE = 1024L * 1024;

    @Option(
            names = "--blobs",
            paramLabel = "DIR",
            description =
                    "Where blobs are kept: a directory, or s3://BUCKET/PREFIX. Default: blobs in the data directory (of \"up\": .patchboard)")
    private Optional<String> dir = Optional.empty();

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
            description = "What all blobs together may take, in a directory. Default: ${DEFAULT-VALUE}")
    private int mostMegabytesInAll;

    /**
     * The store of the default data directory, unless another is named.
     *
     * @throws CliException if it cannot be used
     */
    public BlobStore open() {
        return open(DataDirs.DEFAULT, "--blobs");
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
        return open(dataDir, dir.isPresent() ? "--blobs" : "--data-dir");
    }

    /** @param option that names another place */
    private BlobStore open(Path dataDir, String option) {
        if (mostMegabytes < 1 || mostMegabytesInAll < mostMegabytes) {
            throw CliException.failed("Expected at least 1 in --blob-mb, and as much in --blobs-mb, but got "
                    + mostMegabytes + " and " + mostMegabytesInAll + ".");
        }
        String place = dir.orElseGet(() -> dataDir.resolve("blobs").toString());
        try {
            return BlobStores.open(place, mostMegabytes * MEGABYTE, mostMegabytesInAll * MEGABYTE);
        } catch (IOException e) {
            throw CliException.failed("Expected a place for blobs at " + place + ", but " + FileTrouble.of(e)
                    + ". Name another with " + option + ", or see to its rights.");
        }
    }

    /**
     * A store that takes whatever is put there.
     *
     * @throws CliException if it cannot be used
     */
    public static BlobStore openUnbounded(String place) {
        try {
            return BlobStores.open(place, Long.MAX_VALUE, Long.MAX_VALUE);
        } catch (IOException e) {
            throw CliException.failed("Expected a place for blobs at " + place + ", but " + FileTrouble.of(e) + ".");
        }
    }

    /** Whether a place is named that may be another server's, too. */
    public boolean isNamed() {
        return dir.isPresent();
    }

    /**
     * A store that is there already.
     *
     * @throws CliException if it is not, or cannot be used
     */
    public static BlobStore find(String place) {
        try {
            return BlobStores.find(place);
        } catch (NotDirectoryException e) {
            throw CliException.failed("Expected a directory with blobs at " + place + ", but there is none.");
        } catch (IOException e) {
            throw CliException.failed("Expected blobs at " + place + ", but " + FileTrouble.of(e) + ".");
        }
    }
}
