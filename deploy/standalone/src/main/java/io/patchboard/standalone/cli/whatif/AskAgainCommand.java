package io.patchboard.standalone.cli.whatif;

import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.record.BlobHandle;
import io.patchboard.standalone.again.AskAgain;
import io.patchboard.standalone.again.Asked;
import io.patchboard.standalone.again.Judge;
import io.patchboard.standalone.again.PastInvocation;
import io.patchboard.standalone.again.PastInvocations;
import io.patchboard.standalone.again.Sample;
import io.patchboard.standalone.again.Shadow;
import io.patchboard.standalone.again.ShadowRecords;
import io.patchboard.standalone.again.Tally;
import io.patchboard.standalone.cli.base.BoundWorker;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.DurationConverter;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.base.WorkerBlobs;
import io.patchboard.standalone.screen.Pulse;
import io.patchboard.standalone.screen.Text;
import io.patchboard.standalone.whatif.ChosenBoards;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ask-again}. */
@Command(
        name = "ask-again",
        description = {
            "Asks another model, prompt or program what past boards have asked a worker, each time with the view of then.",
            "The kernel's own code judges the answers on the states of then: the verdicts stand beside those of the logs,"
                    + " with how far the patches agree, tokens, cost and time. No board hears of it, but the worker is"
                    + " really asked: a model costs what it costs, and what a program does, it does."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 it was asked, whatever came of it; 3 unknown board; 1 there is no log, the worker was never",
            "asked, or the workers file cannot be used.",
            "",
            "Examples:",
            "  patchboard ask-again review-7 --worker writer --workers cheaper.yaml",
            "  patchboard ask-again --blueprint-name evidence-review --worker writer --workers cheaper.yaml --sample 50",
            "  patchboard ask-again --all --worker writer --workers cheaper.yaml --shadow 0.05 --timeout 1h",
            "  patchboard ask-again --all --worker writer --recorded"
        })
