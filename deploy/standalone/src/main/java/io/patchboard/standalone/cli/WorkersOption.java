package io.patchboard.standalone.cli;

import io.patchboard.gateway.config.ConfigException;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.UnusableFile;
import io.patchboard.standalone.run.Workers;
import io.patchboard.standalone.screen.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The files of {@code --workers}. */
final class WorkersOption {

    private WorkersOption() {}

    /** @throws CliException if a file is invalid; every error of all files has then been told */
    static List<Workers> load(List<Path> files, Output output) {
        List<Workers> loaded = new ArrayList<>();
        for (Path file : files) {
            try {
                loaded.add(Workers.load(file));
            } catch (ConfigException e) {
                UnusableFile.tell(file, e, output);
            }
        }
        if (loaded.size() < files.size()) {
            throw CliException.failed("Expected a valid file of workers after each --workers, but "
                    + (files.size() - loaded.size()) + " of " + files.size() + " cannot be used.");
        }
        warnOfRivals(files, loaded, output);
        return loaded;
    }

    private static void warnOfRivals(List<Path> files, List<Workers> loaded, Output output) {
        Map<String, Path> served = new HashMap<>();
        for (int i = 0; i < files.size(); i++) {
            for (String worker : loaded.get(i).file().workers().keySet()) {
                Path before = served.putIfAbsent(worker, files.get(i));
                if (before != null) {
                    output.progress(Text.printable(
                            "Expected worker " + worker + " in one file, but " + before + " and " + files.get(i)
                                    + " both serve it: each does all of its work, and the first answer counts."));
                }
            }
        }
    }
}
