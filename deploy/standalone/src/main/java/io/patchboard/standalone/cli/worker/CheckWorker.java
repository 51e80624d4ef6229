package io.patchboard.standalone.cli.worker;

import io.patchboard.calls.RetryPolicy;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.standalone.check.Finding;
import io.patchboard.standalone.check.SampleSource;
import io.patchboard.standalone.check.WorkerCheck;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.DurationConverter;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.standalone.cli.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Style;
import io.patchboard.standalone.screen.Text;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code worker check}. */
@Command(
        name = "check",
        description = {
            "Runs a worker against sample invocations and bad ones, and says what it does wrong and how to mend it.",
            "The worker is a program (CMD), an HTTP endpoint (--url), or what a workers file says (--workers, --worker).",
            "With --blueprint and --worker it is asked what a new board of that blueprint asks first, and the kernel"
                    + " judges the answer."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 nothing failed, also with warnings; 7 something failed; 1 wrong usage.",
            "",
            "Examples:",
            "  patchboard worker check python3 worker.py",
            "  patchboard worker check --url http://localhost:8000/answer",
            "  patchboard worker check --blueprint blueprint.yaml --input input.json --worker summarizer python3 worker.py",
            "  patchboard worker check --workers workers.yaml --worker summarizer"
        })
final class CheckWorker implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private OutputOptions options;

    @Option(names = "--url", paramLabel = "URL", description = "An HTTP worker, instead of a program.")
    private Optional<URI> url = Optional.empty();

    @Option(
            names = "--workers",
            paramLabel = "FILE",
            description = "A workers file that says how --worker is run, with its environment, headers and limits.")
    private Optional<Path> workers = Optional.empty();

    @Option(
            names = "--worker",
            paramLabel = "NAME",
            description = "The worker's name in the workers file or blueprint.")
    private Optional<String> worker = Optional.empty();

    @Option(
            names = "--blueprint",
            paramLabel = "FILE",
            description = "Take the sample from a new board of this blueprint.")
    private Optional<Path> blueprint = Optional.empty();

    @Option(names = "--input", paramLabel = "FILE", description = "The new board's input, as JSON; {} by default.")
    private Optional<Path> input = Optional.empty();

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long one answer may take; 10s by default.")
    private Duration timeout = Duration.ofSeconds(10);

    @Parameters(arity = "0..*", paramLabel = "CMD", description = "The program and its arguments.")
    private List<String> command = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException {
        Output output = options.output();
        WorkerBinding binding = binding();
        SampleSource source = source();
        if (blueprint.isPresent() && !source.own()) {
            output.progress("A new board does not invite " + worker.orElseThrow()
                    + " at once: the view is a built-in one, the contract is the blueprint's.");
        }
        List<Json> told = new ArrayList<>();
        boolean passed = WorkerCheck.run(binding, source, timeout, finding -> {
            told.add(finding.json());
            output.line(line(finding, output.look()));
        });
        if (output.isJson()) {
            output.document(JsonObject.builder()
                    .put("passed", passed)
                    .put("checks", JsonArray.copyOf(told))
                    .build());
        }
        return passed ? ExitCodes.OK : ExitCodes.CHECK_FAILED;
    }

    private static String line(Finding finding, Look look) {
        String text = Text.printable(String.format("%-15s %s", finding.check(), finding.text()));
        return switch (finding.level()) {
            case pass -> look.paint(Style.GOOD, "pass") + "  " + text;
            case warn -> look.paint(Style.CHANGED, "warn") + "  " + text;
            case fail -> look.paint(Style.BAD, "fail") + "  " + text;
        };
    }

    private WorkerBinding binding() {
        if ((command.isEmpty() ? 0 : 1) + (url.isPresent() ? 1 : 0) + (workers.isPresent() ? 1 : 0) != 1) {
            throw usage("Expected one of CMD, --url and --workers.");
        }
        if (url.isPresent()) {
            String scheme = Optional.ofNullable(url.get().getScheme()).orElse("");
            if (!scheme.matches("https?") || url.get().getHost() == null) {
                throw usage("Expected --url http://... or https://..., but got another text.");
            }
            return new WorkerBinding.Http(HttpEndpoint.of(url.get()), timeout, 1, RetryPolicy.DEFAULT);
        }
        return workers.map(this::bound)
                .orElseGet(
                        () -> new WorkerBinding.Program(command, Path.of("").toAbsolutePath(), timeout, 1, Map.of()));
    }

    private WorkerBinding bound(Path file) {
        String name = worker.orElseThrow(() -> usage("Expected --worker NAME beside --workers, but got none."));
        try {
            WorkerBinding binding = WorkersFile.load(file).workers().get(name);
            if (binding instanceof WorkerBinding.Program || binding instanceof WorkerBinding.Http) {
                return binding;
            }
            throw CliException.failed("Expected " + file + " to name a program or an HTTP endpoint for worker " + name
                    + ", but it " + (binding == null ? "does not name the worker." : "names something else."));
        } catch (ConfigException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    private SampleSource source() {
        if (blueprint.isEmpty()) {
            if (input.isPresent()) {
                throw usage("Expected --blueprint beside --input, but got none.");
            }
            return SampleSource.builtIn();
        }
        String name = worker.orElseThrow(() -> usage("Expected --worker NAME beside --blueprint, but got none."));
        try {
            Json document = BlueprintFile.load(blueprint.get()).document();
            CompileResult compiled = BlueprintCompiler.compile(document);
            if (compiled instanceof CompileResult.Valid valid) {
                return SampleSource.of(valid.blueprint(), document, readInput(), name);
            }
            throw CliException.failed("Expected a valid blueprint, but " + blueprint.get()
                    + " has errors; see \"patchboard blueprint validate\".");
        } catch (BlueprintSyntaxException | IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    private Json readInput() {
        try {
            return input.isPresent() ? JsonReader.parse(Files.readString(input.get())) : JsonObject.EMPTY;
        } catch (IOException e) {
            throw CliException.failed("Expected the board's input at " + input.get() + ", but " + e + ".");
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
