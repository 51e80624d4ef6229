package io.patchboard.gateway.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * A variable in the environment of a program, by which what it started is found again.
 *
 * <p>The tree of processes loses a grandchild when the child between them ends, and a session or a group is left by who
 * wants to; a process's first environment stays what it was. It can be read on Linux; elsewhere nothing is found, and
 * the tree has to do.
 */
final class Mark {

    static final String VARIABLE = "PATCHBOARD_PROCESS";

    private static final Path PROC = Path.of("/proc");

    private final String value = UUID.randomUUID().toString();

    String value() {
        return value;
    }

    /**
     * Ends every process that carries this mark, each as soon as it is found, before it can start others.
     *
     * @return how many there were
     */
    int killCarriers() {
        int found = 0;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (isCarriedBy(process)) {
                    found++;
                    ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                            .ifPresent(ProcessHandle::destroyForcibly);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return found;
        }
        return found;
    }

    private boolean isCarriedBy(Path process) {
        try {
            String environment = Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            return environment.contains(VARIABLE + "=" + value);
        } catch (IOException e) {
            return false;
        }
    }
}
