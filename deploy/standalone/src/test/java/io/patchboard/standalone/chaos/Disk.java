package io.patchboard.standalone.chaos;

import io.patchboard.standalone.crash.Tool;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** A disk in memory, which shrinks to what is on it and grows again. */
final class Disk implements AutoCloseable {

    private static final long SIZE = 4L << 30;
    private static final int TRIES = 50;

    /** Somebody may write between the question how much there is and the answer. */
    private static final long SLACK = 64 << 10;

    private final Path path;

    private Disk(Path path) {
        this.path = path;
    }

    static Disk mount(Path path) throws IOException, InterruptedException {
        Files.createDirectories(path);
        Tool.run("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "none", path.toString());
        return new Disk(path);
    }

    Path path() {
        return path;
    }

    /** From now on there is no room. */
    void fill() throws IOException, InterruptedException {
        for (int i = 0; i < TRIES; i++) {
            if (Tool.works("mount", "-o", "remount,size=" + (used() + SLACK), path.toString())) {
                return;
            }
        }
        throw new IOException("Expected to shrink the disk at " + path + ", but it grows quicker than that.");
    }

    long used() throws IOException {
        FileStore store = Files.getFileStore(path);
        return store.getTotalSpace() - store.getUnallocatedSpace();
    }

    void free() throws IOException, InterruptedException {
        Tool.run("mount", "-o", "remount,size=" + SIZE, path.toString());
    }

    @Override
    public void close() throws InterruptedException {
        Tool.works("umount", "-l", path.toString());
    }
}
