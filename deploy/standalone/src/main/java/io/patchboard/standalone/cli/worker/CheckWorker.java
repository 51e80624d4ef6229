package io.patchboard.standalone.cli.worker;

import io.patchboard.calls.RetryPolicy;
import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.check.Finding;
import io.patchboard.standalone.check.SampleSource;
import io.patchboard.standalone.check.WorkerCheck;
import io.patchboard.standalone.cli.base.BoundWorker;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.DurationConverter;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Findings;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.base.WorkerBlobs;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
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
            "With --blueprint and --worker it is asked what a new board of that blueprint asks first, with --board what a"
                    + " board has asked, and the kernel's own code judges the answer. Nothing is sent to a board.",
            "A language model, agent or Java worker of a workers file is asked once, as it would be by a gateway."
        },
        footer = {
            "",
            "Exit codes: 0 nothing failed, also with warnings; 7 something failed; 1 wrong usage.",
            "",
            "Examples:",
            "  patchboard worker check python3 worker.py",
            "  patchboard worker check --url http://localhost:8000/answer",
            "  patchboard worker check --blueprint blueprint.yaml --input input.json --worker summarizer python3 worker.py",
            "  patchboard worker check --workers workers.yaml --worker summarizer",
            "  patchboard worker check --workers workers.yaml --worker ranker --board review-7 --version 4",
            "  patchboard worker check --blueprint blueprint.yaml --state state.json --worker ranker node rank.js"
        })
final class CheckWorker implements Callable<Integer> {

    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

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

    @Mixin
    private SampleOptions samples;

    @Mixin
    private WorkerBlobs blobs = new WorkerBlobs();

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description =
                    "How long one answer may take. Default: 10s, and for who is asked once what the workers file says.")
    private Optional<Duration> timeout = Optional.empty();

    /** The standard options would take {@code --version} for themselves. */
    @SuppressWarnings("unused") // picocli acts on it
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help message and exit.")
    private boolean help;

    @Parameters(arity = "0..*", paramLabel = "CMD", description = "The program and its arguments.")
    private List<String> command = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException {
        Output output = options.output();
        WorkerBinding binding = binding();
        SampleSource source = samples.source(worker, output);
        List<Json> told = new ArrayList<>();
        boolean passed = check(binding, source, finding -> {
            told.add(finding.json());
            output.line(Findings.line(finding, output.look()));
        });
        if (output.isJson()) {
            output.document(JsonObject.builder()
                    .put("passed", passed)
                    .put("checks", JsonArray.copyOf(told))
                    .build());
        }
        return passed ? ExitCodes.OK : ExitCodes.CHECK_FAILED;
    }

    private boolean check(WorkerBinding binding, SampleSource source, Consumer<Finding> told)
            throws InterruptedException {
        try {
            return WorkerCheck.run(
                    worker.orElse("worker"), binding, source, blobs.callbacks(), timeout.orElse(limit(binding)), told);
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    /** Of who is asked many things, none may take long. */
    static Duration limit(WorkerBinding binding) {
        return binding.plain() instanceof WorkerBinding.Program || binding.plain() instanceof WorkerBinding.Http
                ? DEFAULT_TIMEOUT
                : binding.timeout();
    }

    private WorkerBinding binding() {
        if ((command.isEmpty() ? 0 : 1) + (url.isPresent() ? 1 : 0) + (workers.isPresent() ? 1 : 0) != 1) {
            throw usage("Expected one of CMD, --url and --workers.");
        }
        Duration limit = timeout.orElse(DEFAULT_TIMEOUT);
        if (url.isPresent()) {
            String scheme = Optional.ofNullable(url.get().getScheme()).orElse("");
            if (!scheme.matches("https?") || url.get().getHost() == null) {
                throw usage("Expected --url http://... or https://..., but got another text.");
            }
            return new WorkerBinding.Http(HttpEndpoint.of(url.get()), limit, 1, RetryPolicy.DEFAULT);
        }
        return workers.map(this::bound)
                .orElseGet(() -> new WorkerBinding.Program(command, Path.of("").toAbsolutePath(), limit, 1, Map.of()));
    }

    private WorkerBinding bound(Path file) {
        String name = worker.orElseThrow(() -> usage("Expected --worker NAME beside --workers, but got none."));
        return BoundWorker.of(file, name, options.output());
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
