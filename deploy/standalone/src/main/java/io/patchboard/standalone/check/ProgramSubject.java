package io.patchboard.standalone.check;

import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.ProgramProcess;
import io.patchboard.gateway.runner.ProgramProcess.Event;
import io.patchboard.record.ContractLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A program, run by what runs it in a gateway, within the same bounds. Used by one thread. */
final class ProgramSubject implements Subject {

    private static final String NAME = "under check";
    private static final int MOST_MORE_LINES = 10;
    private static final Duration MORE = Duration.ofMillis(300);

    private final WorkerBinding.Program program;
    private Optional<ProgramProcess> running = Optional.empty();
    private int restarts;

    ProgramSubject(WorkerBinding.Program program) {
        this.program = program;
    }

    @Override
    public String name() {
        return String.join(" ", program.command());
    }

    /** As a gateway does, asks a new process where one that had answered before ends without a word. */
    @Override
    public Said ask(Sample sample, Duration limit) throws InterruptedException {
        boolean answeredBefore = running.map(ProgramProcess::hasAnswered).orElse(false);
        Said said = askOnce(sample, limit);
        if (answeredBefore && said instanceof Said.Refusal && running.isEmpty()) {
            restarts++;
            return askOnce(sample, limit);
        }
        return said;
    }

    private Said askOnce(Sample sample, Duration limit) throws InterruptedException {
        if (running.isPresent() && !running.get().isAlive()) {
            restarts++;
            stop();
        }
        if (running.isEmpty()) {
            try {
                running = Optional.of(ProgramProcess.start(NAME, program));
            } catch (IOException e) {
                return new Said.Failure("Expected an answer, but the program cannot be started: " + e.getMessage());
            }
        }
        running.get().send(sample.text().getBytes(StandardCharsets.UTF_8));
        return answer(running.get(), limit);
    }

    private Said answer(ProgramProcess process, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            Optional<Event> event = process.await(deadline);
            if (event.isEmpty()) {
                return new Said.Silence();
            } else if (event.get() instanceof Event.End) {
                String how = process.describeEnd();
                stop();
                return new Said.Refusal("it " + how);
            } else if (event.get() instanceof Event.LineTooLong) {
                stop();
                return new Said.Refusal("its line is longer than " + ContractLimits.MAX_READ_BYTES + " bytes");
            } else if (event.get() instanceof Event.Line line && !isBlank(line)) {
                process.markAnswered();
                return new Said.Something(line.bytes());
            }
        }
    }

    private static boolean isBlank(Event.Line line) {
        return new String(line.bytes(), StandardCharsets.UTF_8).isBlank();
    }

    @Override
    public List<byte[]> more() throws InterruptedException {
        List<byte[]> more = new ArrayList<>();
        if (running.isPresent()) {
            long end = System.nanoTime() + MORE.toNanos();
            Optional<Event> event = running.get().await(end);
            while (event.isPresent() && event.get() instanceof Event.Line line && more.size() < MOST_MORE_LINES) {
                more.add(line.bytes());
                event = running.get().await(end);
            }
        }
        return more;
    }

    /** Closes stdin: a program that keeps its answer in a buffer writes it then. */
    @Override
    public Said lastResort(Duration limit) throws InterruptedException {
        if (running.isEmpty()) {
            return new Said.Silence();
        }
        running.get().closeInput();
        Said said = answer(running.get(), limit);
        stop();
        return said;
    }

    @Override
    public List<Finding> finish(Duration limit) throws InterruptedException {
        if (running.isEmpty()) {
            return List.of(Finding.pass("end-of-input", "It ends by itself."));
        }
        ProgramProcess now = running.get();
        now.closeInput();
        boolean gone = now.awaitExit(limit);
        boolean quiet = now.lastWords().isEmpty();
        stop();
        Finding end = gone
                ? Finding.pass("end-of-input", "It ends when its stdin does.")
                : Finding.fail(
                        "end-of-input",
                        "Expected it to end within " + limit.toSeconds()
                                + " s after its stdin was closed, but it went on and"
                                + " was killed. Leave the loop at the end of stdin.");
        return List.of(
                end,
                Finding.pass(
                        "stderr",
                        quiet ? "It says nothing on stderr." : "What it says on stderr goes into the gateway's log."));
    }

    @Override
    public int restarts() {
        return restarts;
    }

    private void stop() {
        running.ifPresent(ProgramProcess::killWithOrphans);
        running = Optional.empty();
    }

    @Override
    public void close() {
        stop();
    }
}
