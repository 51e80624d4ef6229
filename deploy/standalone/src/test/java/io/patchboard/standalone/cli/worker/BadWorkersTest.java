package io.patchboard.standalone.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.patience.MoreTime;
import io.patchboard.standalone.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Programs with one mistake each, and the check that finds it. */
@Tag("long")
class BadWorkersTest extends CheckWorkerRig {

    @Test
    void bufferedStdout_failsAndSaysFlush() throws Exception {
        String buffered =
                GOOD.replace(", flush=True", "").replace("for line", "sys.stdout = open(1, 'w', 65536)\nfor line");
        MoreTime.until(
                Duration.ofSeconds(2),
                limit -> failed(check(buffered, "--timeout", limit.toString()), "answers")
                        .contains("Flush stdout after each line"));
    }

    @Test
    void logLinesOnStdout_fail() throws Exception {
        assertThat(failed(check(GOOD.replace("import json", "print('Loading', flush=True)\nimport json")), "json"))
                .contains("got \"Loading\"", "stderr");
        // Such a line is waited for only a moment.
        await().untilAsserted(() -> assertThat(results(check(GOOD + "    print('done', flush=True)\n")))
                .containsEntry("stdout", "fail"));
    }

    @Test
    void wrongPatches_fail() throws Exception {
        assertThat(failed(check(LOOP.formatted("answer = {\"patch\": {\"op\": \"add\"}}")), "patch"))
                .contains("array of operations");
        assertThat(failed(check(LOOP.formatted("answer = {\"claims\": 1}")), "patch"))
                .contains("Expected \"patch\" or \"error\"");
        assertThat(failed(check(GOOD.replace("/claims/-", "/answer")), "contract"))
                .contains("got add of /answer");
        assertThat(failed(check(GOOD.replace("\"add\"", "\"remove\"")), "contract"))
                .contains("got remove of /claims/-");
    }

    @Test
    void copyFromWhereItMayNotRead_fails() throws Exception {
        String copy = "answer = {'patch': [{'op': 'copy', 'from': '%s', 'path': '/copies/-'}]}";
        String[] board = {"--blueprint", blueprint(), "--worker", "w"};

        assertThat(failed(check(LOOP.formatted(copy.formatted("/hidden")), board), "contract"))
                .contains("copy from /hidden, which it may not read");
        assertThat(results(check(LOOP.formatted(copy.formatted("/seen/0")), board)))
                .containsEntry("contract", "pass")
                .containsEntry("kernel", "pass");
    }

    @Test
    void patchOfAnotherFormThanTheContractSays_fails_alsoForAWorkerThatIsInvitedLater() throws Exception {
        String add = "{'op': 'add', 'path': '/notes/%s', 'value': 1}";
        String[] board = {"--blueprint", blueprint(), "--worker", "later"};
        String one = add.formatted("a");

        assertThat(failed(
                        check(LOOP.formatted("answer = {'patch': [" + one + ", " + add.formatted("b") + "]}"), board),
                        "contract"))
                .contains("at most 1 operations");
        assertThat(results(check(LOOP.formatted("answer = {'patch': [" + one + "]}"), board)))
                .containsEntry("contract", "pass");
    }

    @Test
    void flood_endsWithItsFirstLineJudgedAndLittleHeld() throws Exception {
        MoreTime.until(Duration.ofSeconds(2), limit -> {
            Cli lines = Cli.run("worker", "check", "--json", "--timeout", limit.toString(), "--", "yes");
            return failed(lines, "json").contains("got \"y\"")
                    && failed(lines, "stdout").contains("the second is \"y\"");
        });
        Cli noLine = Cli.run("worker", "check", "--json", "--timeout", "5m", "--", "cat", "/dev/zero");

        assertThat(failed(noLine, "answers")).contains("longer than 16777216 bytes");
    }

    @Test
    void leavesAProcessBehind_killedWithIt() throws Exception {
        Path pid = folder.resolve("pid");
        String script = "setsid sleep 1000 & echo $! > " + pid + ".part; mv " + pid + ".part " + pid;
        MoreTime.until(Duration.ofSeconds(2), limit -> {
            Cli.run("worker", "check", "--timeout", limit.toString(), "--", "sh", "-c", script);
            return Files.exists(pid);
        });

        long orphan = Long.parseLong(Files.readString(pid).strip());
        await().until(() ->
                !ProcessHandle.of(orphan).map(ProcessHandle::isAlive).orElse(false));
    }

    @Test
    void idsMixedUp_fail() throws Exception {
        String first = "ids = globals().setdefault('ids', []); ids.append(invocation['invocationId']);"
                + " answer = {'invocationId': ids[0], 'patch': []}";

        assertThat(failed(check(LOOP.formatted(first)), "in-a-row")).contains("Take the id from the invocation");
    }

    @Test
    void crashesOnWhatIsUnusual_fail() throws Exception {
        String naive = """
                import json, sys
                for line in sys.stdin:
                    i = json.loads(line)
                    patch = [{"op": "add", "path": "/claims/-", "value": i["view"]["item"]["value"]["text"]}]
                    print(json.dumps({"patch": patch}), flush=True)
                """;
        Cli cli = check(naive);

        assertThat(failed(cli, "empty-view")).contains("exited with code 1", "KeyError");
        assertThat(failed(cli, "null-item")).contains("TypeError");
        assertThat(failed(cli, "garbage")).contains("JSON", "exited with code 1");
        assertThat(results(cli))
                .containsEntry("in-a-row", "pass")
                .containsEntry("twice", "pass")
                .containsEntry("invocation-id", "warn");
    }

    @Test
    void hangsOnASecondAttemptOrTheSameAgain_fail() throws Exception {
        assertHangs(
                "time.sleep(1000 if invocation['attempt'] > 1 else 0); answer = {'patch': []}",
                "attempt-2",
                "second attempt",
                "got none");
        assertHangs(
                "seen = globals().setdefault('seen', set()); again = invocation['invocationId'] in seen;"
                        + " seen.add(invocation['invocationId']); time.sleep(1000 if again else 0); answer = {'patch': []}",
                "twice",
                "the same invocation again");
    }

    private void assertHangs(String answering, String name, String... parts) throws Exception {
        MoreTime.until(Duration.ofSeconds(2), limit -> {
            String told = failed(check(LOOP.formatted(answering), "--timeout", limit.toString()), name);
            return List.of(parts).stream().allMatch(told::contains);
        });
    }

    @Test
    void goesOnAfterTheEndOfInput_fails() throws Exception {
        assertThat(failed(check(GOOD + "time.sleep(1000)\n"), "end-of-input")).contains("Leave the loop");
    }

    @Test
    void bashThatAnswersOnce_warned() throws Exception {
        Cli cli = Cli.run(
                "worker",
                "check",
                "--json",
                "--timeout",
                "2m",
                "--",
                "bash",
                "-c",
                "read -r line; echo '{\"patch\":[]}'");

        assertThat(cli.exitCode()).as(cli.out()).isZero();
        assertThat(results(cli)).containsEntry("in-a-row", "warn").containsEntry("garbage", "pass");
    }

    @Test
    void noSuchProgramOrSilence_failsAtOnce() {
        Cli none = Cli.run("worker", "check", "--json", "--", "no-such-program");
        Cli silent = Cli.run("worker", "check", "--json", "--timeout", "1s", "--", "sleep", "1000");

        assertThat(none.exitCode()).isEqualTo(7);
        assertThat(failed(none, "answers")).contains("cannot be started").doesNotContain("{\"error\"");
        assertThat(failed(silent, "answers")).contains("within 1 s");
        assertThat(results(silent)).hasSize(1);
    }
}
