package io.patchboard.standalone.cli;

import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.inject.InjectedFaults;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.standalone.run.Workers;
import io.patchboard.text.Spelling;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import picocli.CommandLine.Option;

/** Mixin of commands that serve workers for a run: what goes wrong with them on purpose. */
final class InjectOption {

    @Option(
            names = "--inject",
            paramLabel = "FILE",
            description = "Have workers time out, fail or answer wrongly on purpose, as this file says (docs/alas.md).")
    private Optional<Path> file = Optional.empty();

    boolean isGiven() {
        return file.isPresent();
    }

    /**
     * The same workers, with the faults before their answers.
     *
     * @throws CliException if one would never strike, since its worker is none of them
     */
    List<Workers> into(List<Workers> workers) {
        return file.map(given -> {
                    InjectedFaults faults = read(given);
                    requireServed(given, faults, workers);
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

    private static void requireServed(Path file, InjectedFaults faults, List<Workers> workers) {
        SortedSet<String> served = new TreeSet<>();
        workers.forEach(each -> served.addAll(each.file().workers().keySet()));
        for (int i = 0; i < faults.faults().size(); i++) {
            String worker = faults.faults().get(i).worker();
            if (!served.contains(worker)) {
                throw CliException.failed(
                        file + ": Expected a worker that is served here at /faults/" + i + "/worker, but got \""
                                + worker + "\", with whom nothing would go wrong." + Spelling.question(worker, served));
            }
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
