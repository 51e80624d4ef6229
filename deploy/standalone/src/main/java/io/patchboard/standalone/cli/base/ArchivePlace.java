package io.patchboard.standalone.cli.base;

import io.patchboard.gateway.blob.S3Files;
import io.patchboard.standalone.run.TemporaryDir;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where an archive is: a directory, or a place in a bucket, whose files are in a directory of this machine meanwhile.
 *
 * @param name as the user has it
 */
public record ArchivePlace(String name, Path dir, Optional<S3Files> bucket) {

    private static final String SUFFIX = ".jsonl";

    /** @throws CliException if it is in a bucket that cannot be read, or in neither */
    public static ArchivePlace open(String name) {
        if (!isInBucket(name)) {
            return new ArchivePlace(name, Path.of(name), Optional.empty());
        }
        TemporaryDir dir = TemporaryDir.create();
        Runtime.getRuntime().addShutdownHook(new Thread(dir::close, "patchboard-archive-end"));
        try {
            return new ArchivePlace(name, dir.path(), Optional.of(S3Files.fetch(name, dir.path(), SUFFIX)));
        } catch (IOException e) {
            throw CliException.failed("Expected to read the archive " + name + ", but " + FileTrouble.of(e) + ".");
        }
    }

    private static boolean isInBucket(String name) {
        try {
            return S3Files.isIn(name);
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    /** What is beside the logs. */
    public String beside(String what) {
        return name.replaceAll("/+$", "") + "/" + what;
    }

    /** Where a file of {@link #dir} is in the end. */
    public String of(Path file) {
        return bucket.isPresent() ? beside(file.getFileName().toString()) : file.toString();
    }

    /**
     * What was written is in the archive, whatever ends.
     *
     * @throws CliException if it is not
     */
    public void finish() {
        try {
            if (bucket.isPresent()) {
                bucket.get().send();
            }
        } catch (IOException e) {
            throw CliException.failed("Expected to write the archive " + name + ", but " + FileTrouble.of(e)
                    + ". Begin again: what is there stays.");
        }
    }
}
