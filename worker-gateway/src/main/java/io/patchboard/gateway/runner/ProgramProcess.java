package io.patchboard.gateway.runner;

import io.patchboard.gateway.config.ProgramLimits;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.thread.DaemonThreads;
import io.patchboard.record.ContractLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One running process of a worker's program, with a thread for each of its three pipes. Used by one thread.
 *
 * <p>Few lines of output are held; a program that writes more is left to block on its own pipe.
 */
public final class ProgramProcess {

    private static final Logger LOG = LoggerFactory.getLogger(ProgramProcess.class);
    private static final int HELD_EVENTS = 4;
    private static final int MOST_STALE_LINES = 1_000;
    private static final Duration LOOK_FOR_END = Duration.ofMillis(100);
    private static final Duration LAST_OUTPUT = Duration.ofMillis(500);
    private static final int MOST_ROUNDS = 100;
    private static final byte[] END_OF_INPUT = {};

    /** What comes out of a process. */
    public sealed interface Event {
        record Line(byte[] bytes) implements Event {}

        record LineTooLong() implements Event {}

        /** Nothing more will come: the process closed its output or is gone. */
        record End() implements Event {}
    }

    private final String worker;
    private final Process process;
    private final BlockingQueue<Event> events = new ArrayBlockingQueue<>(HELD_EVENTS);
    private final BlockingQueue<byte[]> input = new LinkedBlockingQueue<>();
    private final ProgramLimits limits;
    private final Mark mark;
    private final StderrLog said;
    private final Thread reader;
    private final Thread writer;
    private final Thread listener;
    private final LogRate outOfTurn;
    private boolean answered;
    private boolean retired;

    private ProgramProcess(String worker, WorkerBinding.Program program, Process process, Mark mark) {
        this.worker = worker;
        this.process = process;
        this.limits = program.limits();
        this.mark = mark;
        this.said = new StderrLog(LOG, worker, program.environment().redaction(), System::nanoTime);
        this.outOfTurn = new LogRate(
                System::nanoTime,
                leftOut -> LOG.warn(
                        "Expected worker {} to write only answers to what it was asked, but got {} more lines, which were"
                                + " dropped as well.",
                        worker,
                        leftOut));
        String name = "worker-" + worker + "-" + process.pid();
        this.reader = DaemonThreads.named(name + "-stdout", this::readOutput);
        this.writer = DaemonThreads.named(name + "-stdin", this::writeInput);
        this.listener = DaemonThreads.named(name + "-stderr", () -> said.read(process.getErrorStream()));
    }

    /** @throws IOException if the program or its working directory is not there or may not be used */
    public static ProgramProcess start(String worker, WorkerBinding.Program program) throws IOException {
        return start(worker, program, Thread::start);
    }

    /** @param starter of the threads of the pipes; without them nobody would serve the process, or end it */
    static ProgramProcess start(String worker, WorkerBinding.Program program, Consumer<Thread> starter)
            throws IOException {
        Optional<String> missing = ProgramCheck.missing(program);
        if (missing.isPresent()) {
            // Said by the programs that start it, it would look as if it had begun.
            throw new IOException(missing.get());
        }
        Mark mark = new Mark();
        ProcessBuilder builder = new ProcessBuilder(
                        ProcessGroup.before(program.limits().before(program.command())))
                .directory(program.directory().toFile());
        Map<String, String> variables = program.environment().of(System.getenv());
        builder.environment().clear();
        builder.environment().putAll(variables);
        builder.environment().put(Mark.VARIABLE, mark.value());
        ProgramProcess process = new ProgramProcess(worker, program, ProcessGroup.start(builder), mark);
        try {
            starter.accept(process.reader);
            starter.accept(process.writer);
            starter.accept(process.listener);
        } catch (RuntimeException | Error e) {
            process.kill();
            throw e;
        }
        LOG.info("Started worker {} as process {}: {}", worker, process.process.pid(), program.command());
        return process;
    }

    /** Whether the process has answered an invocation; see the package on what that changes. */
    public boolean hasAnswered() {
        return answered;
    }

    public void markAnswered() {
        answered = true;
    }

    /** Asks the process to end: it has answered without a word on what, so its next line could be about that, too. */
    void retire() {
        retired = true;
        closeInput();
    }

    boolean isRetired() {
        return retired;
    }

