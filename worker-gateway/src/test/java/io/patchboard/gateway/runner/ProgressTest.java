package io.patchboard.gateway.runner;

import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.config.ProgramEnvironment;
import io.patchboard.gateway.config.ProgramLimits;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.patience.MoreTime;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import io.patchboard.record.Usage;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Programs that say before they answer how far they have come. */
final class ProgressTest extends ProcessRig {

    private static final String BEGIN = """
            import json, os, sys, time

            def say(**words):
                print(json.dumps(words), flush=True)

            for line in sys.stdin:
                asked = json.loads(line)
                me = asked["invocationId"]
            """;

    private final KeptCheckpoints checkpoints = new KeptCheckpoints();

    private ProcessRunner worker(String body, Duration timeout) throws Exception {
        Files.writeString(folder.resolve("worker.py"), BEGIN + body.indent(4));
        ProcessRunner runner = new ProcessRunner(
                "w",
                new WorkerBinding.Program(
                        List.of("python3", "worker.py"),
                        folder,
                        timeout,
                        1,
                        new ProgramEnvironment(
                                Optional.empty(), Map.of(), Map.of("KEY", new Secret("sesame-0123456789"))),
                        ProgramLimits.NONE),
                Callbacks.none(),
                Clock.systemUTC(),
                Optional.of(checkpoints));
        runners.add(runner);
        return runner;
    }

    private Answer ask(ProcessRunner worker, String id) throws Exception {
        return answer(worker, invocation(id, "w"));
    }

    @Test
    void programThatEndsHalfway_theNextAttemptGoesOnFromItsCheckpoint() throws Exception {
        ProcessRunner worker = worker("""
                done = asked.get("checkpoint", {"pages": []})["pages"]
                if len(done) == 2:
                    say(invocationId=me, patch=[{"op": "add", "path": "/pages", "value": done + [3]}])
                else:
                    for page in (1, 2):
                        done = done + [page]
                        say(invocationId=me, progress=f"{page} of 3 pages", checkpoint={"pages": done})
                    os._exit(9)
                """, Duration.ofMinutes(5));

        Answer first = ask(worker, "i-1");
        Answer second = ask(worker, "i-2");

        assertThat(first.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.BUG);
        assertThat(second.patch().toString()).contains("[1,2,3]");
        assertThat(second.usage().orElseThrow().circumstances().checkpoint())
                .contains(CanonicalJson.sha256(JsonReader.parse("{\"pages\":[1,2]}")));
        assertThat(checkpoints.saved)
                .extracting(saved -> saved.progress().orElseThrow())
                .containsExactly("1 of 3 pages", "2 of 3 pages");
    }

    @Test
    void programThatSaysNothing_beginsAtTheBeginning_andItsUsageStaysAsItIs() throws Exception {
        ProcessRunner worker =
                worker("say(invocationId=me, patch=[], usage={'inputTokens': 3})", Duration.ofMinutes(5));

        assertThat(ask(worker, "i-1").usage()).contains(new Usage(3, 0));
        assertThat(checkpoints.saved).isEmpty();
    }

    /** Of five parts of the limit each, so it would be over before the answer. */
    @Test
    void progress_givesTheTimeOnceMore() throws Exception {
        MoreTime.until(Duration.ofSeconds(1), limit -> {
            ProcessRunner worker = worker(
                    "for part in range(5):\n    time.sleep(" + limit.toMillis() / 2000.0
                            + ")\n    say(invocationId=me, progress=str(part))\nsay(invocationId=me, patch=[])",
                    limit);
            long begun = System.nanoTime();
            boolean answered = !ask(worker, "i-1").isFailed();
            assertThat(!answered || System.nanoTime() - begun > limit.toNanos()).isTrue();
            return answered;
        });
    }

    @Test
    void silence_afterProgress_endsWithTheLimit() throws Exception {
        MoreTime.until(Duration.ofSeconds(1), limit -> {
            checkpoints.saved.clear();
            Answer answer = ask(worker("say(invocationId=me, progress='begun')\ntime.sleep(3600)", limit), "i-1");
            assertThat(answer.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.TIMEOUT);
            return checkpoints.saved.size() == 1;
        });
    }

    @Test
    void checkpointsThatAreTooLarge_ofAnother_orWithASecret_areDropped() throws Exception {
        ProcessRunner worker = worker("""
                say(invocationId=me, checkpoint="x" * 600000)
                say(invocationId="i-0", checkpoint="of another")
                say(checkpoint="of nobody")
                say(invocationId=me, progress="p" * 501)
                say(invocationId=me, checkpoint={"key": os.environ["KEY"]})
                say(invocationId=me, progress="I have " + os.environ["KEY"], checkpoint="good")
                say(invocationId=me, patch=[])
                """, Duration.ofMinutes(5));

        assertThat(ask(worker, "i-1").isFailed()).isFalse();

        assertThat(checkpoints.saved).hasSize(1);
        assertThat(checkpoints.saved.get(0).content()).contains(Json.of("good"));
        assertThat(checkpoints.saved.get(0).progress()).contains("I have ***");
    }

    @Test
    void reportsWithoutEnd_areTakenUpToABound() throws Exception {
        ProcessRunner worker = worker("""
                for n in range(1500):
                    say(invocationId=me, checkpoint=n)
                say(invocationId=me, patch=[])
                """, Duration.ofMinutes(5));

        assertThat(ask(worker, "i-1").isFailed()).isFalse();

        assertThat(checkpoints.saved).hasSize(LongWork.MOST_REPORTS);
    }

    @Test
    void reportAfterTheAnswer_isNotTakenForTheNextInvocation() throws Exception {
        ProcessRunner worker = worker("""
                say(invocationId=me, patch=[])
                say(invocationId=me, checkpoint="too late")
                """, Duration.ofMinutes(5));

        ask(worker, "i-1");
        ask(worker, "i-2");

        assertThat(checkpoints.saved).isEmpty();
    }

    @Test
    void programThatMayNotSave_isAnsweredForAsEver() throws Exception {
        Files.writeString(folder.resolve("worker.py"), BEGIN + "say(invocationId=me, checkpoint=1)\n".indent(4));
        ProcessRunner plain = runner(List.of("python3", "worker.py"));

        assertThat(ask(plain, "i-1").patch()).isEqualTo(Json.nul());
    }
}
