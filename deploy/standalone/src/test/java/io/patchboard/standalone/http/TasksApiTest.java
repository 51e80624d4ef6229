package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What persons are to answer stands in the inbox until they have. */
class TasksApiTest extends ApiRig {

    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"served",
             "state":{"schema":{"type":"object","properties":{"title":{"type":"string","maxLength":10}}},
                      "initial":{"title":"","done":false}},
             "workers":{"editor":{"kind":"person","queue":"desk","instruction":"Find a title.","read":["/title"],
                                  "write":[{"op":["replace"],"path":"/title"}]}},
             "rules":[{"name":"begin","on":{"event":"created"},"invoke":"editor"}]}
            """;

    private List<JsonObject> tasks(String board) throws Exception {
        return ((JsonArray) api.get("/v1/inbox").json().get("items").orElseThrow())
                .stream()
                        .map(JsonObject.class::cast)
                        .filter(item -> item.toString().contains("\"boardId\":\"" + board + "\""))
                        .toList();
    }

    private static String text(JsonObject item, String name) {
        return item.get(name).orElseThrow().toString().replace("\"", "");
    }

    private Answer answer(JsonObject task, String value) throws Exception {
        return api.post(
                "/v1/boards/" + text(task, "boardId") + "/proposals",
                "{\"worker\":\"editor\",\"invocationId\":\"" + text(task, "invocationId")
                        + "\",\"patch\":[{\"op\":\"replace\",\"path\":\"/title\",\"value\":\"" + value + "\"}]}");
    }

    @Test
    void invocation_isShown_withItsViewWhereItIsLookedAt_untilItIsAnsweredWell() throws Exception {
        await().atMost(PATIENCE)
                .until(() -> api.post("/v1/boards", "{\"boardId\":\"served\",\"blueprint\":" + BLUEPRINT + "}")
                                .status()
                        == 201);
        await().atMost(PATIENCE).until(() -> tasks("served").size() == 1);
        assertThat(api.get("/v1/boards?needsPerson=true").text()).contains("\"served\"");
        assertThat(cli("board", "list", "--needs-person").out()).contains("served", "open (needs a person)");
        assertThat(api.get("/v1/boards/served").text()).contains("\"worker\":\"editor\",\"person\":true");
        JsonObject first = tasks("served").get(0);

        assertThat(text(first, "kind")).isEqualTo("task");
        assertThat(text(first, "message")).isEqualTo("Find a title.");
        assertThat(first.has("view")).isFalse();
        Answer whole = api.get("/v1/inbox/served/" + text(first, "item"));
        assertThat(whole.status()).isEqualTo(200);
        assertThat(whole.text()).contains("\"view\":{", "\"contract\":[{\"op\":[\"replace\"],\"path\":\"/title\"");

        assertProblem(answer(first, "far too long a title"), 422);
        await().atMost(PATIENCE)
                .until(() -> tasks("served").size() == 1
                        && !text(tasks("served").get(0), "item").equals(text(first, "item")));
        assertThat(answer(tasks("served").get(0), "Short").status()).isEqualTo(200);
        await().atMost(PATIENCE).until(() -> tasks("served").isEmpty());
        assertProblem(api.get("/v1/inbox/served/" + text(first, "item")), 404);
        assertThat(api.get("/v1/boards?needsPerson=true").text()).doesNotContain("\"served\"");
    }

    @Test
    void run_endsWithNine_andSaysHowThePersonAnswers_orLooksOnUntilHeHas(@TempDir Path dir) throws Exception {
        Path blueprint = Files.writeString(
                dir.resolve("blueprint.json"),
                BLUEPRINT.replace(
                        "\"rules\":",
                        "\"complete\":{\"when\":\"state.title != ''\",\"result\":\"/title\"},\"rules\":"));
        Path patch = Files.writeString(
                dir.resolve("patch.json"), "[{\"op\":\"replace\",\"path\":\"/title\",\"value\":\"Short\"}]");

        Cli ended = cli("run", blueprint.toString(), "--board", "asked");
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(9);
        assertThat(ended.err())
                .contains(
                        "Board asked waits for the answer of editor, who is a person: Find a title. \"patchboard propose")
                .doesNotContain("Nobody here serves");
        answerAsSaid(ended.err(), patch);

        CompletableFuture<Cli> run = CompletableFuture.supplyAsync(
                () -> cli("run", blueprint.toString(), "--board", "watched", "--wait-for-person"));
        await().atMost(PATIENCE).until(() -> tasks("watched").size() == 1);
        JsonObject task = tasks("watched").get(0);
        assertThat(answer(task, "Short").status()).isEqualTo(200);
        assertThat(run.get().exitCode()).as(run.get().err()).isZero();
        assertThat(run.get().out()).contains("Short");
    }

    /** The command that was printed, as it stands there. */
    private static void answerAsSaid(String said, Path patch) {
        String command = said.substring(said.indexOf("\"patchboard ") + 1, said.lastIndexOf("\" gives it."));
        String[] words = command.replace("FILE", patch.toString()).split(" ");
        Cli answered = Cli.run(Arrays.copyOfRange(words, 1, words.length));
        assertThat(answered.exitCode())
                .as(command + answered.out() + answered.err())
                .isZero();
        assertThat(answered.out()).contains("committed");
    }
}
