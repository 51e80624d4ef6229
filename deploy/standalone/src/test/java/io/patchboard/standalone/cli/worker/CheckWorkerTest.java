package io.patchboard.standalone.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.cli.Cli;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckWorkerTest {

    private static final String LOOP = """
            import json, sys, time
            for line in sys.stdin:
                try:
                    invocation = json.loads(line)
                    %s
                except Exception as e:
                    answer = {"error": str(e)}
                print(json.dumps(answer), flush=True)
            """;
    private static final String GOOD = LOOP.formatted(
            "answer = {\"invocationId\": invocation[\"invocationId\"], \"patch\": [{\"op\": \"add\", \"path\": \"/claims/-\", \"value\": {\"text\": \"t\"}}]}");

    @TempDir
    Path folder;

    @Test
    void goodProgram_passesEveryCheck() throws Exception {
        Cli cli = check(GOOD);

        assertThat(cli.exitCode()).as(cli.out()).isZero();
        assertThat(results(cli))
                .hasSizeGreaterThanOrEqualTo(15)
                .allSatisfy((check, result) -> assertThat(result).as(check).isEqualTo("pass"));
        assertThat(results(cli))
                .containsKeys(
                        "answers",
                        "json",
                        "invocation-id",
                        "patch",
                        "contract",
                        "stdout",
                        "in-a-row",
                        "unknown-fields",
                        "empty-view",
                        "null-item",
                        "long-text",
                        "large-view",
                        "attempt-2",
                        "twice",
                        "garbage",
                        "end-of-input",
                        "stderr");
    }

    @Test
    void goodProgram_inWords() throws Exception {
        Cli cli = Cli.run("worker", "check", "python3", "-u", file(GOOD));

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.lines()).first().asString().startsWith("pass  answers  ");
    }

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

    @Test
    void ownBlueprint_itsFirstViewIsAskedAndTheKernelJudges() throws Exception {
        String hello = "../../examples/hello-summary/";
        String[] board = {
            "--blueprint", hello + "blueprint.yaml", "--input", hello + "input.json", "--worker", "summarizer"
        };

        Cli good = checkFile(hello + "worker.py", board);
        Cli bad = check(
                LOOP.formatted("answer = {'patch': [{'op': 'add', 'path': '/summaries/-', 'value': {'words': 1}}]}"),
                board);

        assertThat(good.exitCode()).as(good.out()).isZero();
        assertThat(results(good)).containsEntry("kernel", "pass");
        assertThat(failed(bad, "kernel")).contains("SCHEMA", "sentence");
    }

    @Test
    void workersFile_runsTheWorkerAsItSays() throws Exception {
        Files.writeString(folder.resolve("worker.py"), GOOD);
        Path file = Files.writeString(
                folder.resolve("workers.yaml"),
                "workers: {w: {process: [python3, worker.py], limits: {memory: 2GiB}}}");

        assertThat(Cli.run("worker", "check", "--workers", file.toString(), "--worker", "w")
                        .exitCode())
                .isZero();
        assertThat(Cli.run("worker", "check", "--workers", file.toString(), "--worker", "v")
                        .err())
                .contains("does not name the worker");
    }

    @Test
    void languageModel_isAskedOnce_andJudgedByTheKernel() throws Exception {
        String patch = "[{\"op\":\"add\",\"path\":\"/summaries/-\",\"value\":%s}]";
        try (ScriptedChatServer server = ScriptedChatServer.start()) {
            Files.writeString(folder.resolve("workers.yaml"), """
                    models:
                      fast: {provider: openai, baseUrl: "%s", model: small}
                    workers:
                      summarizer: {llm: fast}
                    """.formatted(server.baseUrl()));
            String hello = "../../examples/hello-summary/";
            String[] command = {
                "worker",
                "check",
                "--json",
                "--workers",
                folder.resolve("workers.yaml").toString(),
                "--blueprint",
                hello + "blueprint.yaml",
                "--input",
                hello + "input.json",
                "--worker",
                "summarizer"
            };

            server.thenText(patch.formatted("{\"sentence\": \"Kafka keeps the log.\", \"words\": 2}"));
            Cli good = Cli.run(command);
            server.thenText(patch.formatted("{\"words\":1}"));
            Cli bad = Cli.run(command);
            assertThat(server.requests()).hasSize(2);
            server.otherwise(request -> Reply.of(401, "text/plain", "wrong key"));
            Cli refused = Cli.run(command);

            assertThat(good.exitCode()).as(good.out() + good.err()).isZero();
            assertThat(results(good)).containsEntry("kernel", "pass").containsKeys("answers", "contract", "usage");
            assertThat(failed(bad, "kernel")).contains("SCHEMA", "sentence");
            assertThat(failed(refused, "answers")).contains("HTTP 401");
        }
    }

    @Test
    void stateOfOnesOwn_isWhatALaterWorkerIsAskedAbout() throws Exception {
        Path state = Files.writeString(folder.resolve("state.json"), "{\"seen\":[],\"hidden\":2,\"copies\":[]}");
        String[] board = {"--blueprint", blueprint(), "--worker", "w", "--state", state.toString()};

        Cli nothingToDo = check(GOOD, board);
        Files.writeString(state, "{\"seen\":[5],\"hidden\":2,\"copies\":[]}");
        Cli five = check(
                LOOP.formatted("assert invocation['view']['item']['value'] in (5, None)"
                        + " or len(str(invocation)) > 10000;"
                        + " answer = {'patch': [{'op': 'copy', 'from': '/seen/0', 'path': '/copies/-'}]}"),
                board);

        assertThat(nothingToDo.exitCode()).isEqualTo(1);
        assertThat(nothingToDo.err()).contains("from which a rule invites w");
        assertThat(results(five)).containsEntry("kernel", "pass").containsEntry("answers", "pass");
    }

    @Test
    void whatABoardHasAsked_isAskedAgain_andNothingIsSent() throws Exception {
        SampleLog log = new SampleLog("b")
                .created()
                .invoked("i-1")
                .committed("p-1", "i-1", 5)
                .invoked("i-2")
                .committed("p-2", "i-2", 6);
        Topics topics = new Topics(Topics.DEFAULT_PREFIX);
        Path data = folder.resolve("data");
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(data));
                LogTopics written = new LogTopics(broker.bootstrapServers(), topics)) {
            written.commit(log.entries());
        }
        String count = LOOP.formatted("answer = {'patch': [{'op': 'replace', 'path': '/count', 'value':"
                + " invocation['view'].get('state', {}).get('count', 0) + %d}]}");
        String[] board = {"--board", "b", "--data-dir", data.toString(), "--worker", "counter"};

        Cli now = check(count.formatted(1), board);
        String[] then = Arrays.copyOf(board, board.length + 2);
        then[board.length] = "--version";
        then[board.length + 1] = "1";
        Cli first = check(count.formatted(1).replace("'/count'", "'/other'"), then);
        Cli nobody = check(GOOD, "--board", "b", "--data-dir", data.toString(), "--worker", "critic");

        assertThat(results(now)).as(now.out() + now.err()).containsEntry("kernel", "pass");
        assertThat(failed(first, "kernel")).contains("AUTHORIZATION");
        assertThat(nobody.err()).contains("one of [counter]", "got critic");
    }

    @Test
    void wrongUsage_isExitCode1() {
        assertThat(Cli.run("worker", "check").exitCode()).isEqualTo(1);
        assertThat(Cli.run("worker", "check", "--url", "ftp://x").exitCode()).isEqualTo(1);
        assertThat(Cli.run("worker", "check", "--url", "http://x/", "--", "cmd").exitCode())
                .isEqualTo(1);
        assertThat(Cli.run("worker", "check", "--blueprint", "x.yaml", "--", "cmd")
                        .err())
                .contains("--worker NAME");
        assertThat(Cli.run("worker", "check", "--board", "b", "--state", "x", "--", "cmd")
                        .err())
                .contains("--board, or --blueprint");
        assertThat(Cli.run("worker", "check", "--version", "2", "--", "cmd").err())
                .contains("--board beside --version");
        assertThat(Cli.run("worker", "check", "--state", "x", "--", "cmd").err())
                .contains("--blueprint beside");
    }

    @Test
    void httpWorkers_good_andBad() throws Exception {
        String good = "{\"patch\":[{\"op\":\"add\",\"path\":\"/claims/-\",\"value\":1}]}";
        Cli fine = checkUrl(200, "application/json", good);
        Cli html = checkUrl(200, "text/html", "<html>");
        Cli broken = checkUrl(500, "text/plain", "trace");
        Cli stray = checkUrl(200, "application/json", good.replace("claims/-", "x"));

        assertThat(fine.exitCode()).as(fine.out()).isZero();
        assertThat(results(fine)).containsEntry("garbage", "pass").containsEntry("large-view", "pass");
        assertThat(failed(html, "answers")).contains("Content-Type text/html");
        assertThat(failed(broken, "answers")).contains("status 500: \"trace\"");
        assertThat(failed(stray, "contract")).contains("add of /x");
    }

    /** Answers whatever is JSON with the reply, and status 400 to the rest. */
    private static Cli checkUrl(int status, String type, String reply) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", exchange -> {
            try (exchange) {
                int given = isJson(exchange.getRequestBody().readAllBytes()) ? status : 400;
                exchange.getResponseHeaders().set("Content-Type", type);
                byte[] bytes = reply.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(given, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
            return Cli.run("worker", "check", "--json", "--url", url);
        } finally {
            server.stop(0);
        }
    }

    private static boolean isJson(byte[] body) {
        try {
            JsonReader.parse(new String(body, StandardCharsets.UTF_8));
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private String blueprint() throws IOException {
        return Files.writeString(folder.resolve("blueprint.yaml"), """
                        apiVersion: patchboard/v1
                        name: copies
                        state:
                          initial: {seen: [1], hidden: 2, copies: []}
                          schema: {type: object}
                        workers:
                          w:
                            instruction: Copy.
                            read: ["/seen/*"]
                            write: [{op: [copy], path: /copies/-}]
                        rules:
                          - {name: copy, on: {op: [add], path: "/seen/*"}, invoke: w}
                        complete: {when: size(state.copies) == 1, result: /copies}
                        """).toString();
    }

    private String file(String program) throws IOException {
        return Files.writeString(folder.resolve("w" + System.nanoTime() + ".py"), program)
                .toString();
    }

    private Cli check(String program, String... options) throws IOException {
        return checkFile(file(program), options);
    }

    private static Cli checkFile(String file, String... options) {
        List<String> arguments = new ArrayList<>(List.of("worker", "check", "--json"));
        arguments.addAll(Arrays.asList(options));
        arguments.addAll(List.of("--", "python3", file));
        return Cli.run(arguments.toArray(String[]::new));
    }

    private static List<JsonObject> checks(Cli cli) {
        JsonArray checks = (JsonArray) ((JsonObject) cli.json()).get("checks").orElseThrow();
        return checks.stream().map(JsonObject.class::cast).toList();
    }

    /** The worst result of each check. */
    private static Map<String, String> results(Cli cli) {
        return checks(cli).stream()
                .collect(Collectors.toMap(
                        check -> text(check, "check"),
                        check -> text(check, "result"),
                        (a, b) -> a.equals("pass") ? b : a));
    }

    private static String failed(Cli cli, String name) {
        assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(7);
        return checks(cli).stream()
                .filter(check -> text(check, "check").equals(name)
                        && text(check, "result").equals("fail"))
                .map(check -> text(check, "text"))
                .collect(Collectors.joining("\n"));
    }

    private static String text(JsonObject object, String name) {
        Json value = object.get(name).orElseThrow();
        return value instanceof JsonString string ? string.value() : "";
    }
}
