package io.patchboard.gateway.runner;

import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.config.ProgramEnvironment;
import io.patchboard.gateway.config.ProgramLimits;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.patience.MoreTime;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.gateway.worker.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program may use, what it is told, and what is kept from the log. */
final class ProcessLimitsTest {

    private static final ProgramEnvironment ALL = ProgramEnvironment.inheriting(Map.of());

    @TempDir
    Path folder;

    private final List<ProcessRunner> runners = new ArrayList<>();

    @AfterEach
    void closeRunners() {
        runners.forEach(ProcessRunner::close);
    }

    @Test
    void memory_exceeded_failsSaysSoAndTheSuccessorStarts() throws Exception {
        ProcessRunner runner = python("""
                import json, sys
                for line in sys.stdin:
                    if json.loads(line)["invocationId"] == "i-big":
                        big = bytearray(2_000_000_000)
                    print("[]", flush=True)
                """, limits(OptionalLong.of(400L << 20), Optional.empty(), OptionalLong.empty()));

        assertThat(answer(runner, "i-big").error().orElseThrow())
                .contains("exited with code 1, having reached its limit of memory, 400MiB", "MemoryError");
        assertThat(answer(runner, "i-small").isFailed()).isFalse();
    }

    @Test
    void cpu_exceeded_failsAndSaysSo() throws Exception {
        ProcessRunner runner = python(
                "while True: pass",
                limits(OptionalLong.empty(), Optional.of(Duration.ofSeconds(1)), OptionalLong.empty()));

        assertThat(answer(runner, "i-1").error().orElseThrow())
                .contains("having used up its limit of processor time, 1 s");
    }

    @Test
    void openFiles_exceeded_failsAndSaysSo() throws Exception {
        ProcessRunner runner = python(
                "files = [open('/dev/null') for i in range(100)]",
                limits(OptionalLong.empty(), Optional.empty(), OptionalLong.of(32)));

        assertThat(answer(runner, "i-1").error().orElseThrow()).contains("having reached its limit of open files, 32");
    }

    @Test
    void limits_thatCannotBeSet_refusedAtTheStart() {
        ProgramLimits tooLittle = limits(OptionalLong.of(1024), Optional.empty(), OptionalLong.empty());

        assertThatThrownBy(() -> runner(List.of("true"), ALL, tooLittle))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Expected to set the limits of worker w with prlimit, but");
    }

    @Test
    void inheritEnv_nothingOrSome_onlyThatAndPath() throws Exception {
        ProgramEnvironment none = new ProgramEnvironment(Optional.of(List.of()), Map.of("MODEL", "small"), Map.of());
        ProgramEnvironment home = new ProgramEnvironment(Optional.of(List.of("HOME")), Map.of(), Map.of());
        String program = """
                import json, os, sys
                sys.stdin.readline()
                print(json.dumps({"patch": sorted(os.environ)}), flush=True)
                """;

        assertThat(answer(python(program, none, ProgramLimits.NONE), "i-1")
                        .patch()
                        .toString())
                .contains("\"MODEL\"", "\"PATH\"")
                .doesNotContain("\"HOME\"");
        assertThat(answer(python(program, home, ProgramLimits.NONE), "i-1")
                        .patch()
                        .toString())
                .contains("\"HOME\"", "\"PATH\"")
                .doesNotContain("\"MODEL\"");
    }

