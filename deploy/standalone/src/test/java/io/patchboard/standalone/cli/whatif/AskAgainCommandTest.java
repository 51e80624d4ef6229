package io.patchboard.standalone.cli.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.gateway.runner.ShadowAnswer;
import io.patchboard.gateway.submit.TrajectoryWriter;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.Topics;
import io.patchboard.record.Usage;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.cli.PatchBoard;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Past invocations, asked of a program that answers some as they were, some otherwise, and some not. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AskAgainCommandTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final String PROGRAM = """
            import json, sys
            for line in sys.stdin:
                asked = json.loads(line)
                count = asked["view"]["state"]["count"]
                answer = {
                    0: {"patch": [{"op": "replace", "path": "/count", "value": 5}]},
                    5: {"patch": [{"op": "replace", "path": "/count", "value": 70}]},
                    6: {"patch": [{"op": "replace", "path": "/other", "value": 1}]},
                    7: {"error": "no idea"},
                }[count]
                answer["invocationId"] = asked["invocationId"]
                answer["usage"] = {"inputTokens": 10, "outputTokens": count}
                print(json.dumps(answer), flush=True)
            """;

    private static final Json GATED = ((JsonObject) SampleLog.BLUEPRINT)
            .with(
                    "gates",
                    JsonReader.parse(
                            "[{\"name\":\"large\",\"on\":{\"path\":\"/count\"},\"when\":\"state.count > 10\"}]"));

    private Path data;
    private Path workers;

    @BeforeAll
    void logs(@TempDir Path folder) throws Exception {
        data = folder.resolve("data");
        SampleLog log = new SampleLog("b")
                .created()
                .invoked("i-1")
                .committed("p-1", "i-1", 5)
                .invoked("i-2")
                .committed("p-2", "i-2", 6)
                .invoked("i-3")
                .rejected("p-3", "i-3")
                .committed("p-4", "", 7)
                .invoked("i-4");
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(data));
                LogTopics written = new LogTopics(broker.bootstrapServers(), new Topics(Topics.DEFAULT_PREFIX))) {
            written.commit(log.entries());
            written.commit(new SampleLog("quiet").created().entries());
            write(broker, "empty.", new SampleLog("never").rejected("p-1", ""));
            write(
                    broker,
                    "gated.",
                    new SampleLog("g")
                            .created(GATED, JsonReader.parse("{\"count\":0}"))
                            .invoked("i-1")
                            .committed("p-1", "i-1", 5)
                            .invoked("i-2")
                            .committed("p-2", "i-2", 6));
            try (TrajectoryWriter shadows = new TrajectoryWriter(KafkaConnection.to(broker.bootstrapServers()))) {
                shadow("i-1", "counter", "[{\"op\": \"replace\", \"path\": \"/count\", \"value\": 5}]", shadows);
                shadow("i-2", "counter", "[{\"op\": \"replace\", \"path\": \"/other\", \"value\": 5}]", shadows);
                shadow("i-3", "somebody", "[]", shadows);
            }
        }
        Files.writeString(folder.resolve("counter.py"), PROGRAM);
        workers = Files.writeString(
                folder.resolve("workers.yaml"), "workers:\n  counter: {process: [python3, counter.py]}\n");
    }

    private static void write(EmbeddedBroker broker, String prefix, SampleLog log) {
        try (LogTopics written = new LogTopics(broker.bootstrapServers(), new Topics(prefix))) {
            written.commit(log.entries());
        }
    }

    private static void shadow(String invocation, String worker, String patch, TrajectoryWriter shadows) {
        Answer answer = Answer.of(JsonReader.parse(patch)).withUsage(new Usage(3, 1));
        shadows.add(new ShadowAnswer("b", invocation, worker, answer, Duration.ofMillis(250)));
    }

    private Cli ask(String... arguments) {
        List<String> all = new ArrayList<>(List.of("ask-again", "--data-dir", data.toString()));
        all.addAll(List.of("--workers", workers.toString()));
        all.addAll(Arrays.asList(arguments));
        return Cli.run(all.toArray(String[]::new));
    }

    private static String at(Cli cli, String pointer) {
        return JsonPointer.parse(pointer).resolve(cli.json()).orElseThrow().toString();
    }

    @Test
    void answers_areJudgedOnTheStatesOfThen_besideTheVerdictsOfThen() {
        Cli asked = ask("b", "--worker", "counter", "--json");

        assertThat(asked.exitCode()).as(asked.err()).isZero();
        assertThat(at(asked, "/invocations")).isEqualTo("4");
        assertThat(at(asked, "/verdicts")).isEqualTo("""
                {"AUTHORIZATION":{"then":1,"now":1},"WORKER":{"then":0,"now":1},\
                "committed":{"then":2,"now":2},"no answer":{"then":1,"now":0}}""");
        assertThat(at(asked, "/committed/now/value")).isEqualTo("0.5");
        assertThat(at(asked, "/sameState/value")).isEqualTo("0.5");
        assertThat(at(asked, "/samePlaces/value")).isEqualTo("1");
        assertThat(at(asked, "/tokens")).startsWith("{\"now\":{\"value\":14.5,").endsWith("\"of\":4}}");
        assertThat(at(asked, "/answers/0")).contains("\"sequence\":2", "\"sameState\":true", "\"millis\":");
        assertThat(at(asked, "/answers/2/message")).contains("/other");
        assertThat(at(asked, "/answers/3/message")).contains("no idea");
    }

    @Test
    void report_tellsWhatChangedFirst() {
        Cli asked = ask("--blueprint-name", "counter", "--worker", "counter");

        assertThat(asked.exitCode()).as(asked.err()).isZero();
        assertThat(asked.lines())
                .startsWith("no answer then, WORKER now: 1")
                .contains("4 of 4 invocations of counter were asked again:")
                .anyMatch(line -> line.matches(" +b #9: .*no idea.*"))
                .anyMatch(line -> line.matches(" +committed +2 +2"))
                .anyMatch(line -> line.matches(" +tokens each +not told +14.5 \\(.*"))
                .anyMatch(line -> line.startsWith("Of 2 committed both times, 50 % (") && line.contains("100 % ("));
    }

    @Test
    void whatIsHeldNow_isSaidSo_notWhatBecameOfItThen() {
        Cli asked = ask("g", "--worker", "counter", "--prefix", "gated.");

        assertThat(asked.exitCode()).as(asked.err()).isZero();
        assertThat(asked.lines()).startsWith("committed then, held by a gate now: 1", "    g #4: held by a gate");
    }

    @Test
    void sample_isTheSameForTheSameSeed() {
        Cli once = ask("--all", "--worker", "counter", "--sample", "2", "--json");
        Cli again = ask("--all", "--worker", "counter", "--sample", "2", "--json");

        assertThat(at(once, "/asked")).isEqualTo("2");
        assertThat(at(once, "/invocations")).isEqualTo("4");
        assertThat(at(again, "/answers/1/sequence")).isEqualTo(at(once, "/answers/1/sequence"));
        assertThat(at(again, "/verdicts")).isEqualTo(at(once, "/verdicts"));
    }

    @Test
    void answersOfShadows_areJudged_andNobodyIsAsked() {
        Cli judged = Cli.run(
                "ask-again", "--all", "--worker", "counter", "--recorded", "--json", "--data-dir", data.toString());

        assertThat(judged.exitCode()).as(judged.toString()).isZero();
        assertThat(at(judged, "/invocations")).isEqualTo("4");
        assertThat(at(judged, "/asked")).isEqualTo("2");
        assertThat(at(judged, "/verdicts")).isEqualTo("""
                {"AUTHORIZATION":{"then":0,"now":1},"committed":{"then":2,"now":1}}""");
        assertThat(at(judged, "/sameState/value")).isEqualTo("1");
        assertThat(at(judged, "/answers/1/usage")).contains("\"inputTokens\":3");
        assertThat(at(judged, "/answers/1/millis")).isEqualTo("250");

        Cli none = Cli.run("ask-again", "--all", "--worker", "nobody", "--recorded", "--data-dir", data.toString());
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.err()).contains("what a shadow of nobody has answered", "shadow: {share: 0.05");
        assertThat(ask("--all", "--worker", "counter", "--recorded").err()).contains("either --workers, or --recorded");
        assertThat(Cli.run("ask-again", "--all", "--worker", "counter").err()).contains("but got neither");
    }

    @Test
    void whatCannotBeAsked_isSaid() {
        assertThat(ask("b", "--worker", "couter").err()).contains("Did you mean \"counter\"?");
        assertThat(ask("nobody", "--worker", "counter").exitCode()).isEqualTo(3);
        assertThat(ask("quiet", "--worker", "counter"))
                .satisfies(cli -> assertThat(cli.exitCode()).isEqualTo(1))
                .satisfies(cli -> assertThat(cli.err()).contains("have invited counter, but none of 1 has"));
        assertThat(ask("b", "--worker", "counter", "--sample", "0").err()).contains("at least 1, but got 0");
        assertThat(ask("b", "--worker", "counter", "--shadow", "5").err()).contains("at most 1, but got 5.0");
        assertThat(ask("--worker", "counter").err()).contains("either boards, or --all");
    }

    @Test
    void boardsThatThereAreNot_areSaid_ofWhatIfToo(@TempDir Path dir) throws Exception {
        String blueprint = Files.writeString(dir.resolve("counter.json"), JsonWriter.compact(SampleLog.BLUEPRINT))
                .toString();
        for (String[] none : new String[][] {
            {"3", "Expected boards that were made for \"typo\", but there is none.", "--below", "typo"},
            {
                "3",
                "Expected boards that were made for \"b\" whose blueprint has the name \"x\", but there is none.",
                "--below",
                "b",
                "--blueprint-name",
                "x"
            },
            {"3", "Expected boards whose blueprint has the name \"x\", but there is none.", "--blueprint-name", "x"},
            {"1", "Expected boards, but nobody has created one.", "--all", "--prefix", "empty."},
        }) {
            List<String> chosen = Arrays.asList(none).subList(2, none.length);
            List<String> whatIf =
                    new ArrayList<>(List.of("what-if", "--blueprint", blueprint, "--data-dir", data.toString()));
            whatIf.addAll(chosen);
            List<String> askAgain = new ArrayList<>(List.of("--worker", "counter"));
            askAgain.addAll(chosen);
            for (Cli cli : List.of(Cli.run(whatIf.toArray(String[]::new)), ask(askAgain.toArray(String[]::new)))) {
                assertThat(cli.exitCode()).as(cli.toString()).hasToString(none[0]);
                assertThat(cli.err().strip()).isEqualTo(none[1]);
                assertThat(cli.out()).isEmpty();
            }
        }
    }

    /** The broker is another program's here, and the log grows while it is followed. */
    @Test
    void shadow_asksWhatIsAskedFromNowOn(@TempDir Path other) throws Exception {
        SampleLog log = new SampleLog("live").created().invoked("i-1").committed("p-1", "i-1", 5);
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(other));
                LogTopics written = new LogTopics(broker.bootstrapServers(), new Topics(Topics.DEFAULT_PREFIX))) {
            written.commit(log.entries());
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            Thread shadow = Thread.ofPlatform()
                    .start(() -> PatchBoard.commandLine()
                            .setOut(new PrintWriter(out, true))
                            .setErr(new PrintWriter(err, true))
                            .execute(
                                    "ask-again",
                                    "--all",
                                    "--bootstrap-server",
                                    broker.bootstrapServers(),
                                    "--worker",
                                    "counter",
                                    "--workers",
                                    workers.toString(),
                                    "--shadow",
                                    "1"));
            await().atMost(PATIENCE).until(() -> err.toString().contains("from now on"));
            int before = log.entries().size();
            log.invoked("i-2").committed("p-2", "i-2", 6).invoked("i-3");
            written.commit(log.entries().subList(before, log.entries().size()));

            await().atMost(PATIENCE).until(() -> out.toString().contains("live #4 then: commit; now: commit"));
            shadow.interrupt();
            shadow.join();
            assertThat(out.toString())
                    .contains("1 of 1 invocation of counter was asked again")
                    .doesNotContain("#2 then");
        }
    }

    @Test
    void nothingIsSentToTheBoards() {
        ask("b", "--worker", "counter");

        assertThat(((JsonObject) Cli.run("board", "show", "b", "--data-dir", data.toString(), "--json")
                                .json())
                        .get("sequence")
                        .orElseThrow())
                .hasToString("9");
    }
}
