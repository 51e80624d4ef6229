package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What waits for a person is found, and decided once, over HTTP and from the command line. */
class IncidentsApiTest extends ApiRig {

    /** Its only worker gets one attempt, and nobody serves it but this test. */
    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"NAME",
             "state":{"schema":{"type":"object"},"initial":{"n":0}},
             "workers":{"clerk":{"queue":"q-NAME","write":[{"op":["replace"],"path":"/n"}]},
                        "chief":{"queue":"q-NAME","write":[{"op":["replace"],"path":"/n"}]}},
             "rules":[{"name":"begin","on":{"event":"created"},"invoke":"clerk"}],
             "policies":{"default":{"timeout":"PT30M","retry":{"maxAttempts":1},"onExhausted":"incident"}},
             "complete":{"when":"state.n == 1","result":"/n"}}
            """;

    private void failing(String board, String name) throws Exception {
        failing(board, name, "");
    }

    /** @param more members of the blueprint */
    private void failing(String board, String name, String more) throws Exception {
        String body = "{\"commandId\":\"c-" + board + "\",\"boardId\":\"" + board + "\",\"blueprint\":"
                + BLUEPRINT.replace("NAME", name).replace("\"policies\"", more + "\"policies\"") + "}";
        await().atMost(PATIENCE).until(() -> api.post("/v1/boards", body).status() == 201);
        JsonObject invocation = poll("q-" + name, "{\"wait\":\"PT20S\"}");
        assertThat(api.post(answerPath(invocation), "{\"error\":\"no idea\"}").status())
                .isEqualTo(200);
    }

    private static Json at(Json json, String pointer) {
        return JsonPointer.parse(pointer).resolve(json).orElseThrow(() -> new AssertionError(pointer + " of " + json));
    }

    @Test
    void inbox_showsWhatWaits_andOneDecisionClosesIt() throws Exception {
        failing("helped", "helped");

        await().atMost(PATIENCE).until(() -> api.get("/v1/inbox").text().contains("\"helped\""));
        Answer inbox = api.get("/v1/inbox?limit=100");
        JsonArray items = (JsonArray) at(inbox.json(), "/items");
        Json item = items.stream()
                .filter(one -> at(one, "/boardId").equals(Json.of("helped")))
                .findFirst()
                .orElseThrow();
        assertThat(at(item, "/reason")).isEqualTo(Json.of("failed"));
        assertThat(at(item, "/worker")).isEqualTo(Json.of("clerk"));
        assertThat(api.get("/v1/boards?needsPerson=true").text()).contains("\"helped\"");
        assertProblem(api.get("/v1/boards?needsPerson=maybe"), 400);
        assertThat(at(api.get("/v1/boards/helped").json(), "/needsPerson/0/item"))
                .isEqualTo(at(item, "/item"));

        assertProblem(api.post("/v1/boards/helped/resolve", "{\"option\":\"retry\"}"), 400);
        assertProblem(api.post("/v1/boards/helped/resolve", "{\"option\":\"pray\",\"reason\":\"r\"}"), 400);
        Answer wrong = api.post("/v1/boards/helped/resolve", "{\"option\":\"raise\",\"reason\":\"r\"}");
        assertProblem(wrong, 422);
        assertThat(wrong.text("detail")).contains("[retry, worker, skip, halt]", "\"raise\"");

        String path = "/v1/inbox/helped/" + at(item, "/item");
        String decision = "{\"option\":\"worker\",\"worker\":\"chief\",\"by\":\"ada\",\"reason\":\"knows better\"}";
        Answer decided = api.post(path, decision);
        assertThat(decided.status()).as(decided.text()).isEqualTo(200);
        assertThat(decided.text("type")).isEqualTo("Decided");
        assertThat(decided.text("by")).isEqualTo("ada");
        Answer again = api.post(path, decision);
        assertProblem(again, 409);
        assertThat(again.text("code")).isEqualTo("not-waiting");
        assertProblem(api.post("/v1/inbox/helped/last", decision), 400);
        await().atMost(PATIENCE).until(() -> !api.get("/v1/inbox").text().contains("\"helped\""));

        JsonObject invocation = poll("q-helped", "{\"wait\":\"PT20S\"}");
        assertThat(at(invocation, "/worker")).isEqualTo(Json.of("chief"));
        assertThat(api.post(answerPath(invocation), "[{\"op\":\"replace\",\"path\":\"/n\",\"value\":1}]")
                        .status())
                .isEqualTo(200);
        assertThat(at(api.get("/v1/boards/helped").json(), "/phase")).isEqualTo(Json.of("completed"));
    }

    /** Each way out, at a prompt. */
    @Test
    void optionsOfThePrompt_areWhatTheKernelIsAsked() throws Exception {
        failing("other", "other");
        Cli other = cli("board", "resolve", "other", "--worker", "chief", "--reason", "knows better");
        assertThat(other.exitCode()).as(other.err()).isZero();
        assertThat(other.out()).contains("decided", "worker chief");
        assertThat(at(poll("q-other", "{\"wait\":\"PT20S\"}"), "/worker")).isEqualTo(Json.of("chief"));

        failing("skipped", "skipped");
        Cli resumed = cli("board", "resolve", "skipped", "--resume", "--reason", "r");
        assertThat(resumed.exitCode()).isEqualTo(4);
        assertThat(resumed.err()).contains("[retry, worker, skip, halt]", "\"resume\"");
        Cli skipped = cli("board", "resolve", "skipped", "--skip", "--reason", "not needed");
        assertThat(skipped.exitCode()).as(skipped.err()).isZero();
        assertThat(skipped.out()).contains("decided", "skip", "not needed");

        failing("raised", "raised", "\"budgets\":{\"invocations\":1},");
        assertThat(cli("board", "resolve", "raised", "--retry", "--reason", "once more")
                        .exitCode())
                .isZero();
        assertThat(cli("board", "show", "raised").out()).contains("budget-exhausted invocations");
        Cli raised = cli("board", "resolve", "raised", "--raise", "invocations=5", "--reason", "worth it");
        assertThat(raised.exitCode()).as(raised.err()).isZero();
        assertThat(raised.out()).contains("decided", "raise invocations=5", "worth it");
        assertThat(at(poll("q-raised", "{\"wait\":\"PT20S\"}"), "/worker")).isEqualTo(Json.of("clerk"));
    }

    @Test
    void runThatWaitsForAPerson_looksOnUntilTheEnd(@TempDir Path dir) throws Exception {
        Path blueprint = Files.writeString(dir.resolve("blueprint.json"), BLUEPRINT.replace("NAME", "watched"));
        CompletableFuture<Cli> run = CompletableFuture.supplyAsync(
                () -> cli("run", blueprint.toString(), "--board", "watched", "--no-workers", "--wait-for-person"));
        JsonObject first = poll("q-watched", "{\"wait\":\"PT20S\"}");
        assertThat(api.post(answerPath(first), "{\"error\":\"no idea\"}").status())
                .isEqualTo(200);
        await().atMost(PATIENCE).until(() -> api.get("/v1/inbox").text().contains("\"watched\""));

        Cli resolved = cli("board", "resolve", "watched", "--worker", "chief", "--reason", "knows better");
        assertThat(resolved.exitCode()).as(resolved.err()).isZero();
        JsonObject second = poll("q-watched", "{\"wait\":\"PT20S\"}");
        assertThat(api.post(answerPath(second), "[{\"op\":\"replace\",\"path\":\"/n\",\"value\":1}]")
                        .status())
                .isEqualTo(200);

        Cli watched = run.get();
        assertThat(watched.exitCode()).as(watched.out() + watched.err()).isZero();
        assertThat(watched.err()).contains("needs a person", "decided", "completed");
    }

    @Test
    void manyBoards_areDecidedAtOnce_byWhatTheyWaitFor() throws Exception {
        for (String board : List.of("m-1", "m-2", "m-3")) {
            failing(board, "many");
        }
        assertThat(cli("board", "list", "--needs-person").out()).contains("m-1", "m-2", "m-3", "open (needs a person)");
        assertThat(cli("board", "show", "m-1").out())
                .contains(
                        "needs a person",
                        "failed clerk",
                        "retry, worker, skip",
                        "./patchboard board resolve m-1 ",
                        " --retry --reason TEXT");

        Cli misspelt = cli("board", "resolve", "--where", "worker=clark", "--retry", "--reason", "r");
        assertThat(misspelt.err())
                .contains("Nothing that waits has worker=clark. Did you mean \"clerk\"?", "Decided 0 of 0.");
        Cli noAnswer = cli("board", "resolve", "--where", "blueprint=many", "--resume", "--reason", "r");
        assertThat(noAnswer.exitCode()).as(noAnswer.err()).isZero();
        assertThat(noAnswer.err()).contains("Left out: 3 to which resume is no answer.", "Decided 0 of 0.");

        Cli one = cli("board", "resolve", "m-1", "--halt", "--reason", "no use", "--by", "ada");
        assertThat(one.exitCode()).as(one.err()).isZero();
        assertThat(one.out()).contains("decided", "halt, by ada", "no use");
        Cli again = cli("board", "resolve", "m-1", "--retry", "--reason", "or is it");
        assertThat(again.exitCode()).isEqualTo(4);
        assertThat(again.err()).contains("is halted");

        Cli all = cli(
                "board",
                "resolve",
                "--where",
                "reason=failed",
                "--where",
                "blueprint=many",
                "--retry",
                "--rate",
                "100",
                "--reason",
                "mended");
        assertThat(all.exitCode()).as(all.err()).isZero();
        assertThat(all.err()).contains("Decided 2 of 2.");
        assertThat(api.lent("q-many", "{\"wait\":\"PT20S\",\"max\":2}")).isNotEmpty();

        assertThat(cli("board", "resolve", "--where", "colour=red", "--retry", "--reason", "r")
                        .err())
                .contains("blueprint, detail, reason, worker", "\"colour\"");
        assertThat(cli("board", "resolve", "--where", "reson=outage", "--retry", "--reason", "r")
                        .err())
                .contains("Did you mean \"reason\"?");
        assertThat(cli("board", "resolve", "--where", "reason=outrage", "--retry", "--reason", "r")
                        .err())
                .contains("circuit, budget-exhausted, failed, outage, stuck", "Did you mean \"outage\"?");
        assertThat(cli("board", "resolve", "--retry", "--reason", "r").err()).contains("neither");
        assertThat(cli("board", "resolve", "m-2", "--retry", "--skip", "--reason", "r")
                        .exitCode())
                .isEqualTo(1);
    }
}
