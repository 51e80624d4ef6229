package io.patchboard.gateway.runner;

import io.patchboard.gateway.config.WorkerBinding;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks for a program and its folder, so that a gateway does not start where they are missing. */
public final class ProgramCheck {

    private ProgramCheck() {}

    /**
     * @param whose program it is, for a message
     * @throws IllegalArgumentException if this machine does not have the program
     */
    public static void require(String whose, WorkerBinding.Program program) {
        missing(program).ifPresent(missing -> {
            throw new IllegalArgumentException("Expected to find the program of " + whose + ", but " + missing
                    + ". Install it, or correct the workers file.");
        });
    }

    /** What is missing, as the rest of a sentence that ends in "but"; empty if nothing is. */
    static Optional<String> missing(WorkerBinding.Program program) {
        String name = program.command().get(0);
        if (!Files.isDirectory(program.directory())) {
            return Optional.of("there is no folder " + program.directory());
        }
        Map<String, String> gateway = System.getenv();
        boolean found = name.contains(File.separator)
                ? isProgram(program.directory().resolve(name))
                : Stream.of(program.environment().of(gateway), gateway)
                        .flatMap(variables ->
                                Arrays.stream(variables.getOrDefault("PATH", "").split(File.pathSeparator)))
                        .anyMatch(folder ->
                                isProgram(program.directory().resolve(folder).resolve(name)));
        return found
                ? Optional.empty()
                : Optional.of("there is no " + name + " that may be run "
                        + (name.contains(File.separator) ? "in " + program.directory() : "in the folders of PATH"));
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
