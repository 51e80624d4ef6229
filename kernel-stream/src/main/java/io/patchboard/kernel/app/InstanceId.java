package io.patchboard.kernel.app;

import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * A name for this instance that outlives its process, so that the group knows it again after a crash. A machine that
 * loses its power may leave zeros or half of it in the file; two kernels by one such name would shut each other out,
 * so it is made anew: the group then misses the former instance as any that is gone.
 */
final class InstanceId {

    private static final String FILE = "instance-id";

    private InstanceId() {}

    static String of(Path stateDir) {
        Path file = stateDir.resolve(FILE);
        try {
            if (Files.exists(file)) {
                String known = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).strip();
                if (isWhole(known)) {
                    return known;
                }
            }
            Files.createDirectories(stateDir);
            String id = UUID.randomUUID().toString();
            Files.writeString(file, id);
            return id;
        } catch (IOException e) {
            throw new KernelStartException(
                    "Expected a state directory that can be written at " + stateDir + ", but " + FileTrouble.of(e)
                            + ".",
                    e);
        }
    }

    /** Whether it is one as they are made here. */
    static boolean isWhole(String id) {
        try {
            return UUID.fromString(id).toString().equals(id);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
