package io.patchboard.gateway.runner;

import static io.patchboard.gateway.worker.Invocations.invocation;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.worker.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No process is left behind: by a runner that is closed, a gateway that is killed, a program that forks. */
@Tag("long")
final class LeftoverProcessesTest extends ProcessRig {

    @Test
    void start_noThreadForAPipe_processKilled() throws Exception {
        Path pid = folder.resolve("pid");
        AtomicInteger threads = new AtomicInteger();
        assertThatThrownBy(() ->
                        ProgramProcess.start("w", program("echo $$ > part; mv part pid; exec sleep 1000"), thread -> {
                            if (threads.incrementAndGet() == 3) {
                                await().until(() -> Files.exists(pid));
                                throw new OutOfMemoryError("unable to create native thread");
                            }
                            thread.start();
                        }))
                .isInstanceOf(OutOfMemoryError.class);
        long process = Long.parseLong(Files.readString(pid).strip());
        await().until(() ->
                !ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false));
    }

    @Test
    void start_byAThreadThatEnds_programStays() throws Exception {
        assumeTrue(ProcessGroup.before(List.of()).contains("setpriv"), "Skipped: setpriv (of util-linux) is not here.");
        CompletableFuture<ProgramProcess> started = new CompletableFuture<>();
        CompletableFuture<Path> inSystem = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            try {
                // By its first line the program has asked the system to be ended with who made it.
                ProgramProcess process = ProgramProcess.start("w", program("echo here; read line; echo $line"));
                assertThat(process.await(inFiveMinutes())).isPresent();
                inSystem.complete(Path.of("/proc").resolve(Files.readSymbolicLink(Path.of("/proc/thread-self"))));
                started.complete(process);
            } catch (Throwable e) {
                started.completeExceptionally(e);
            }
        });
        ProgramProcess process = started.get(5, TimeUnit.MINUTES);
        try {
            await().until(() -> Files.notExists(inSystem.join()));
            process.send("still here".getBytes(UTF_8));
            assertThat(process.await(inFiveMinutes()).orElseThrow())
                    .isInstanceOfSatisfying(
                            ProgramProcess.Event.Line.class,
                            line -> assertThat(line.bytes()).asString(UTF_8).isEqualTo("still here"));
        } finally {
            process.kill();
        }
    }

    private static long inFiveMinutes() {
        return System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    }

    @Test
    void run_chainsThatForkAndEnd_allEnded() throws Exception {
        Path stop = folder.resolve("stop");
        try {
            ProcessRunner runner = runner(new WorkerBinding.Program(
                    List.of("python3", "-c", """
                            import os, sys, time
                            for chain in range(8):
                                if os.fork() == 0:
                                    while not os.path.exists("stop"):
                                        open("turn-%d" % chain, "a").write("x")
                                        time.sleep(0.002)
                                        if os.fork(): os._exit(0)
                                    os._exit(0)
                            time.sleep(1000)
                            """), folder, Duration.ofSeconds(3), 1, Map.of()));
            assertThat(answer(runner, invocation("i-1", "w")).error().orElseThrow())
                    .contains("was killed");

            await().untilAsserted(() -> assertThat(ProcessHandle.allProcesses()
                            .filter(process -> isIn(folder, process))
                            .count())
                    .isZero());
        } finally {
            Files.createFile(stop);
        }
    }

    private static boolean isIn(Path folder, ProcessHandle process) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"))
                    .equals(folder.toRealPath());
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void killed_gateway_programEndsToo() throws Exception {
        assumeTrue(ProcessGroup.before(List.of()).contains("setpriv"), "Skipped: setpriv (of util-linux) is not here.");
        Process gateway = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AbandonedProgram.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        try {
            await().atMost(Duration.ofMinutes(5)).until(() -> Files.exists(folder.resolve("pid")));
            long program =
                    Long.parseLong(Files.readString(folder.resolve("pid")).strip());
            assertThat(isRunning(program)).isTrue();

            gateway.destroyForcibly();

            await().until(() -> !isRunning(program));
        } finally {
            gateway.destroyForcibly();
        }
    }

    /** Starts a program that does not look at its input, and waits. */
    static final class AbandonedProgram {

        public static void main(String[] args) throws Exception {
            WorkerBinding.Program program = new WorkerBinding.Program(
                    List.of("sh", "-c", "echo $$ > part; mv part pid; exec sleep 1000"),
                    Path.of(args[0]),
                    Duration.ofMinutes(10),
                    1,
                    Map.of());
            new ProcessRunner("w", program, Callbacks.none(), Clock.systemUTC())
                    .run(invocation("i-1", "w", Instant.now().plusSeconds(600), "{}"))
                    .toCompletableFuture()
                    .join();
        }
    }

    @Test
    void run_grandchildKeepsTheOutputOpen_endOfTheProcessStillSeen() throws Exception {
        ProcessRunner runner = shell("setsid sleep 1000 & exit 7");
        Answer answer = answer(runner, invocation("i-1", "w"));
        assertThat(answer.error().orElseThrow()).contains("exited with code 7");
    }

    @Test
    void close_workUnderWay_cancelledAndProcessGone() throws Exception {
        ProcessRunner runner = shell("echo $$ > pid.part; mv pid.part pid; exec sleep 1000");
        CompletableFuture<Answer> running = runner.run(invocation("i-1", "w")).toCompletableFuture();
        CompletableFuture<Answer> waiting = runner.run(invocation("i-2", "w")).toCompletableFuture();
        await().until(() -> Files.exists(folder.resolve("pid")));
        runner.close();
        for (CompletableFuture<Answer> answer :
                List.of(running, waiting, runner.run(invocation("i-3", "w")).toCompletableFuture())) {
            assertThatThrownBy(() -> answer.get(5, TimeUnit.MINUTES))
                    .isInstanceOfAny(CancellationException.class, ExecutionException.class);
        }
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        await().until(() -> !isRunning(pid));
    }

    @Test
    void close_idleProgram_endsByItselfAtTheEndOfItsInput() throws Exception {
        ProcessRunner runner = shell("while read line; do echo '[]'; done; echo bye > bye");
        answer(runner, invocation("i-1", "w"));
        runner.close();
        assertThat(folder.resolve("bye")).exists();
    }
}
