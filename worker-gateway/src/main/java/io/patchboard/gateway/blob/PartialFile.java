package io.patchboard.gateway.blob;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file of a blob on its way, which goes when this is closed. What fails with it is a failure of the store. */
final class PartialFile implements AutoCloseable {

    private static final int LEAST_ROOM = 64 * 1024;

    private final Path path;
    private final FileChannel channel;

    private PartialFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    static PartialFile create(Path path) throws BlobException {
        try {
            return new PartialFile(
                    path, FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (IOException e) {
            throw BlobException.failed(e);
        }
    }

    Path path() {
        return path;
    }

    void write(byte[] chunk, int count) throws BlobException {
        ByteBuffer bytes = ByteBuffer.wrap(chunk, 0, count);
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            throw unwritten(e);
        }
    }

    /** It is on the disk, and nothing more is written. */
    void complete() throws BlobException {
        try {
            channel.force(true);
            channel.close();
        } catch (IOException e) {
            throw unwritten(e);
        }
    }

    /** A disk may say that it is full only when what was written is forced to it. */
    private BlobException unwritten(IOException cause) {
        Path folder = path.getParent();
        return Files.isDirectory(folder) && folder.toFile().getUsableSpace() < LEAST_ROOM
                ? BlobException.full("its disk is full, where " + folder + " is")
                : BlobException.failed(cause);
    }

    @Override
    public void close() throws BlobException {
        try (channel) {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw BlobException.failed(e);
        }
    }
}