    @Test
    void secrets_quotedByTheProgram_inNoLogErrorOrPatch() throws Exception {
        ProgramEnvironment environment =
                new ProgramEnvironment(Optional.empty(), Map.of(), Map.of("KEY", new Secret("sk-SECRET-\"1\"")));
        try (CapturedLog log = new CapturedLog()) {
            ProcessRunner runner = python("""
                    import json, os, sys
                    key = os.environ["KEY"]
                    for line in sys.stdin:
                        how = json.loads(line)["invocationId"]
                        print("using", key, json.dumps(key), "x" * 9000, key, file=sys.stderr, flush=True)
                        if how == "error": print(json.dumps({"error": "bad key " + key}), flush=True)
                        if how == "usage": print(json.dumps({"patch": [], "usage": {"inputTokens": 1, "outputTokens": 1,
                            "model": "\\x1b[31m" + key + "\\n", "repairs": [key]}}), flush=True)
                        if how == "patch": print(json.dumps({"patch": [{"value": {"a " + key: 1}}]}), flush=True)
                        if how == "other": print(json.dumps({"invocationId": key}), flush=True)
                        if how == "garbage": print("garbage " + key, flush=True)
                        if how == "crash": raise ValueError(key)
                        if how == "other": print("[]", flush=True)
                    """, environment, ProgramLimits.NONE);
            List<Answer> answers = new ArrayList<>();
            for (String how : List.of("error", "patch", "other", "garbage", "crash", "usage")) {
                answers.add(answer(runner, how));
            }
            assertThat(answers.get(0)).isEqualTo(Answer.failed("bad key ***"));
            assertThat(answers.get(1).error().orElseThrow()).contains("its patch quotes one");
            assertThat(answers.get(2).isFailed()).isFalse();
            assertThat(answers.get(3).error().orElseThrow()).contains("garbage ***");
            assertThat(answers.get(4).error().orElseThrow()).contains("ValueError: ***");
            assertThat(answers.get(5).usage().orElseThrow().model()).contains("\\u001b[31m***\\n");
            assertThat(answers.get(5).usage().orElseThrow().repairs()).containsExactly("***");
            await().untilAsserted(() -> assertThat(log.lines()).anyMatch(line -> line.contains("worker w: using ***")));
            assertThat(answers + "" + log.lines() + environment).doesNotContain("SECRET");
        }
    }

    @Test
    void timeout_orphansAndSessionsOfTheirOwn_killedToo() throws Exception {
        String script = "(setsid sh -c 'echo $$ > orphan.part; mv orphan.part orphan; exec sleep 1000' &) ; sleep 1000";
        MoreTime.until(Duration.ofSeconds(2), limit -> {
            ProcessRunner runner = runner(
                    new WorkerBinding.Program(List.of("sh", "-c", script), folder, limit, 1, ALL, ProgramLimits.NONE));
            assertThat(answer(runner, "i-1").error().orElseThrow()).contains("was killed");
            return Files.exists(folder.resolve("orphan"));
        });

        long orphan = Long.parseLong(Files.readString(folder.resolve("orphan")).strip());
        await().until(() ->
                !ProcessHandle.of(orphan).map(ProcessHandle::isAlive).orElse(false));
    }

    @Test
    void crash_orphans_killedToo() throws Exception {
        ProcessRunner runner =
                runner(List.of("sh", "-c", "setsid sleep 1000 & echo $! > orphan; exit 7"), ALL, ProgramLimits.NONE);

        assertThat(answer(runner, "i-1").error().orElseThrow()).contains("exited with code 7");

        long orphan = Long.parseLong(Files.readString(folder.resolve("orphan")).strip());
        await().until(() ->
                !ProcessHandle.of(orphan).map(ProcessHandle::isAlive).orElse(false));
    }

    private static ProgramLimits limits(OptionalLong memory, Optional<Duration> cpu, OptionalLong files) {
        return new ProgramLimits(memory, cpu, files, OptionalLong.empty());
    }

    private static Answer answer(ProcessRunner runner, String invocationId) throws Exception {
        return runner.run(invocation(invocationId, "w")).toCompletableFuture().get(5, TimeUnit.MINUTES);
    }

    private ProcessRunner python(String program, ProgramLimits limits) throws Exception {
        return python(program, ALL, limits);
    }

    private ProcessRunner python(String program, ProgramEnvironment environment, ProgramLimits limits)
            throws Exception {
        Files.writeString(folder.resolve("worker.py"), program);
        return runner(List.of("python3", "worker.py"), environment, limits);
    }

    private ProcessRunner runner(List<String> command, ProgramEnvironment environment, ProgramLimits limits) {
        return runner(new WorkerBinding.Program(command, folder, Duration.ofMinutes(5), 1, environment, limits));
    }

    private ProcessRunner runner(WorkerBinding.Program program) {
        ProcessRunner runner = new ProcessRunner("w", program, Callbacks.none(), Clock.systemUTC());
        runners.add(runner);
        return runner;
    }
}
