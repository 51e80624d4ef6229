package io.patchboard.standalone.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.standalone.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Programs with one mistake each, and the check that finds it. */
class BadWorkersTest extends CheckWorkerRig {

    @Test
    void bufferedStdout_failsAndSaysFlush() throws Exception {
        Cli cli = check(
                GOOD.replace(", flush=True", "").replace("for line", "sys.stdout = open(1, 'w', 65536)\nfor line"),
                "--timeout",
                "2s");

        assertThat(cli.exitCode()).isEqualTo(7);
        assertThat(failed(cli, "answers")).contains("Flush stdout after each line");
    }

    @Test
    void logLinesOnStdout_fail() throws Exception {
        assertThat(failed(check(GOOD.replace("import json", "print('Loading', flush=True)\nimport json")), "json"))
                .contains("got \"Loading\"", "stderr");
        assertThat(failed(check(GOOD + "    print('done', flush=True)\n"), "stdout"))
                .contains("the second is \"done\"");
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
    void flood_endsWithItsFirstLineJudgedAndLittleHeld() {
        Cli lines = Cli.run("worker", "check", "--json", "--timeout", "2s", "--", "yes");
        Cli noLine = Cli.run("worker", "check", "--json", "--timeout", "60s", "--", "cat", "/dev/zero");

        assertThat(failed(lines, "json")).contains("got \"y\"");
        assertThat(failed(lines, "stdout")).contains("the second is \"y\"");
        assertThat(failed(noLine, "answers")).contains("longer than 16777216 bytes");
    }

    @Test
    void leavesAProcessBehind_killedWithIt() throws Exception {
        Path pid = folder.resolve("pid");
        Cli.run("worker", "check", "--timeout", "2s", "--", "sh", "-c", "setsid sleep 1000 & echo $! > " + pid);

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
        assertThat(failed(
                        check(
                                LOOP.formatted(
                                        "time.sleep(3 if invocation['attempt'] > 1 else 0); answer = {'patch': []}"),
                                "--timeout",
                                "2s"),
                        "attempt-2"))
                .contains("second attempt", "got none");
        String once = "seen = globals().setdefault('seen', set()); again = invocation['invocationId'] in seen;"
                + " seen.add(invocation['invocationId']); time.sleep(3 if again else 0); answer = {'patch': []}";
        assertThat(failed(check(LOOP.formatted(once), "--timeout", "2s"), "twice"))
                .contains("the same invocation again");
    }

    @Test
    void goesOnAfterTheEndOfInput_fails() throws Exception {
        assertThat(failed(check(GOOD + "time.sleep(1000)\n"), "end-of-input")).contains("Leave the loop");
    }

    @Test
    void bashThatAnswersOnce_warned() throws Exception {
        Cli cli = Cli.run("worker", "check", "--json", "--", "bash", "-c", "read -r line; echo '{\"patch\":[]}'");

        assertThat(cli.exitCode()).as(cli.out()).isZero();
        assertThat(results(cli)).containsEntry("in-a-row", "warn").containsEntry("garbage", "pass");
    }

    @Test
    void noSuchProgramOrSilence_failsAtOnce() {
        Cli none = Cli.run("worker", "check", "--json", "--", "no-such-program");
        Cli silent = Cli.run("worker", "check", "--json", "--timeout", "1s", "--", "sleep", "1000");

        assertThat(none.exitCode()).isEqualTo(7);
        assertThat(failed(none, "answers")).contains("cannot be started");
        assertThat(failed(silent, "answers")).contains("within PT1S");
        assertThat(results(silent)).hasSize(1);
    }
}
