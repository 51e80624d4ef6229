package io.patchboard.standalone.cli.base;

import io.patchboard.gateway.config.ConfigException;
import io.patchboard.standalone.screen.Text;
import java.nio.file.Path;

/** A file of workers, or of models, that has errors. */
public final class UnusableFile {

    private UnusableFile() {}

    /** Tells every error, one on each line. */
    public static void tell(Path file, ConfigException errors, Output output) {
        errors.problems().forEach(problem -> output.progress(Text.printable(file + ": " + problem.message())));
    }

    /** Tells every error, and ends the command. */
    public static CliException of(Path file, ConfigException errors, Output output) {
        tell(file, errors, output);
        return CliException.failed("Expected a valid file, but " + file + " cannot be used.");
    }
}
