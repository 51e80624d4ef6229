package io.patchboard.standalone.check;

import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.check.Finding.Level;
import io.patchboard.standalone.check.Subject.Said;
import io.patchboard.text.Durations;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The course of a test: first whether the worker answers at all, which all else needs; then what is usual, what is
 * unusual, and what is wrong; at last whether it ends.
 */
public final class WorkerCheck {

    private static final Duration END_OF_INPUT = Duration.ofSeconds(5);
    private static final Duration GARBAGE = Duration.ofSeconds(2);

    private static final String ASKED_ONCE =
            "It does not say which invocation it answers, so a gateway asks a new process each time. Repeat the"
                    + " invocationId in the answer, which saves the start.";

    private final Subject subject;
    private final SampleSource source;
    private final JsonObject files;
    private final Duration limit;
    private final AnswerJudge judge;
    private final Redaction redaction;
    private final Consumer<Finding> told;
    private final List<Finding> findings = new ArrayList<>();

    private WorkerCheck(
            Subject subject,
            Redaction redaction,
            SampleSource source,
            JsonObject files,
            Duration limit,
            Consumer<Finding> told) {
        this.subject = subject;
        this.source = source;
        this.files = files;
        this.limit = limit;
        this.judge = new AnswerJudge(redaction, source.readable(), source.role());
        this.redaction = redaction;
        this.told = told;
    }

    /**
     * A program or HTTP endpoint is asked many things, a language model, agent or Java worker one.
     *
     * @param worker its name
     * @param callbacks what programs and models get of blobs
     * @param limit for one answer
     * @param told gets each finding as it is made
     * @return whether nothing failed
     * @throws IllegalArgumentException if there is no such worker, or the store of blobs fails
     */
    public static boolean run(
            String worker,
            WorkerBinding binding,
            SampleSource source,
            Callbacks callbacks,
            Duration limit,
            Consumer<Finding> told)
            throws InterruptedException {
        JsonObject files = JsonObject.EMPTY;
        Redaction redaction;
        Subject subject;
        if (binding.plain() instanceof WorkerBinding.Program program) {
            redaction = program.environment().redaction();
            files = files(source, callbacks, limit);
            subject = new ProgramSubject(program);
        } else if (binding.plain() instanceof WorkerBinding.Http http) {
            redaction = http.endpoint().redaction();
            subject = new HttpSubject(http);
        } else {
            redaction = Redaction.NONE; // a gateway's models say no secrets
            subject = new RunnerSubject(worker, binding, callbacks);
        }
        try (subject) {
            WorkerCheck check = new WorkerCheck(subject, redaction, source, files, limit, told);
            check.run();
            return check.findings.stream().noneMatch(finding -> finding.level() == Level.fail);
        }
    }

