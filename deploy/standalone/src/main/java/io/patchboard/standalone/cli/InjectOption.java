package io.patchboard.standalone.cli;

import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.inject.InjectedFaults;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.standalone.run.Workers;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Mixin of commands that serve workers for a run: what goes wrong with them on purpose. */
final class InjectOption {

    @Option(
            names = "--inject",
            paramLabel = "FILE",
            description = "Have workers time out, fail or answer wrongly on purpose, as this file says (docs/alas.md).")
    private Optional<Path> file = Optional.empty();

    /** The same workers, with the faults before their answers. */
    List<Workers> into(List<Workers> workers) {
        return file.map(given -> {
                    InjectedFaults faults = read(given);
                    return workers.stream()
                            .map(served -> faulty(served, faults))
                            .toList();
                })
                .orElse(workers);
    }

    private static InjectedFaults read(Path file) {
        try {
            return InjectedFaults.read(
                    BlueprintFile.load(file, "list of faults").document());
        } catch (BlueprintSyntaxException | IllegalArgumentException e) {
            throw CliException.failed(file + ": " + e.getMessage());
        }
    }

    private static Workers faulty(Workers served, InjectedFaults faults) {
        Map<String, WorkerBinding> bindings = new LinkedHashMap<>();
        served.file()
                .workers()
                .forEach((name, binding) -> bindings.put(name, new WorkerBinding.Faulty(binding, faults)));
        // Nobody else shares their work: whoever serves the same file does not go wrong.
        return new Workers(
                new WorkersFile(served.file().group(), bindings, served.file().signers()),
                served.group() + "-injected");
    }
}
