package io.patchboard.gateway.runner;

import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import io.patchboard.record.Usage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessRunnerTest {

    @TempDir
    Path folder;

    private final List<ProcessRunner> runners = new ArrayList<>();

    @AfterEach
    void closeRunners() {
        runners.forEach(ProcessRunner::close);
    }

    @Test
    void run_program_getsTheInvocationAndStaysRunning() throws Exception {
        ProcessRunner runner = python("""
                import json, os, sys
                n = 0
                for line in sys.stdin:
                    n += 1
                    i = json.loads(line)
                    value = [i["invocationId"], n, os.getcwd(), os.environ["KEY"]]
                    patch = [{"op": "add", "path": "/x", "value": value}]
                    print(json.dumps({"invocationId": i["invocationId"], "patch": patch,
                                      "usage": {"inputTokens": 3, "outputTokens": 4, "cost": 0.25}}), flush=True)
                """);
        Answer first = answer(runner, invocation("i-1", "w"));
        Answer second = answer(runner, invocation("i-2", "w"));

        String directory = folder.toRealPath().toString();
        assertThat(first.patch()).isEqualTo(value("[\"i-1\",1,\"" + directory + "\",\"of env\"]"));
        assertThat(first.usage()).contains(new Usage(3, 4, Optional.of(new BigDecimal("0.25"))));
        assertThat(first.error()).isEmpty();
        assertThat(second.patch()).isEqualTo(value("[\"i-2\",2,\"" + directory + "\",\"of env\"]"));
    }

    @Test
    void run_errorOfTheJvm_answeredForAndTheNextIsServed() throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        Clock clock = new Clock() {
            @Override
            public Instant instant() {
                if (broken.getAndSet(false)) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                return Instant.now();
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };
        ProcessRunner runner = new ProcessRunner("w", program("read line; echo '[]'"), clock);
        runners.add(runner);
        assertThat(answer(runner, invocation("i-1", "w")).error().orElseThrow())
                .contains("unable to create native thread");
        assertThat(answer(runner, invocation("i-2", "w"))).isEqualTo(Answer.of(JsonReader.parse("[]")));
    }

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
    void run_programInTheFolder_foundByRelativePath() throws Exception {
        Path program = folder.resolve("answer.sh");
        Files.writeString(program, "#!/bin/sh\nread line\necho '[]'\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        assertThat(answer(runner(List.of("./answer.sh")), invocation("i-1", "w"))
                        .patch())
                .isEqualTo(JsonReader.parse("[]"));
    }

    @Test
    void run_programThatEndsAfterEachAnswer_startedAgainEachTime() throws Exception {
        ProcessRunner runner = shell("read line; echo '{\"patch\":[],\"error\":null}'");
        for (int i = 0; i < 10; i++) {
            assertThat(answer(runner, invocation("i-" + i, "w"))).isEqualTo(Answer.of(JsonReader.parse("[]")));
        }
    }

    @Test
    void run_errorAndMalformedPatch_passedOn() throws Exception {
        assertThat(answer(shell("read line; echo '{\"error\":\"no idea\"}'"), invocation("i-1", "w")))
                .isEqualTo(Answer.failed("no idea"));
        assertThat(answer(shell("read line; echo '{\"patch\":\"nonsense\"}'"), invocation("i-1", "w")))
                .isEqualTo(Answer.of(Json.of("nonsense")));
    }

    @Test
    void run_crash_failsWithExitCodeAndLastWords() throws Exception {
        ProcessRunner runner = shell("read line; echo 'out of luck' >&2; exit 3");
        assertThat(answer(runner, invocation("i-1", "w")).error().orElseThrow())
                .contains("exited with code 3", "out of luck");
        assertThat(answer(runner, invocation("i-2", "w")).error().orElseThrow()).contains("exited with code 3");
    }

    @Test
    void run_crashesInARow_startsArePaused() throws Exception {
        Path starts = folder.resolve("starts");
        ProcessRunner runner = shell("echo x >> starts; exit 1");
        Instant end = Instant.now().plusSeconds(3);
        for (int i = 0; i < 20; i++) {
            assertThat(answer(runner, invocation("i-" + i, "w", end, "{}")).isFailed())
                    .isTrue();
        }
        assertThat(Files.readAllLines(starts)).hasSizeBetween(2, 6);
    }

    @Test
    void run_crashThenRecovery_answers() throws Exception {
        ProcessRunner runner = shell("read line; test -e healed || { touch healed; exit 1; }; echo '[]'");
        assertThat(answer(runner, invocation("i-1", "w")).isFailed()).isTrue();
        assertThat(answer(runner, invocation("i-2", "w")).isFailed()).isFalse();
    }

    @Test
    void run_hang_killedWithItsChildrenAtTheTimeout() throws Exception {
        ProcessRunner runner = runner(new WorkerBinding.Program(
                List.of("sh", "-c", "sleep 1000 & echo $! > child; echo stuck >&2; wait"),
                folder,
                Duration.ofSeconds(2),
                1,
                Map.of()));
        assertThat(answer(runner, invocation("i-1", "w")).error().orElseThrow())
                .contains("within PT2S", "was killed", "stuck");
        long child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
        await().until(() -> !isRunning(child));
    }

    @Test
    void run_hang_killedForTheDeadline() throws Exception {
        Instant deadline = Instant.now().plusSeconds(2);
        assertThat(answer(shell("sleep 1000"), invocation("i-1", "w", deadline, "{}"))
                        .isFailed())
                .isTrue();
    }

    @Test
    void run_pastTheDeadline_failsAtOnce() throws Exception {
        Invocation late = invocation("i-1", "w", Instant.now().minusSeconds(1), "{}");
        assertThat(answer(shell("touch started; sleep 1000"), late).isFailed()).isTrue();
        assertThat(folder.resolve("started")).doesNotExist();
    }

    @Test
    void run_garbage_failsAndTheProcessIsNotTrustedAgain() throws Exception {
        ProcessRunner runner = shell("echo $$ >> pids; while read line; do echo 'Loading model'; echo '[]'; done");
        for (int i = 1; i <= 2; i++) {
            assertThat(answer(runner, invocation("i-" + i, "w")).error().orElseThrow())
                    .contains("one line of JSON on stdout", "Loading model");
        }
        assertThat(Files.readAllLines(folder.resolve("pids")))
                .doesNotHaveDuplicates()
                .hasSize(2);
    }

    @Test
    void run_failures_haveTheirClass() throws Exception {
        assertThat(kind(shell("read line; exit 3"))).isEqualTo(Failure.Kind.BUG);
        assertThat(kind(shell("read line; echo nonsense"))).isEqualTo(Failure.Kind.INVALID);
        assertThat(
                        kind(
                                shell(
                                        "read line; echo '{\"failure\":{\"class\":\"rate-limit\",\"message\":\"busy\",\"retryAfter\":\"PT9S\"}}'")))
                .isEqualTo(Failure.Kind.RATE_LIMIT);
    }

    private static Failure.Kind kind(ProcessRunner runner) throws Exception {
        return answer(runner, invocation("i-1", "w")).failure().orElseThrow().kind();
    }

    @Test
    void run_scalarOrBrokenEnvelope_fails() throws Exception {
        assertThat(answer(shell("read line; echo 100"), invocation("i-1", "w"))
                        .error()
                        .orElseThrow())
                .contains("Expected a JSON object or an array");
        assertThat(answer(shell("read line; echo '{\"usage\":{\"inputTokens\":-1}}'"), invocation("i-1", "w"))
                        .error()
                        .orElseThrow())
                .contains("Expected at least 0 at /usage/inputTokens");
    }

    @Test
    void run_lineForAnotherInvocationAndBlankLines_skipped() throws Exception {
        ProcessRunner runner = shell("read line; echo '{\"invocationId\":\"i-0\",\"patch\":[1]}'; echo;"
                + " echo '{\"invocationId\":\"i-1\",\"patch\":[2]}'");
        assertThat(answer(runner, invocation("i-1", "w")).patch()).isEqualTo(JsonReader.parse("[2]"));
    }

    @Test
    void run_secondLineAfterTheNextInvocation_notTakenForItsAnswer() throws Exception {
        ProcessRunner named = python("""
                import json, sys
                for line in sys.stdin:
                    i = json.loads(line)["invocationId"]
                    if i == "i-2": print('["late"]', flush=True)
                    print(json.dumps({"invocationId": i, "patch": [i]}), flush=True)
                """);
        ProcessRunner unnamed = shell(
                "test -e first && { read a; echo '[2]'; exit; }; touch first; read a; echo '[1]'; read b; echo '[\"late\"]'");
        assertThat(answer(unnamed, invocation("i-1", "w")).patch()).isEqualTo(JsonReader.parse("[1]"));
        assertThat(answer(unnamed, invocation("i-2", "w")).patch()).isEqualTo(JsonReader.parse("[2]"));
        assertThat(answer(named, invocation("i-1", "w")).patch()).isEqualTo(JsonReader.parse("[\"i-1\"]"));
        assertThat(answer(named, invocation("i-3", "w")).patch()).isEqualTo(JsonReader.parse("[\"i-3\"]"));
        assertThat(answer(named, invocation("i-2", "w")).patch())
                .as("of a new process, where the line can be about nothing else")
                .isEqualTo(JsonReader.parse("[\"late\"]"));
    }

    @Test
    void run_floodOfLinesForOthers_logTakesSomeAndTheirNumber() throws Exception {
        try (CapturedLog log = new CapturedLog()) {
            ProcessRunner runner = python("""
                    import json, sys
                    for line in sys.stdin:
                        sys.stdout.write('{"invocationId":"other"}\\n' * 20000)
                        print(json.dumps({"invocationId": json.loads(line)["invocationId"], "patch": []}), flush=True)
                    """);
            assertThat(answer(runner, invocation("i-1", "w")).isFailed()).isFalse();
            runner.close();

            assertThat(log.lines()).hasSizeLessThan(10_000).anyMatch(line -> line.contains("more lines"));
        }
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
                    Duration.ofSeconds(60),
                    1,
                    Map.of());
            new ProcessRunner("w", program, Clock.systemUTC())
                    .run(invocation("i-1", "w", Instant.now().plusSeconds(60), "{}"))
                    .toCompletableFuture()
                    .join();
        }
    }

    @Test
    void run_hugeLine_refusedWithoutReadingItAll() throws Exception {
        Answer answer =
                answer(shell("read line; head -c 40000000 /dev/zero | tr '\\0' x; sleep 1000"), invocation("i-1", "w"));
        assertThat(answer.error().orElseThrow()).contains("of at most 16777216 bytes", "longer");
    }

    @Test
    void run_largeAnswerAndLargeInvocation_bothPass() throws Exception {
        String text = "x".repeat(5_000_000);
        ProcessRunner runner = python("""
                import json, sys
                for line in sys.stdin:
                    print(json.dumps([json.loads(line)["view"]["text"]]), flush=True)
                """);
        Invocation large = invocation("i-1", "w", Instant.now().plusSeconds(60), "{\"text\":\"" + text + "\"}");
        assertThat(answer(runner, large).patch()).isEqualTo(JsonReader.parse("[\"" + text + "\"]"));
    }

    @Test
    void run_programThatNeverReads_fullPipeDoesNotBlock() throws Exception {
        String text = "x".repeat(5_000_000);
        Invocation large = invocation("i-1", "w", Instant.now().plusSeconds(600), "{\"text\":\"" + text + "\"}");
        ProcessRunner runner = runner(new WorkerBinding.Program(
                List.of("sh", "-c", "sleep 1000"), folder, Duration.ofSeconds(1), 1, Map.of()));
        assertThat(answer(runner, large).error().orElseThrow()).contains("was killed");
    }

    @Test
    void run_slowReader_answersInTheEnd() throws Exception {
        String text = "x".repeat(500_000);
        ProcessRunner runner = python("""
                import os, time
                total = b""
                while not total.endswith(b"\\n"):
                    total += os.read(0, 4096)
                    time.sleep(0.001)
                print("[%d]" % len(total), flush=True)
                """);
        Invocation large = invocation("i-1", "w", Instant.now().plusSeconds(60), "{\"text\":\"" + text + "\"}");
        assertThat(answer(runner, large).isFailed()).isFalse();
    }

    @Test
    void run_grandchildKeepsTheOutputOpen_endOfTheProcessStillSeen() throws Exception {
        ProcessRunner runner = shell("setsid sleep 5 & exit 7");
        Answer answer = answer(runner, invocation("i-1", "w", Instant.now().plusSeconds(30), "{}"));
        assertThat(answer.error().orElseThrow()).contains("exited with code 7");
    }

    @Test
    void start_noSuchProgramOrFolder_refused() {
        for (String missing : List.of("no-such-program", "./no-such-program")) {
            assertThatThrownBy(() -> runner(List.of(missing)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("program of worker w, but there is no " + missing);
        }
        assertThatThrownBy(() -> runner(new WorkerBinding.Program(
                        List.of("sh"), folder.resolve("nowhere"), Duration.ofSeconds(5), 1, Map.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void run_programThatWentAway_failsWithTheReason() throws Exception {
        Path program = Files.writeString(folder.resolve("answer.sh"), "#!/bin/sh\nread line\necho '[]'\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        ProcessRunner runner = runner(List.of("./answer.sh"));
        Files.delete(program);

        Failure failure = answer(runner, invocation("i-1", "w")).failure().orElseThrow();
        assertThat(failure.kind()).isEqualTo(Failure.Kind.OUTAGE);
        assertThat(failure.message())
                .contains("Expected to start worker w as [./answer.sh]", "there is no ./answer.sh");
    }

    @Test
    void run_twoInstances_workSideBySide() throws Exception {
        ProcessRunner runner = runner(new WorkerBinding.Program(
                List.of(
                        "sh",
                        "-c",
                        "read line; touch $$.here; until [ $(ls *.here | wc -l) = 2 ]; do :; done; echo '[]'"),
                folder,
                Duration.ofMinutes(5),
                2,
                Map.of()));
        CompletableFuture<Answer> first = runner.run(invocation("i-1", "w")).toCompletableFuture();
        CompletableFuture<Answer> second = runner.run(invocation("i-2", "w")).toCompletableFuture();
        assertThat(first.get(5, TimeUnit.MINUTES).isFailed()).isFalse();
        assertThat(second.get(5, TimeUnit.MINUTES).isFailed()).isFalse();
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

    private static boolean isRunning(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    private static Json value(String value) {
        return JsonReader.parse("[{\"op\":\"add\",\"path\":\"/x\",\"value\":" + value + "}]");
    }

    private static Answer answer(ProcessRunner runner, Invocation invocation) throws Exception {
        return runner.run(invocation).toCompletableFuture().get(5, TimeUnit.MINUTES);
    }

    private ProcessRunner python(String program) throws Exception {
        Files.writeString(folder.resolve("worker.py"), program);
        return runner(List.of("python3", "worker.py"));
    }

    private ProcessRunner shell(String script) {
        return runner(List.of("sh", "-c", script));
    }

    private WorkerBinding.Program program(String script) {
        return new WorkerBinding.Program(List.of("sh", "-c", script), folder, Duration.ofMinutes(5), 1, Map.of());
    }

    private ProcessRunner runner(List<String> command) {
        return runner(new WorkerBinding.Program(command, folder, Duration.ofMinutes(5), 1, Map.of("KEY", "of env")));
    }

    private ProcessRunner runner(WorkerBinding.Program program) {
        ProcessRunner runner = new ProcessRunner("w", program, Clock.systemUTC());
        runners.add(runner);
        return runner;
    }
}
