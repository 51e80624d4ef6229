package io.patchboard.standalone.cli.factory;

import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.Problem;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.NewFiles;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.base.UnusableFile;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.standalone.screen.Text;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.factory.Catalogue;
import io.patchboard.workflow.ir.Workflow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code factory bind}. */
@Command(
        name = "bind",
        description = {
            "Finds in a catalogue who does each task of a workflow, and writes a workers file for it.",
            "Candidates are scored by weighted criteria: capabilities, protocol, efficiency, context and logging. The best is tried as"
                    + " `worker check` does, and bound if its answer would be committed; otherwise the next one is.",
            "For what nobody does, compensation included, a brief is written, and with --model a language model is bound that is"
                    + " told it. Who makes the plan is never bound to validate it."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 each task has somebody, 7 some have not, 6 the workflow or catalogue is not well-formed, 1 no such file.",
            "",
            "Example:",
            "  patchboard factory bind workflow.yaml --catalogue catalogue.yaml -o bound",
            "  patchboard workflow run bound/workflow.json --workers bound/workers.yaml"
        })
final class BindAgents implements Callable<Integer> {

    @Mixin
    private OutputOptions options;

    @Parameters(paramLabel = "WORKFLOW", description = "The workflow: YAML, or JSON if the name ends in .json.")
    private Path file;

    @Option(
            names = "--catalogue",
            required = true,
            paramLabel = "FILE",
            description = "The catalogue of agents; `patchboard schema catalogue` prints its schema.")
    private Path catalogue;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            defaultValue = "bound",
            description = "Where workflow.json, workers.yaml, factory.json and prompts go. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description = "The model of the catalogue that does what no agent does.")
    private Optional<String> model = Optional.empty();

    @Option(names = "--no-check", description = "Bind without trying: no program is started, and nobody is called.")
    private boolean unchecked;

    @Option(names = "--force", description = "Replace files that are there already.")
    private boolean force;

    @Override
    public Integer call() throws InterruptedException {
        Output output = options.output();
        Optional<Workflow> workflow = workflow(output);
        Optional<Catalogue> known = catalogue(output);
        if (workflow.isEmpty() || known.isEmpty()) {
            return ExitCodes.INVALID;
        }
        Discovery discovery = new Discovery(workflow.get(), known.get(), bindings(known.get(), output), model);
        List<Bound> all = discovery.bind(unchecked);
        NewFiles.write(out, files(workflow.get(), known.get(), all), force);
        JsonArray metadata = JsonArray.copyOf(all.stream().map(Bound::json).toList());
        if (output.isJson()) {
            output.document(metadata);
        }
        all.forEach(bound -> print(bound, output));
        boolean whole = all.stream().allMatch(bound -> bound.worker().isPresent());
        return whole ? ExitCodes.OK : ExitCodes.CHECK_FAILED;
    }

    private Optional<Workflow> workflow(Output output) {
        try {
            WorkflowChecker.Result checked =
                    WorkflowChecker.check(BlueprintFile.load(file, "workflow").document());
            tell(file, checked.errors(), output);
            return checked.isValid() ? checked.workflow() : Optional.empty();
        } catch (BlueprintSyntaxException e) {
            tell(file, List.of(new Problem("", e.getMessage())), output);
            return Optional.empty();
        }
    }

    private Optional<Catalogue> catalogue(Output output) {
        try {
            Catalogue.Reading read =
                    Catalogue.read(BlueprintFile.load(catalogue, "catalogue").document());
            tell(catalogue, read.problems(), output);
            return read.catalogue();
        } catch (BlueprintSyntaxException e) {
            tell(catalogue, List.of(new Problem("", e.getMessage())), output);
            return Optional.empty();
        }
    }

    private static void tell(Path where, List<Problem> problems, Output output) {
        problems.forEach(problem -> output.progress(Text.printable(where + ": error"
                + (problem.pointer().isEmpty() ? "" : " at " + problem.pointer()) + ": " + problem.message())));
    }

    /** By agent: as a workers file of all of them would. */
    private Map<String, WorkerBinding> bindings(Catalogue known, Output output) {
        Map<String, Json> workers = new LinkedHashMap<>();
        known.agents().forEach(agent -> workers.put(agent.name(), agent.worker()));
        model.ifPresent(name -> {
            if (!JsonPlace.of(known.models().orElse(JsonObject.EMPTY)).has(name)) {
                throw CliException.failed("Expected one of the models of " + catalogue + ", but got \"" + name + "\".");
            }
        });
        try {
            return WorkersFile.parse(workersFile(known, workers).toString(), catalogue)
                    .workers();
        } catch (ConfigException e) {
            throw UnusableFile.of(catalogue, e, output);
        }
    }

    private static JsonObject workersFile(Catalogue known, Map<String, Json> workers) {
        return JsonObject.builder()
                .putIfPresent("models", known.models())
                .put("workers", JsonObject.copyOf(workers))
                .build();
    }

    private Map<String, String> files(Workflow workflow, Catalogue known, List<Bound> all) {
        Map<String, Json> workers = new LinkedHashMap<>();
        Map<String, String> files = new LinkedHashMap<>();
        for (Bound bound : all) {
            bound.worker().ifPresent(worker -> workers.put(bound.workerName(), fromThere((JsonObject) worker)));
            bound.brief().ifPresent(text -> files.put(bound.briefFile(), text));
        }
        files.put("workflow.json", JsonWriter.pretty(Discovery.instructed(workflow, all)));
        files.put("workers.yaml", JsonWriter.pretty(workersFile(known, workers)));
        files.put(
                "factory.json",
                JsonWriter.pretty(JsonArray.copyOf(all.stream().map(Bound::json).toList())));
        return files;
    }

    /** Programs run in the folder of their workers file, so files beside the catalogue are named by their full path. */
    private JsonObject fromThere(JsonObject worker) {
        if (!(worker.get("process").orElse(null) instanceof JsonArray command)) {
            return worker;
        }
        Path folder =
                Optional.ofNullable(catalogue.toAbsolutePath().getParent()).orElseThrow();
        List<Json> arguments = command.stream()
                .map(argument -> argument instanceof JsonString text && isFile(folder, text.value())
                        ? Json.of(folder.resolve(text.value()).normalize().toString())
                        : argument)
                .toList();
        return worker.with("process", JsonArray.copyOf(arguments));
    }

    private static boolean isFile(Path folder, String argument) {
        return !argument.isBlank() && argument.indexOf('\0') < 0 && Files.isRegularFile(folder.resolve(argument));
    }

    private void print(Bound bound, Output output) {
        String who = bound.match()
                .map(match -> String.format(
                        Locale.ROOT,
                        "%s, score %.2f%s%s",
                        match.agent().name(),
                        match.score(),
                        bound.tried() ? ", tried" : "",
                        match.lacks().isEmpty() ? "" : ", lacks " + String.join(", ", match.lacks())))
                .orElseGet(() -> bound.model()
                        .map(name -> name + ", told " + bound.briefFile())
                        .orElse("Expected an agent for it, or --model: " + out.resolve(bound.briefFile())
                                + " says what it has to do."));
        output.line(Text.printable(String.format("%-20s %-12s %s", bound.spec().id(), bound.kind(), who)));
        bound.refused()
                .forEach((agent, because) ->
                        because.forEach(reason -> output.progress(Text.printable("  not " + agent + ": " + reason))));
    }
}
