package io.patchboard.standalone.cli.architect;

import io.patchboard.gateway.config.ConfigException;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.UnusableFile;
import io.patchboard.standalone.run.Workers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Who will serve when the blueprint runs. */
final class ServedWorkers {

    private ServedWorkers() {}

    /**
     * @param elsewhere whether there may be others, at a server of its own
     * @return absent if nothing is known
     * @throws CliException if a file cannot be used; every error of it has then been told
     */
    static Optional<Set<String>> names(List<Path> files, Target target, boolean elsewhere, Output output) {
        Path beside = target.source().resolve("workers.yaml");
        List<Path> used = files.isEmpty() && Files.exists(beside) ? List.of(beside) : files;
        Set<String> names = new TreeSet<>();
        used.forEach(file -> names.addAll(load(file, output)));
        return used.isEmpty() || elsewhere ? Optional.empty() : Optional.of(names);
    }

    private static Set<String> load(Path file, Output output) {
        try {
            return Workers.load(file).file().workers().keySet();
        } catch (ConfigException e) {
            throw UnusableFile.of(file, e, output);
        }
    }
}
