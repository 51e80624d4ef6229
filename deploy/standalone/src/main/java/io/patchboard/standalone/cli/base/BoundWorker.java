package io.patchboard.standalone.cli.base;

import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.text.Spelling;
import java.nio.file.Path;
import java.util.Map;

/** What a workers file says of one worker. */
public final class BoundWorker {

    private BoundWorker() {}

    /** @throws CliException if the file is none, or does not name the worker */
    public static WorkerBinding of(Path file, String name, Output output) {
        try {
            Map<String, WorkerBinding> known = WorkersFile.load(file).workers();
            WorkerBinding binding = known.get(name);
            if (binding == null) {
                throw CliException.failed("Expected " + file + " to say what serves worker " + name
                        + ", but it does not name the worker." + Spelling.question(name, known.keySet()));
            }
            return binding;
        } catch (ConfigException e) {
            throw UnusableFile.of(file, e, output);
        }
    }
}
