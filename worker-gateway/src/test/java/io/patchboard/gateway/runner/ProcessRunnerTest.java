package io.patchboard.gateway.runner;

import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Usage;
import io.patchboard.tracing.TraceHeaders;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Programs that answer: their protocol, their size, their folder. */
final class ProcessRunnerTest extends ProcessRig {

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
    void run_inATrace_programGetsItsContextBesideTheInvocation_andLogLinesCarryIt() throws Exception {
        String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        Context trace = TraceHeaders.read(name -> Optional.of(parent).filter(any -> name.equals("traceparent")));
        ProcessRunner runner = python("""
            import json, sys
            for line in sys.stdin:
                i = json.loads(line)
                print(json.dumps({"invocationId": i["invocationId"], "patch": i.get("traceparent")}), flush=True)
                if "traceparent" in i: sys.exit(3)
            """);

        assertThat(answer(runner, invocation("i-1", "w")).patch()).isEqualTo(Json.nul());
        try (CapturedLog log = new CapturedLog();
                Scope scope = trace.makeCurrent()) {
            assertThat(answer(runner, invocation("i-2", "w")).patch()).isEqualTo(Json.of(parent));
            answer(shell("read line; exit 7"), invocation("i-3", "w"));

            assertThat(log.lines())
                    .anySatisfy(line -> assertThat(line)
                            .contains(
                                    "exited with code 7",
                                    "boardId=b-1",
                                    "sequence=3",
                                    "invocationId=i-3",
                                    "traceId=0af7651916cd43dd8448eb211c80319c"));
        }
    }

    @Test
    void run_whatIsNoAnswer_isQuotedToTheBoardAndToTheLogOnlyWhereItIsDebugged() throws Exception {
        try (CapturedLog log = new CapturedLog()) {
            Answer answer = answer(shell("read line; echo 'balance of \"Ann\": 7'"), invocation("i-1", "w"));

            assertThat(answer.error().orElseThrow()).contains("balance of");
            assertThat(log.lines())
                    .anySatisfy(line -> assertThat(line).contains("WARN", "got \"...\""))
                    .anySatisfy(line -> assertThat(line).contains("DEBUG", "balance of"))
                    .noneSatisfy(line -> assertThat(line).contains("WARN", "balance of"));
        }
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

    private static Json value(String value) {
        return JsonReader.parse("[{\"op\":\"add\",\"path\":\"/x\",\"value\":" + value + "}]");
    }
}
