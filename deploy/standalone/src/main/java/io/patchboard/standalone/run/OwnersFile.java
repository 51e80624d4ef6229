package io.patchboard.standalone.run;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** A file that nobody but its owner reads, on systems that know of such. */
public final class OwnersFile {

    private OwnersFile() {}

    /** What it is made with. */
    public static FileAttribute<?>[] attributes(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
