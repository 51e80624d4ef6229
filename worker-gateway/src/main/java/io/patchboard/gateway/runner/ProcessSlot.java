package io.patchboard.gateway.runner;

import io.opentelemetry.context.Context;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.text.Quotes;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.Failure;
import io.patchboard.text.Durations;
import io.patchboard.tracing.TraceHeaders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One of a worker's processes through all its restarts. Used by one thread, which keeps the time. */
final class ProcessSlot {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessSlot.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final Duration TIME_TO_END = Duration.ofSeconds(2);
    private static final Duration TIME_TO_END_BEFORE_THE_NEXT = Duration.ofMillis(500);

    private final String worker;
    private final WorkerBinding.Program program;
    private final Callbacks callbacks;
    private final TimeLimit timeLimit;
    private final Redaction redaction;
    private final Optional<Checkpoints> checkpoints;
    private final Clock clock;
    private Optional<ProgramProcess> running = Optional.empty();
    private int failuresInARow;
    private boolean toldOfIds;
    private String lastFailure = "";
    private long nextStart = System.nanoTime();

    /** @param checkpoints where it is kept how far the program has come; absent for one that does not say */
    ProcessSlot(
            String worker,
            WorkerBinding.Program program,
            Callbacks callbacks,
            TimeLimit timeLimit,
            Optional<Checkpoints> checkpoints,
            Clock clock) {
        this.checkpoints = checkpoints;
        this.clock = clock;
        this.worker = worker;
        this.program = program;
        this.callbacks = callbacks;
        this.timeLimit = timeLimit;
        this.redaction = program.environment().redaction();
    }

    /** @throws InterruptedException if the runner is closed meanwhile */
    Answer serve(Invocation invocation) throws InterruptedException {
        Duration limit = timeLimit.of(invocation);
        try (LongWork work =
                LongWork.begin(invocation, timeLimit, checkpoints.orElse(Checkpoints.NOWHERE), clock, redaction)) {
            byte[] line = JsonWriter.compactBytes(
                    work.beside(TraceHeaders.beside(callbacks.withFiles(invocation, limit), Context.current())));
            Optional<Answer> answer = attempt(invocation, line, limit, work);
            while (answer.isEmpty()) {
                answer = attempt(invocation, line, limit, work);
            }
            return work.told(answer.get());
        } catch (IOException e) {
            return Answer.failed(
                    Failure.Kind.OUTAGE,
                    "Expected the files of the blobs that worker " + worker + " is to get, but " + e.getMessage()
                            + ".");
        }
    }

    /** Asks the process to end, then ends it. */
    void close() {
        running.ifPresent(process -> process.end(TIME_TO_END));
        running = Optional.empty();
    }

    /**
     * The answer; empty if a process that had answered before was found to have ended or to be out of step, so that a
     * new one may be asked. A new one has not answered before, so this is empty at most once in a row.
     */
    private Optional<Answer> attempt(Invocation invocation, byte[] line, Duration limit, LongWork work)
            throws InterruptedException {
        Optional<Failure> obstacle = makeReady(work.end());
        if (obstacle.isPresent()) {
            return obstacle.map(Answer::failed);
        }
        ProgramProcess process = running.orElseThrow();
        process.send(line);
        while (true) {
            Optional<ProgramProcess.Event> event = process.await(work.end());
            if (event.isEmpty()) {
                return Optional.of(giveUp(
                        process,
                        Failure.Kind.TIMEOUT,
                        "within " + Durations.spoken(limit),
                        "it was still at work and was killed" + process.lastWords()));
            }
            if (event.get() instanceof ProgramProcess.Event.End) {
                return ended(process);
            }
            if (!(event.get() instanceof ProgramProcess.Event.Line output)) {
                return Optional.of(giveUp(
                        process,
                        Failure.Kind.INVALID,
                        "of at most " + ContractLimits.MAX_READ_BYTES + " bytes",
                        "its line was longer; it was killed"));
            }
            if (isBlank(output.bytes())) {
                continue;
            }
            try {
                AnswerLine answer = AnswerLine.read(output.bytes());
                if (answer.report().isPresent() && checkpoints.isPresent()) {
                    reported(process, answer, invocation, work);
                    continue;
                }
                if (answer.invocationId().isEmpty() && process.hasAnswered()) {
                    process.dropped("a line that may be about an earlier one, as it names none");
                    process.kill();
                    running = Optional.empty();
                    return Optional.empty();
                }
                if (answer.invocationId().isEmpty()
                        || answer.invocationId().get().equals(invocation.invocationId())) {
                    answered(process, answer);
                    return Optional.of(redaction.guard(answer.answer()));
                }
                process.dropped("a line for "
                        + redaction.excerpt(answer.invocationId().get().getBytes(StandardCharsets.UTF_8)));
            } catch (JsonSyntaxException e) {
                return Optional.of(giveUp(
                        process,
                        Failure.Kind.INVALID,
                        "as one line of JSON on stdout (and everything else on stderr)",
                        "got " + redaction.excerpt(output.bytes()) + " (" + redaction.redact(e.getMessage())
                                + "); it was killed"));
            }
        }
    }

