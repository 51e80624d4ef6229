package io.patchboard.standalone.cli.architect;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the blueprint goes.
 *
 * @param file the blueprint
 * @param source what {@code run} is given: the file, or the folder that it stands in
 */
record Target(Path file, Path source) {

    static Target of(Path output) {
        String name = output.toString().toLowerCase(Locale.ROOT);
        boolean isFile = Stream.of(".yaml", ".yml").anyMatch(name::endsWith);
        return isFile ? new Target(output, output) : new Target(output.resolve("blueprint.yaml"), output);
    }

    /** Beside the blueprint, what was written last but cannot be used. */
    Path refused() {
        String name = file.getFileName().toString();
        return file.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ".refused.yaml");
    }

    /** Beside the blueprint, what it cost. */
    Path usage() {
        String name = file.getFileName().toString();
        return file.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ".usage.json");
    }

    /** What {@code run} takes as the input where it is told nothing else. */
    Optional<String> input() {
        return Optional.of(source.resolve("input.json")).filter(Files::exists).map(Path::toString);
    }
}
