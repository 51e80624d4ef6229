package io.patchboard.standalone.cli;

import io.patchboard.client.log.LogRecord;
import io.patchboard.examples.evidence.EvidenceReview;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.app.KernelStartException;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.broker.BrokerStartException;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.standalone.demo.Demo;
import io.patchboard.standalone.demo.Finding;
import io.patchboard.standalone.demo.Report;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import io.patchboard.standalone.run.CalmLogs;
import io.patchboard.standalone.run.DataDirs;
import io.patchboard.standalone.run.StartFailedException;
import io.patchboard.standalone.run.StopSignal;
import io.patchboard.standalone.screen.EntryPrinter;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Pulse;
import io.patchboard.standalone.screen.Screen;
import io.patchboard.standalone.screen.Tally;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code patchboard demo}. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Answers three real questions in one process: Kafka, kernel, gateway and scripted workers, some of which err"
                    + " on purpose. Shows each commit and each rejection as it happens, then the answers and what they rest on."
        })
final class DemoCommand implements Callable<Integer> {

    private static final int ID_DIGITS = 8;

    @Option(names = "--plain", description = "No colours and no live line, also on a terminal.")
    private boolean plain;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description =
                    "Where the boards are kept; \"patchboard replay\" finds them there. Default: ${DEFAULT-VALUE}")
    private Path dataDir = DataDirs.DEMO;

    @Mixin
    private OutputOptions outputOptions = new OutputOptions();

    @Spec
    private CommandSpec spec;

    /** Why broker or kernel gave up, if they did. */
    private volatile Optional<String> failure = Optional.empty();

    @Override
    public Integer call() {
        CalmLogs.onlyWarnings();
        try (StopSignal stop = StopSignal.install(ExitCodes.INTERRUPTED)) {
            try {
                return demonstrate();
            } catch (BrokerStartException | KernelStartException | StartFailedException e) {
                throw CliException.failed(e.getMessage());
            } catch (RuntimeException e) {
                if (stop.requested()) {
                    return ExitCodes.INTERRUPTED;
                }
                throw e;
            }
        }
    }

    private int demonstrate() {
        long begin = System.nanoTime();
        Output out = outputOptions.output();
        Look look = plain ? Look.plain() : out.look();
        Screen screen = new Screen(
                out.isJson() ? spec.commandLine().getErr() : spec.commandLine().getOut(), look);
        Report report = new Report(look);
        Json blueprint = blueprint();
        if (!out.isJson()) {
            screen.print(report.opening());
        }
        Stage stage = new Stage(out, screen, report);
        try (Pulse pulse = Pulse.start(screen, stage::status);
                AllInOne all = AllInOne.start(AllInOneConfig.on(dataDir)
                        .withQueues(queues(blueprint))
                        .withWorkers(List.of(Demo.workers())))) {
            Thread main = Thread.currentThread();
            all.failure().thenAccept(message -> {
                failure = Optional.of(message);
                main.interrupt();
            });
            stage.ready(since(begin), all.bootstrapServers());
            List<Finding> findings = new Demo(blueprint, DemoCommand::randomId, stage).run(all.connection());
            if (failure.isPresent()) {
                throw CliException.failed(failure.get());
            }
            stage.done(findings, since(begin));
            boolean complete = findings.size() == EvidenceReview.BOARDS.size()
                    && findings.stream().allMatch(Finding::isCompleted);
            return complete ? ExitCodes.OK : ExitCodes.NOT_COMPLETED;
        }
    }

    private static Json blueprint() {
        try {
            return BlueprintFile.parse(EvidenceReview.blueprint(), Path.of("blueprint.yaml"))
                    .document();
        } catch (BlueprintSyntaxException e) {
            throw new IllegalStateException("Expected the example's blueprint to be YAML.", e);
        }
    }

    private static Set<String> queues(Json blueprint) {
        return BlueprintCompiler.compile(blueprint) instanceof CompileResult.Valid valid
                ? valid.blueprint().workers().values().stream()
                        .map(WorkerRole::queue)
                        .collect(Collectors.toSet())
                : Set.of();
    }

    private static String randomId() {
        return UUID.randomUUID().toString().replace("-", "").substring(0, ID_DIGITS);
    }

    private static Duration since(long begin) {
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** Puts what happens on the screen, or on stdout for machines. */
    private final class Stage implements Demo.Watcher {

        private final Output out;
        private final Screen screen;
        private final Report report;
        private EntryPrinter printer;
        private volatile Supplier<String> status = () -> "starting Kafka, the kernel and the gateway";

        Stage(Output out, Screen screen, Report report) {
            this.out = out;
            this.screen = screen;
            this.report = report;
            this.printer = new EntryPrinter(screen.look(), EntryPrinter.Time.ELAPSED);
        }

        String status() {
            return status.get();
        }

        void ready(Duration start, String bootstrapServers) {
            if (!out.isJson()) {
                screen.print(report.ready(start, bootstrapServers, dataDir.toString()));
            }
        }

        @Override
        public void begins(int number, int count, String boardId, String question, Tally tally) {
            printer = new EntryPrinter(screen.look(), EntryPrinter.Time.ELAPSED);
            status = () -> "question " + number + " of " + count + ": " + tally.line();
            if (!out.isJson()) {
                screen.print(report.heading(number, count, boardId, question));
            }
        }

        @Override
        public void entry(LogRecord entry) {
            if (out.isJson()) {
                out.item(entry.entry().toJson());
            } else {
                screen.print(printer.lines(entry.entry()));
            }
        }

        @Override
        public void ended(Finding finding) {
            if (!out.isJson()) {
                screen.print(report.answer(finding));
            }
        }

        void done(List<Finding> findings, Duration took) {
            status = () -> "stopping";
            if (out.isJson()) {
                JsonObject summary = Report.summaryJson(findings, took);
                out.item(summary);
            } else {
                screen.print(report.summary(findings, took, dataDir));
            }
        }
    }
}