    /** Tells of a line that is dropped, unless too many are. */
    void dropped(String what) {
        if (outOfTurn.admits()) {
            LOG.warn(
                    "Expected worker {} to write only answers to what it was asked, but got {}; it is dropped.",
                    worker,
                    what);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Whether the process can take an invocation. Drops what it wrote without being asked. */
    boolean isReady() {
        if (retired) {
            return false;
        }
        for (int dropped = 0; dropped < MOST_STALE_LINES; dropped++) {
            Event event = events.poll();
            if (event == null) {
                return process.isAlive();
            }
            if (!(event instanceof Event.Line line)) {
                return false;
            }
            dropped("a line of " + line.bytes().length + " bytes between two invocations");
        }
        return false;
    }

    /** Hands over a line, which goes out when the process reads it; does not block. */
    public void send(byte[] line) {
        input.add(line);
    }

    /** The next event; empty if none comes until {@link System#nanoTime()} is {@code deadline}. */
    public Optional<Event> await(long deadline) throws InterruptedException {
        long goneSince = Long.MAX_VALUE;
        while (true) {
            long now = System.nanoTime();
            if (now - deadline >= 0) {
                return Optional.empty();
            }
            Event event = events.poll(Math.min(deadline - now, LOOK_FOR_END.toNanos()), TimeUnit.NANOSECONDS);
            if (event != null) {
                return Optional.of(event);
            }
            if (!process.isAlive()) {
                goneSince = Math.min(goneSince, now);
                if (System.nanoTime() - goneSince >= LAST_OUTPUT.toNanos()) {
                    return Optional.of(new Event.End());
                }
            }
        }
    }

    /** How the process ended and what it said last on stderr, for a message; waits for both a little. */
    public String describeEnd() throws InterruptedException {
        boolean gone = process.waitFor(LAST_OUTPUT.toMillis(), TimeUnit.MILLISECONDS);
        if (gone) {
            listener.join(LAST_OUTPUT.toMillis());
        }
        return (gone ? EndOfProcess.describe(process.exitValue(), limits, said.lastWords()) : "closed its output")
                + lastWords();
    }

    /** What the process said last on stderr, as the end of a sentence; empty if it said nothing. */
    public String lastWords() {
        String words = said.lastWords();
        return words.isEmpty() ? "" : "; last on stderr: " + words;
    }

    /** Asks the process to end, and kills it, and all that it started, if it is still there after so long. */
    void end(Duration limit) {
        closeInput();
        try {
            awaitExit(limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            kill();
        }
    }

    /** As {@link #end}, and what it left behind is killed as well. */
    public void endWithOrphans(Duration limit) {
        try {
            end(limit);
        } finally {
            killWithOrphans();
        }
    }

    /** Ends the process and all that it started; what it left behind when it ended by itself may live. */
    void kill() {
        kill(process.isAlive());
    }

    /** Ends all that the process started, too, if it has ended already: it did not end as it should. */
    public void killWithOrphans() {
        kill(true);
    }

    /**
     * Goes through handles, because {@link Process#destroyForcibly} also closes the input, for which it would wait as
     * long as the writer is blocked. What starts others while it is looked for is looked for again.
     */
    private void kill(boolean everything) {
        if (everything) {
            List<ProcessHandle> tree = process.descendants().toList();
            process.toHandle().destroyForcibly();
            tree.forEach(ProcessHandle::destroyForcibly);
            ProcessGroup.kill(process.pid());
            for (int round = 0; mark.killCarriers() > 0 && round < MOST_ROUNDS; round++) {
                Thread.onSpinWait();
            }
        }
        outOfTurn.end();
        reader.interrupt();
        writer.interrupt();
    }

    /** Closes the process's input, which asks it to end; whether it does is for {@link #awaitExit} to see. */
    public void closeInput() {
        input.add(END_OF_INPUT);
    }

    public boolean awaitExit(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void readOutput() {
        LineReader lines = new LineReader(process.getInputStream(), ContractLimits.MAX_READ_BYTES);
        try {
            try {
                for (Optional<LineReader.Line> line = lines.next(); line.isPresent(); line = lines.next()) {
                    if (line.get().cut()) {
                        events.put(new Event.LineTooLong());
                        return;
                    }
                    events.put(new Event.Line(line.get().bytes()));
                }
            } catch (IOException e) {
                LOG.debug("The output of worker {} ended: {}", worker, e.toString());
            }
            events.put(new Event.End());
        } catch (InterruptedException e) {
            LOG.debug("The process of worker {} was killed, its output is of no interest.", worker);
        }
    }

    private void writeInput() {
        try (OutputStream out = process.getOutputStream()) {
            for (byte[] line = input.take(); line != END_OF_INPUT; line = input.take()) {
                out.write(line);
                out.write('\n');
                out.flush();
            }
        } catch (IOException e) {
            LOG.debug("Worker {} does not read its input any more: {}", worker, e.toString());
        } catch (InterruptedException e) {
            LOG.debug("The process of worker {} was killed, its input is closed.", worker);
        }
    }
}
