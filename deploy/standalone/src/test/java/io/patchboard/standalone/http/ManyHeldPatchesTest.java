package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Patches that gates of 100 boards hold at once, 10,000 with {@code -Dpatchboard.held=100}: all are listed, and decided
 * by two people at a time, once.
 */
@Tag("long")
class ManyHeldPatchesTest extends ApiRig {

    private static final int BOARDS = 100;
    private static final int EACH = Integer.getInteger("patchboard.held", 20);
    private static final int AT_ONCE = 200;

    private static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"crowded",
             "state":{"schema":{"type":"object"},"initial":{"notes":[]}},
             "workers":{"guest":{"unsolicited":true,"write":[{"op":["add"],"path":"/notes/-"}]}},
             "gates":[{"name":"publish","on":{"path":"/notes"},"card":{"title":"A note"}}]}
            """;

    /** Asks for all of it, so many at a time, and answers what came. */
    private List<Answer> all(List<String[]> requests) {
        List<Answer> answers = new ArrayList<>();
        for (int from = 0; from < requests.size(); from += AT_ONCE) {
            List<CompletableFuture<Answer>> part = new ArrayList<>();
            for (String[] request : requests.subList(from, Math.min(requests.size(), from + AT_ONCE))) {
                part.add(api.posted(request[0], request[1]));
            }
            part.forEach(one -> answers.add(one.join()));
        }
        return answers;
    }

    private static String board(int number) {
        return String.format("held-%02d", number);
    }

    private record Item(String board, Json item) {}

    private List<Item> inbox() throws Exception {
        List<Item> items = new ArrayList<>();
        String path = "/v1/inbox";
        while (!path.isEmpty()) {
            Answer answer = api.get(path);
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            JsonArray part = (JsonArray) answer.json().get("items").orElseThrow();
            assertThat(part.size()).isLessThan(1_000 + EACH);
            part.forEach(item -> items.add(new Item(
                    RunningApi.text((JsonObject) item, "boardId"),
                    ((JsonObject) item).get("item").orElseThrow())));
            path = answer.json().has("next") ? "/v1/inbox?cursor=" + answer.text("next") : "";
        }
        return items;
    }

    private Map<String, Integer> outcomes(String board) throws Exception {
        Map<String, Integer> outcomes = new TreeMap<>();
        JsonArray log = (JsonArray)
                JsonReader.parse(api.get("/v1/boards/" + board + "/log").text());
        log.forEach(entry -> outcomes.merge(RunningApi.text((JsonObject) entry, "type"), 1, Integer::sum));
        return outcomes;
    }

    @Test
    void each_isHeldListedAndDecidedOnce_whoeverOfTwoWasQuicker() throws Exception {
        List<String[]> creations = new ArrayList<>();
        List<String[]> proposals = new ArrayList<>();
        for (int board = 0; board < BOARDS; board++) {
            creations.add(
                    new String[] {"/v1/boards", "{\"boardId\":\"" + board(board) + "\",\"blueprint\":" + BLUEPRINT + "}"
                    });
            for (int i = 0; i < EACH; i++) {
                proposals.add(new String[] {
                    "/v1/boards/" + board(board) + "/proposals",
                    "{\"worker\":\"guest\",\"patch\":" + RunningApi.note("note " + i) + "}"
                });
            }
        }
        assertThat(all(creations)).extracting(Answer::status).containsOnly(201);
        assertThat(all(proposals)).extracting(Answer::status).containsOnly(202);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(inbox()).hasSize(BOARDS * EACH).doesNotHaveDuplicates());

        List<String[]> verdicts = new ArrayList<>();
        for (Item item : inbox()) {
            String path = "/v1/inbox/" + item.board() + "/" + item.item();
            verdicts.add(new String[] {path, "{\"option\":\"approve\",\"by\":\"ada\",\"reason\":\"it is right\"}"});
            verdicts.add(new String[] {path, "{\"option\":\"reject\",\"by\":\"eve\",\"reason\":\"it is wrong\"}"});
        }
        List<Answer> told = all(verdicts);

        for (int i = 0; i < told.size(); i += 2) {
            assertThat(List.of(told.get(i).status(), told.get(i + 1).status())).containsExactlyInAnyOrder(200, 409);
        }
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(inbox()).isEmpty());
        long approved = 0;
        for (int board = 0; board < BOARDS; board++) {
            Map<String, Integer> outcomes = outcomes(board(board));
            int committed = outcomes.getOrDefault("PatchCommitted", 0);
            approved += committed;
            assertThat(committed + outcomes.getOrDefault("PatchRejected", 0)).isEqualTo(EACH);
            assertThat(outcomes)
                    .containsEntry("PatchHeld", EACH)
                    .containsEntry("NeedsPerson", EACH)
                    .containsEntry("Decided", EACH)
                    .containsEntry("CommandRejected", EACH);
            JsonArray notes = (JsonArray) api.get("/v1/boards/" + board(board) + "/state")
                    .json()
                    .get("notes")
                    .orElseThrow();
            assertThat(notes.size()).isEqualTo(committed);
        }
        assertThat(told.stream()
                        .filter(answer -> answer.text().contains("\"option\":\"approve\""))
                        .filter(answer -> answer.status() == 200))
                .hasSize((int) approved);
        Cli verified = cli("replay", "--verify", "--decide", "--inputs");
        assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
    }
}