public final class AskAgainCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private ChosenLogs logs;

    @Mixin
    private OutputOptions options;

    @Option(names = "--worker", paramLabel = "NAME", required = true, description = "Whose invocations are asked.")
    private String worker;

    @Option(
            names = "--workers",
            paramLabel = "FILE",
            description = "The workers file that says what is asked under that name.")
    private Optional<Path> workers = Optional.empty();

    @Mixin
    private WorkerBlobs blobs = new WorkerBlobs();

    @Option(
            names = "--recorded",
            description =
                    "Ask nobody: judge what the worker's shadow (shadow in the gateway's workers file) has answered, all"
                            + " that is kept of it.")
    private boolean recorded;

    @Option(
            names = "--sample",
            paramLabel = "N",
            defaultValue = "20",
            description = "At most so many invocations, each as likely as any other. Default: ${DEFAULT-VALUE}.")
    private int sample;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            defaultValue = "1",
            description = "Another number picks another sample. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--shadow",
            paramLabel = "SHARE",
            description =
                    "Instead of a sample of what was asked: this share of what is asked from now on, such as 0.05,"
                            + " each as soon as its board has its own answer.")
    private Optional<Double> shadow = Optional.empty();

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "With --shadow: for how long. Default: until it is stopped.")
    private Optional<Duration> timeout = Optional.empty();

    private boolean warned;

    @Override
    public Integer call() throws InterruptedException {
        requireUsable();
        ChosenBoards chosen = logs.chosen();
        Output output = options.output();
        Blueprints blueprints = new Blueprints();
        if (recorded) {
            return recorded(chosen, blueprints);
        }
        WorkerBinding binding = BoundWorker.of(workers.orElseThrow(), worker, output);
        try (AskAgain again = new AskAgain(worker, binding, blueprints, blobs.callbacks())) {
            return shadow.isPresent()
                    ? shadow(again, shadow.get(), chosen, blueprints)
                    : sample(again, chosen, blueprints);
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    private void requireUsable() {
        if (recorded == workers.isPresent()) {
            throw usage("Expected either --workers, or --recorded for what was answered already, but got "
                    + (recorded ? "both." : "neither."));
        } else if (recorded && shadow.isPresent()) {
            throw usage("Expected --recorded without --shadow, since it asks nobody.");
        } else if (sample < 1) {
            throw usage("Expected --sample to be at least 1, but got " + sample + ".");
        } else if (shadow.filter(share -> !(share > 0 && share <= 1)).isPresent()) {
            throw usage("Expected --shadow to be a share above 0 and at most 1, but got " + shadow.get() + ".");
        } else if (timeout.isPresent() && shadow.isEmpty()) {
            throw usage("Expected --shadow beside --timeout, but got none.");
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private int sample(AskAgain again, ChosenBoards chosen, Blueprints blueprints) throws InterruptedException {
        Output output = options.output();
        Sample found = new Sample(sample, seed);
        PastInvocations past = new PastInvocations(worker, chosen, blueprints, found::offer);
        logs.read(chosen, "Looking for what " + worker + " was asked", output, past::accept, past::end);
        if (found.seen() == 0) {
            throw CliException.failed("Expected boards that have invited " + worker + ", but none of "
                    + chosen.created().size() + " has.");
        }
        found.chosen().forEach(this::warnOfBlobs);
        AtomicInteger answers = new AtomicInteger();
        List<Asked> asked;
        try (Pulse pulse = Pulse.startLater(
                output.errors(),
                () -> "Asking " + worker + ": " + answers + " of "
                        + found.chosen().size() + " answers")) {
            asked = again.ask(found.chosen(), any -> answers.incrementAndGet());
        }
        return report(new Tally(worker, found.seen(), asked), past);
    }

    /** Who should have seen them would be compared as if he had. */
    private void warnOfBlobs(PastInvocation past) {
        if (!warned
                && blobs.areNowhere()
                && !BlobHandle.in(past.invoked().view()).isEmpty()) {
            warned = true;
            options.output()
                    .progress("Views point to blobs, but " + worker + " gets no bytes: --blobs says where they are.");
        }
    }

    private int recorded(ChosenBoards chosen, Blueprints blueprints) {
        Output output = options.output();
        ShadowRecords records = logs.beside(output, kafka -> ShadowRecords.read(kafka, worker));
        Judge judge = new Judge(blueprints);
        AtomicLong seen = new AtomicLong();
        List<Asked> asked = new ArrayList<>();
        PastInvocations past = new PastInvocations(worker, chosen, blueprints, one -> {
            seen.incrementAndGet();
            records.of(one).ifPresent(answer -> asked.add(judge.of(one, answer.answer(), answer.took())));
        });
        logs.read(chosen, "Looking for what " + worker + " was asked", output, past::accept, past::end);
        if (asked.isEmpty()) {
            throw CliException.failed(
                    "Expected what a shadow of " + worker + " has answered, but there is nothing for "
                            + seen + " invocations of these boards (" + records.size()
                            + " answers in all). Say shadow: {share: 0.05, ...} beside the worker in the gateway's workers file.");
        }
        return report(new Tally(worker, seen.get(), asked), past);
    }

    private int shadow(AskAgain again, double share, ChosenBoards chosen, Blueprints blueprints) {
        Output output = options.output();
        try (Shadow live = new Shadow(again, share, seed, asked -> AskAgainReport.print(asked, output))) {
            AtomicBoolean caughtUp = new AtomicBoolean();
            PastInvocations past = new PastInvocations(worker, chosen, blueprints, invocation -> {
                if (caughtUp.get()) {
                    warnOfBlobs(invocation);
                    live.offer(invocation);
                }
            });
            logs.follow(timeout, output, past::accept, () -> {
                caughtUp.set(true);
                output.progress("Asking " + worker + " what is asked of it from now on, " + share + " of it");
            });
            live.close();
            if (live.passedOver() > 0) {
                output.progress("Passed over, because too many waited: " + live.passedOver());
            }
            return live.asked().isEmpty() ? ExitCodes.OK : report(new Tally(worker, live.seen(), live.asked()), past);
        }
    }

    private int report(Tally tally, PastInvocations past) {
        Output output = options.output();
        past.damaged()
                .forEach((board, why) ->
                        output.progress(Text.printable("Board " + board + " cannot be followed. " + why)));
        new AskAgainReport(tally, past.damaged()).print(output);
        return past.damaged().isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
    }
}
