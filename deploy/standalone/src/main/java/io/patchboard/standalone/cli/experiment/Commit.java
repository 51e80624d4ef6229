package io.patchboard.standalone.cli.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Which commit of a source tree runs; whoever has no tree has none. */
public final class Commit {

    private static final String REFERENCE = "ref: ";

    private Commit() {}

    /** @param start in the tree */
    public static Optional<String> of(Path start) {
        return Stream.iterate(start.toAbsolutePath(), folder -> folder != null, Path::getParent)
                .map(folder -> folder.resolve(".git"))
                .filter(Files::isDirectory)
                .findFirst()
                .flatMap(Commit::head);
    }

    private static Optional<String> head(Path git) {
        try {
            String head = Files.readString(git.resolve("HEAD")).strip();
            if (!head.startsWith(REFERENCE)) {
                return Optional.of(head);
            }
            String name = head.substring(REFERENCE.length());
            if (Files.exists(git.resolve(name))) {
                return Optional.of(Files.readString(git.resolve(name)).strip());
            }
            try (Stream<String> packed = Files.lines(git.resolve("packed-refs"))) {
                return packed.filter(line -> line.endsWith(" " + name))
                        .map(line -> line.substring(0, line.indexOf(' ')))
                        .findFirst();
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
