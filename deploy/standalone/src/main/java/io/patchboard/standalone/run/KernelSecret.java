package io.patchboard.standalone.run;

import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;

/**
 * The key of invocation ids, made on first use. Who knows it can answer in any worker's name, so only the owner may
 * read it; if it is lost, invocations that were open cannot be answered any more and time out.
 */
final class KernelSecret {

    private static final int BYTES = 32;

    private KernelSecret() {}

    /** @throws StartFailedException if the file cannot be read or made, or holds something else */
    static byte[] loadOrCreate(Path file) {
        try {
            byte[] secret = Files.exists(file) ? Files.readAllBytes(file) : create(file);
            if (secret.length != BYTES) {
                throw new StartFailedException(
                        "Expected " + BYTES + " bytes in " + file + ", but got " + secret.length
                                + ". Restore the file; or delete it, and invocations that are open now will time out.",
                        null);
            }
            return secret;
        } catch (IOException e) {
            throw new StartFailedException(
                    "Expected to read or create " + file + ", but " + FileTrouble.of(e)
                            + ". Make the data directory writable, or choose another one.",
                    e);
        }
    }

    /** Under its name only once all of it is on the disk, and that name then, so that no crash leaves half of it. */
    private static byte[] create(Path file) throws IOException {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        createForOwner(fresh);
        try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(secret));
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel names = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            names.force(true);
        }
        return secret;
    }

    private static void createForOwner(Path file) throws IOException {
        try {
            Files.createFile(file, OwnersFile.attributes(file));
        } catch (FileAlreadyExistsException e) {
            throw new IOException("another process is creating it", e);
        }
    }
}