    private static JsonObject files(SampleSource source, Callbacks callbacks, Duration limit)
            throws InterruptedException {
        try {
            return callbacks.files(source.invocation(), limit);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "Expected the blobs that the worker is to get, but " + e.getMessage(), e);
        }
    }

    private void run() throws InterruptedException {
        Samples samples = new Samples(source.invocation(), files, limit);
        Sample first = samples.plain();
        Said said = subject.ask(first, limit);
        if (!answers(first, said)) {
            return;
        }
        form(first, said);
        kernel(said);
        if (subject.isCostly()) {
            subject.finish(limit).forEach(this::tell);
            return;
        }
        stdout();
        inARow(samples.inARow());
        for (Sample sample : samples.unusual()) {
            unusual(sample);
        }
        garbage(samples);
        subject.finish(END_OF_INPUT).forEach(this::tell);
    }

    private boolean answers(Sample sample, Said said) throws InterruptedException {
        Optional<String> failure = failure(sample, said);
        if (failure.isPresent()) {
            boolean buffered = said instanceof Said.Silence && subject.lastResort(limit) instanceof Said.Something;
            tell(Finding.fail(
                    "answers",
                    buffered
                            ? "Expected an answer while stdin is open, but it came only after stdin was closed. Flush stdout"
                                    + " after each line, as print(..., flush=True) does in Python."
                            : failure.get()));
            return false;
        }
        tell(
                said instanceof Said.Later
                        ? Finding.warn(
                                "answers",
                                "It promises to call back (status 202); what it says then is not checked. Expected 200 with an"
                                        + " answer, if it can be had in time.")
                        : Finding.pass("answers", "It answers a sample invocation."));
        return true;
    }

    /** Why there is nothing to look at; empty if there is. */
    private Optional<String> failure(Sample sample, Said said) {
        if (said instanceof Said.Failure failed) {
            return Optional.of(failed.why());
        } else if (said instanceof Said.Silence) {
            return Optional.of("Expected an answer to " + sample.about() + " within " + Durations.spoken(limit)
                    + ", but got none. Answer every line with a line, if only with {\"error\": \"...\"}.");
        } else if (said instanceof Said.Refusal refusal) {
            return Optional.of("Expected an answer to " + sample.about() + ", but " + refusal.how()
                    + ". Answer what cannot be done with {\"error\": \"...\"}.");
        }
        return Optional.empty();
    }

    private void form(Sample sample, Said said) {
        if (!(said instanceof Said.Something something)) {
            return;
        }
        List<Finding> wrong = judge.judge(something.bytes(), sample.invocation());
        wrong.forEach(this::tell);
        judge.error(something.bytes())
                .ifPresent(
                        error -> tell(
                                Finding.warn(
                                        "error",
                                        "It answers the sample with an error: " + error
                                                + (source.role().isEmpty()
                                                        ? ". Give --blueprint and --worker, so that it is asked what your board asks."
                                                        : ". Another --state or --board asks it what a board asks that has come further."))));
        for (String check : List.of("json", "invocation-id", "patch", "contract")) {
            if (wrong.isEmpty()) {
                tell(
                        check.equals("invocation-id") && isAskedOnce(something.bytes())
                                ? Finding.warn(check, ASKED_ONCE)
                                : Finding.pass(check, passed(check)));
            }
        }
    }

    private boolean isAskedOnce(byte[] said) {
        return subject instanceof ProgramSubject && !judge.namesInvocation(said);
    }

    private static String passed(String check) {
        return switch (check) {
            case "json" -> "The answer is one line of JSON.";
            case "invocation-id" -> "It answers the invocation that it was asked.";
            case "patch" -> "The patch is a JSON Patch.";
            default -> "The patch keeps to the contract.";
        };
    }

    private void kernel(Said said) {
        if (said instanceof Said.Something something && source.board().isPresent()) {
            Optional<String> rejection = source.board().get().rejection(source.invocation(), something.bytes());
            tell(rejection
                    .map(why -> Finding.fail(
                            "kernel", "Expected an answer that the kernel commits, but it rejects it: " + why))
                    .orElse(Finding.pass("kernel", "The kernel commits the answer.")));
        }
    }

    private void stdout() throws InterruptedException {
        List<byte[]> more = subject.more();
        tell(
                more.isEmpty()
                        ? Finding.pass("stdout", "Nothing but the answer is on stdout.")
                        : Finding.fail(
                                "stdout",
                                "Expected one line for one invocation, but got " + (more.size() + 1)
                                        + "; the second is "
                                        + redaction.excerpt(more.get(0))
                                        + ". Write logs to stderr, and answers on one line."));
    }

    private void inARow(List<Sample> samples) throws InterruptedException {
        for (Sample sample : samples) {
            Said said = subject.ask(sample, limit);
            List<String> wrong = wrong(sample, said);
            if (!wrong.isEmpty()) {
                tell(Finding.fail("in-a-row", wrong.get(0)));
                return;
            }
        }
        tell(
                subject.restarts() == 0
                        ? Finding.pass("in-a-row", "It answers " + samples.size() + " invocations in a row.")
                        : Finding.warn(
                                "in-a-row",
                                "It ends after it has answered, and is started again for each invocation. Expected a loop over"
                                        + " stdin, which saves the start."));
    }

    private void unusual(Sample sample) throws InterruptedException {
        List<String> wrong = wrong(sample, subject.ask(sample, limit));
        tell(
                wrong.isEmpty()
                        ? Finding.pass(sample.check(), "It answers " + sample.about() + ".")
                        : Finding.fail(sample.check(), wrong.get(0)));
    }

    private List<String> wrong(Sample sample, Said said) {
        Optional<String> failure = failure(sample, said);
        if (failure.isPresent()) {
            return List.of(failure.get());
        }
        return said instanceof Said.Something something
                ? judge.judge(something.bytes(), sample.invocation()).stream()
                        .map(finding -> "Asked with " + sample.about() + ": " + finding.text())
                        .toList()
                : List.of();
    }

    /** Said or not, an answer to garbage has no one to go to; what counts is that the next question is answered. */
    private void garbage(Samples samples) throws InterruptedException {
        Sample garbage = samples.garbage();
        Said said = subject.ask(garbage, GARBAGE.compareTo(limit) < 0 ? GARBAGE : limit);
        boolean program = subject instanceof ProgramSubject;
        if (program && said instanceof Said.Refusal refusal) {
            tell(Finding.fail(
                    "garbage",
                    "Expected it to skip a line that is no JSON or to answer it with an error, but " + refusal.how()
                            + ". Catch the error of the JSON reader."));
            return;
        }
        if (!program && said instanceof Said.Refusal refusal && !refusal.how().contains("status 4")) {
            tell(Finding.warn("garbage", "Expected status 400 for a body that is no JSON, but " + refusal.how() + "."));
        }
        Sample next = samples.afterGarbage();
        Optional<String> failure = failure(next, subject.ask(next, limit));
        tell(failure.map(why -> Finding.fail("garbage", why))
                .orElse(Finding.pass("garbage", "Something that is no JSON does not stop it.")));
    }

    private void tell(Finding finding) {
        Finding harmless = new Finding(finding.level(), finding.check(), redaction.redact(finding.text()));
        findings.add(harmless);
        told.accept(harmless);
    }
}
