package io.patchboard.bench.process;

import io.patchboard.bench.core.ProcessorTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A part of a service, in a JVM of its own or, for a quick look, in this one. */
public final class Part implements AutoCloseable {

    private static final long CLOSE_SECONDS = 60;

    private interface Handle {

        String address();

        Memory memory();

        long processorNanos();

        boolean isAlive();

        void kill();

        void close();
    }

    private final Handle handle;

    private Part(Handle handle) {
        this.handle = handle;
    }

    /** Starts a part in this JVM. It cannot be killed. */
    public static Part inThisJvm(Role role, Map<String, String> arguments) {
        return new Part(new Inside(role.start(arguments)));
    }

    /**
     * Starts a part in a JVM of its own, and waits until it serves.
     *
     * @param heap its heap from the start, as {@code -Xmx} takes it
     */
    public static Part inOwnJvm(Role role, Map<String, String> arguments, String heap) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + heap);
        command.add("-Xms" + heap); // as brokers and the launcher's kernel have it
        command.addAll(List.of(System.getProperty("bench.part.jvm", "").split(" +")));
        command.removeIf(String::isEmpty);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), PartMain.class.getName(), role.name()));
        arguments.forEach((name, value) -> command.add(name + "=" + value));
        try {
            return new Part(Outside.start(command));
        } catch (IOException e) {
            throw new UncheckedIOException("Expected to start a JVM for " + role + ", but: " + e.getMessage(), e);
        }
    }

    /** Where to reach it; empty if it is reached over the broker. */
    public String address() {
        return handle.address();
    }

    /** Its memory after a full collection. */
    public Memory memory() {
        return handle.memory();
    }

    /** Processor time of its JVM since the start. */
    public long processorNanos() {
        return handle.processorNanos();
    }

    /** Whether it has not ended by itself. */
    public boolean isAlive() {
        return handle.isAlive();
    }

    /** Ends it as {@code kill -9} does, and waits until it is gone. */
    public void kill() {
        handle.kill();
    }

    /** Ends it in order. */
    @Override
    public void close() {
        handle.close();
    }

    private record Inside(Role.Running running) implements Handle {

        @Override
        public String address() {
            return running.address();
        }

        @Override
        public Memory memory() {
            return Memory.ofThisJvm();
        }

        @Override
        public long processorNanos() {
            return ProcessorTime.processorNanos();
        }

        @Override
        public boolean isAlive() {
            return true;
        }

        @Override
        public void kill() {
            throw new UnsupportedOperationException("Expected a JVM of its own to kill.");
        }

        @Override
        public void close() {
            try {
                running.part().close();
            } catch (Exception e) {
                throw new IllegalStateException("Expected a part to stop, but: " + e.getMessage(), e);
            }
        }
    }

    private record Outside(Process process, BufferedReader answers, PrintWriter questions, String address)
            implements Handle {

        static Outside start(List<String> command) throws IOException {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            BufferedReader answers = process.inputReader(StandardCharsets.UTF_8);
            PrintWriter questions = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
            String ready = answers.readLine();
            while (ready != null && !ready.startsWith(PartMain.READY)) {
                ready = answers.readLine(); // the JVM itself may have something to say
            }
            if (ready == null) {
                throw new IOException("Expected it to be ready, but it ended. Its errors are above.");
            }
            return new Outside(process, answers, questions, ready.substring(PartMain.READY.length()));
        }

        @Override
        public Memory memory() {
            return Memory.parse(ask(PartMain.MEMORY));
        }

        @Override
        public long processorNanos() {
            return Long.parseLong(ask(PartMain.PROCESSOR));
        }

        private String ask(String question) {
            questions.println(question);
            try {
                String answer = answers.readLine();
                if (answer == null) {
                    throw new IOException("Expected its " + question + ", but the JVM is gone. Its errors are above.");
                }
                return answer;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public boolean isAlive() {
            return process.isAlive();
        }

        @Override
        public void kill() {
            process.destroyForcibly();
            await();
        }

        @Override
        public void close() {
            questions.close();
            if (!await()) {
                process.destroyForcibly();
            }
        }

        private boolean await() {
            try {
                return process.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