    /** What is not taken gives no more time. */
    private void reported(ProgramProcess process, AnswerLine line, Invocation invocation, LongWork work) {
        if (line.invocationId().filter(invocation.invocationId()::equals).isEmpty()) {
            process.dropped("progress that does not name the invocation which it was asked");
            return;
        }
        try {
            work.take(line.report().orElseThrow());
        } catch (IllegalArgumentException | IllegalStateException e) {
            process.dropped("progress that was not taken (" + redaction.redact(e.getMessage()) + ")");
        }
    }

    /** A process that does not say what it answers is asked only once, as nobody could tell whose its next line is. */
    private void answered(ProgramProcess process, AnswerLine answer) {
        failuresInARow = 0;
        process.markAnswered();
        if (answer.invocationId().isPresent()) {
            return;
        }
        process.retire();
        if (!toldOfIds) {
            toldOfIds = true;
            LOG.info(
                    "Worker {} does not say which invocation it answers, so each gets a new process. To be kept"
                            + " running, it has to repeat the invocationId in its answer.",
                    worker);
        }
    }

    private Optional<Answer> ended(ProgramProcess process) throws InterruptedException {
        if (process.hasAnswered()) {
            LOG.info("Worker {} ended after it had answered before: it {}.", worker, process.describeEnd());
            process.kill();
            running = Optional.empty();
            return Optional.empty();
        }
        String how = process.describeEnd();
        return Optional.of(giveUp(process, Failure.Kind.BUG, "on stdout", "it " + how));
    }

    /** Kills a process that cannot be relied on any more. */
    private Answer giveUp(ProgramProcess process, Failure.Kind kind, String expected, String but) {
        process.killWithOrphans();
        running = Optional.empty();
        return Answer.failed(
                kind, fail("Expected an answer from worker " + worker + " " + expected + ", but " + but + "."));
    }

    /** Starts a process where none is running; what stood in the way if none is running then. */
    private Optional<Failure> makeReady(long deadline) throws InterruptedException {
        if (running.isPresent() && running.get().isReady()) {
            return deadline - System.nanoTime() > 0 ? Optional.empty() : Optional.of(waitedTooLong());
        }
        if (running.isPresent()) {
            letEnd(running.get());
        }
        running = Optional.empty();
        long pause = failuresInARow == 0 ? 0 : Math.max(0, nextStart - System.nanoTime());
        if (deadline - System.nanoTime() <= pause) {
            return Optional.of(
                    failuresInARow == 0
                            ? waitedTooLong()
                            : Failure.of(
                                    Failure.Kind.OUTAGE,
                                    "Expected worker " + worker + " to be running in time, but it failed "
                                            + failuresInARow
                                            + " times in a row and is started again only after a pause; the last time: "
                                            + lastFailure));
        }
        TimeUnit.NANOSECONDS.sleep(pause);
        try {
            running = Optional.of(ProgramProcess.start(worker, program));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(Failure.of(
                    Failure.Kind.OUTAGE,
                    fail("Expected to start worker " + worker + " as " + program.command() + " in "
                            + program.directory() + ", but: " + e.getMessage() + ".")));
        }
    }

    private Failure waitedTooLong() {
        return Failure.of(
                Failure.Kind.OUTAGE,
                "Expected worker " + worker + " to have time, but the invocation waited too long for it.");
    }

    /** One that was asked to end may be at its last lines of code. */
    private static void letEnd(ProgramProcess process) throws InterruptedException {
        try {
            if (process.isRetired()) {
                process.awaitExit(TIME_TO_END_BEFORE_THE_NEXT);
            }
        } finally {
            process.kill();
        }
    }

    /** Notes a failure, which puts off the next start. */
    private String fail(String message) {
        failuresInARow++;
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failuresInARow - 1, 10));
        nextStart = System.nanoTime() + (pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE).toNanos();
        lastFailure = message;
        LOG.warn("{}", Quotes.leftOut(message));
        LOG.debug("{}", message);
        return message;
    }

    private static boolean isBlank(byte[] line) {
        for (byte b : line) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }
}
