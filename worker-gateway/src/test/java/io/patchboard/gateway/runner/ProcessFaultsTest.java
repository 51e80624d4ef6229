package io.patchboard.gateway.runner;

import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.patience.MoreTime;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import io.patchboard.text.Durations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Programs that crash, hang, say what is not the protocol, or never answer. */
final class ProcessFaultsTest extends ProcessRig {

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
        ProcessRunner runner = new ProcessRunner("w", program("read line; echo '[]'"), Callbacks.none(), clock);
        runners.add(runner);
        assertThat(answer(runner, invocation("i-1", "w")).error().orElseThrow())
                .contains("unable to create native thread");
        assertThat(answer(runner, invocation("i-2", "w"))).isEqualTo(Answer.of(JsonReader.parse("[]")));
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
        long begin = System.nanoTime();
        while (!Files.exists(starts) || Files.readAllLines(starts).size() < 5) {
            assertThat(answer(runner, invocation("i-1", "w")).isFailed()).isTrue();
        }
        // After pauses of 100, 200, 400 and 800 ms.
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(1_500));
    }

    @Test
    void run_crashThenRecovery_answers() throws Exception {
        ProcessRunner runner = shell("read line; test -e healed || { touch healed; exit 1; }; echo '[]'");
        assertThat(answer(runner, invocation("i-1", "w")).isFailed()).isTrue();
        assertThat(answer(runner, invocation("i-2", "w")).isFailed()).isFalse();
    }

    @Test
    void run_hang_killedWithItsChildrenAtTheTimeout() throws Exception {
        String script = "sleep 1000 & echo $! > child.part; mv child.part child; echo stuck >&2; wait";
        MoreTime.until(Duration.ofSeconds(2), limit -> {
            Files.deleteIfExists(folder.resolve("child"));
            ProcessRunner runner =
                    runner(new WorkerBinding.Program(List.of("sh", "-c", script), folder, limit, 1, Map.of()));
            String error = answer(runner, invocation("i-1", "w")).error().orElseThrow();
            assertThat(error).contains("within " + Durations.spoken(limit), "was killed");
            return error.contains("stuck");
        });
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
    void run_pastTheDeadline_theProcessGoesOn() throws Exception {
        ProcessRunner runner = python("""
            import json, os, sys
            for line in sys.stdin:
                print(json.dumps({"invocationId": json.loads(line)["invocationId"], "patch": os.getpid()}), flush=True)
            """);
        Answer first = answer(runner, invocation("i-1", "w"));

        Answer late = answer(runner, invocation("i-2", "w", Instant.now().minusSeconds(1), "{}"));

        assertThat(late.error().orElseThrow()).contains("waited too long");
        assertThat(answer(runner, invocation("i-3", "w")).patch()).isEqualTo(first.patch());
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
        String limited = "{\"failure\":{\"class\":\"rate-limit\",\"message\":\"busy\",\"retryAfter\":\"PT9S\"}}";
        assertThat(kind(shell("read line; echo '" + limited + "'"))).isEqualTo(Failure.Kind.RATE_LIMIT);
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
    void run_hugeLine_refusedWithoutReadingItAll() throws Exception {
        Answer answer =
                answer(shell("read line; head -c 40000000 /dev/zero | tr '\\0' x; sleep 1000"), invocation("i-1", "w"));
        assertThat(answer.error().orElseThrow()).contains("of at most 16777216 bytes", "longer");
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
}
