package io.patchboard.standalone.check;

import io.patchboard.gateway.config.WorkerBinding;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A program, started as a gateway starts it, with threads that read and write its pipes. Used by one thread. */
final class ProgramSubject implements Subject {

    private static final int MAX_LINE_BYTES = 16 * 1024 * 1024;
    private static final int LAST_STDERR_LINES = 5;
    private static final int MAX_STDERR_CHARS = 200;
    private static final Duration MORE = Duration.ofMillis(300);
    private static final Duration LAST_OUTPUT = Duration.ofSeconds(1);

    private final WorkerBinding.Program program;
    private Optional<Running> running = Optional.empty();
    private boolean answered;
    private int restarts;

    private static final class Running {
        private final Process process;
        private final BlockingQueue<byte[]> lines = new LinkedBlockingQueue<>();
        private final BlockingQueue<String> stderr = new ArrayBlockingQueue<>(LAST_STDERR_LINES);
        private final Thread reader;
        private final Thread listener;

        Running(Process process) {
            this.process = process;
            this.reader = daemon("stdout", () -> read(process.getInputStream(), lines::add));
            this.listener = daemon("stderr", () -> read(process.getErrorStream(), this::hear));
        }

        private void hear(byte[] line) {
            String text = new String(line, 0, Math.min(line.length, MAX_STDERR_CHARS), StandardCharsets.UTF_8);
            while (!stderr.offer(text)) {
                stderr.poll();
            }
        }
    }

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
        boolean answeredBefore = running.isPresent() && answered;
        Said said = askOnce(sample, limit);
        if (answeredBefore && said instanceof Said.Refusal && running.isEmpty()) {
            restarts++;
            return askOnce(sample, limit);
        }
        return said;
    }

    private Said askOnce(Sample sample, Duration limit) throws InterruptedException {
        if (running.isPresent() && !running.get().process.isAlive()) {
            restarts++;
            stop();
        }
        if (running.isEmpty()) {
            try {
                running = Optional.of(start());
                answered = false;
            } catch (IOException e) {
                return new Said.Refusal("it cannot be started: " + e.getMessage());
            }
        }
        Running now = running.get();
        byte[] text = (sample.text() + "\n").getBytes(StandardCharsets.UTF_8);
        daemon("stdin", () -> write(now.process, text));
        return answer(now, limit);
    }

    private Said answer(Running now, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (System.nanoTime() - end < 0) {
            Optional<byte[]> line = Optional.ofNullable(now.lines.poll(100, TimeUnit.MILLISECONDS));
            if (line.isEmpty() && !now.reader.isAlive()) {
                line = Optional.ofNullable(now.lines.poll());
                if (line.isEmpty()) {
                    return new Said.Refusal(ended(now));
                }
            }
            if (line.isPresent() && !new String(line.get(), StandardCharsets.UTF_8).isBlank()) {
                answered = true;
                return new Said.Something(line.get());
            }
        }
        return new Said.Silence();
    }

    private String ended(Running now) throws InterruptedException {
        boolean gone = now.process.waitFor(LAST_OUTPUT.toMillis(), TimeUnit.MILLISECONDS);
        now.listener.join(LAST_OUTPUT.toMillis());
        String how = gone ? "it exited with code " + now.process.exitValue() : "it closed its stdout";
        String stderr = stderr(now);
        stop();
        return how + (stderr.isEmpty() ? "" : "; last on stderr: " + stderr);
    }

    private String stderr(Running now) {
        return program.environment().redaction().redact(String.join(" | ", now.stderr));
    }

    @Override
    public List<byte[]> more() throws InterruptedException {
        List<byte[]> more = new ArrayList<>();
        if (running.isPresent()) {
            TimeUnit.MILLISECONDS.sleep(MORE.toMillis());
            running.get().lines.drainTo(more);
        }
        return more;
    }

    /** Closes stdin: a program that keeps its answer in a buffer writes it then. */
    @Override
    public Said lastResort(Duration limit) throws InterruptedException {
        if (running.isEmpty()) {
            return new Said.Silence();
        }
        Running now = running.get();
        daemon("stdin", () -> closeInput(now.process));
        Said said = answer(now, limit);
        stop();
        return said;
    }

    @Override
    public List<Finding> finish(Duration limit) throws InterruptedException {
        if (running.isEmpty()) {
            return List.of(Finding.pass("end-of-input", "It ends by itself."));
        }
        Running now = running.get();
        daemon("stdin", () -> closeInput(now.process));
        boolean gone = now.process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        boolean quiet = now.stderr.isEmpty();
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

    private Running start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(program.limits().before(program.command()))
                .directory(program.directory().toFile());
        var variables = program.environment().of(System.getenv());
        builder.environment().clear();
        builder.environment().putAll(variables);
        return new Running(builder.start());
    }

    private void stop() {
        running.ifPresent(now -> {
            List<ProcessHandle> tree = now.process.descendants().toList();
            now.process.toHandle().destroyForcibly();
            tree.forEach(ProcessHandle::destroyForcibly);
        });
        running = Optional.empty();
    }

    @Override
    public void close() {
        stop();
    }

    private static Thread daemon(String name, Runnable body) {
        Thread thread = new Thread(body, "check-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void write(Process process, byte[] text) {
        try {
            OutputStream out = process.getOutputStream();
            out.write(text);
            out.flush();
        } catch (IOException e) {
            // It does not read; that it does not answer either is what is reported.
            return;
        }
    }

    private static void closeInput(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It is gone already.
            return;
        }
    }

    /** A line over the limit is handed on in parts, which are no JSON. */
    private static void read(InputStream in, Consumer<byte[]> lines) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (InputStream buffered = new BufferedInputStream(in)) {
            for (int next = buffered.read(); next >= 0; next = buffered.read()) {
                if (next == '\n' || line.size() == MAX_LINE_BYTES) {
                    lines.accept(line.toByteArray());
                    line.reset();
                } else {
                    line.write(next);
                }
            }
        } catch (IOException e) {
            // The end of a process is the end of its output.
            line.reset();
        }
        if (line.size() > 0) {
            lines.accept(line.toByteArray());
        }
    }
}
