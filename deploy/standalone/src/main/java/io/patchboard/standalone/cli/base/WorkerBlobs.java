package io.patchboard.standalone.cli.base;

import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.standalone.run.DataDirs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Mixin of commands whose workers get the bytes of blobs, without a server. */
public final class WorkerBlobs {

    private static final Path DEFAULT = DataDirs.DEFAULT.resolve("blobs");

    @Option(
            names = "--blobs",
            paramLabel = "DIR",
            description =
                    "Where the blobs of boards are, a directory or s3://BUCKET/PREFIX: programs get files of them, and models that see get images."
                            + " Default: .patchboard/blobs, where \"blob put\" puts them")
    private Optional<String> dir = Optional.empty();

    /** Whether none is named, and there are none where they are by default, so that workers get none. */
    public boolean areNowhere() {
        return dir.isEmpty() && !Files.isDirectory(DEFAULT);
    }

    /**
     * What workers get.
     *
     * @throws CliException if the directory cannot be used
     */
    public Callbacks callbacks() {
        if (areNowhere()) {
            return Callbacks.none();
        }
        String place = dir.orElseGet(DEFAULT::toString);
        return new Callbacks(
                Optional.empty(),
                new AwaitedAnswers(),
                Optional.of(new BlobLinks(BlobOptions.openUnbounded(place), InstantSource.system())));
    }
}
