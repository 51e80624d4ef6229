package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.gateway.access.Principal;
import io.patchboard.gateway.access.Principals;
import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.standalone.workers.Examples;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Boards for clients of the Model Context Protocol, over HTTP; every message is judged by the published schemas. */
class McpTest extends McpRig {

    @Test
    void tools_ofEitherRevision_areThoseOfTheDocuments() throws Exception {
        for (McpConversation each : List.of(
                McpConversation.with(api.url()), McpConversation.with(api.url()).introduced())) {
            List<String> names =
                    each.ask("tools/list", "{}").at("/result/tools").findValuesAsText("name");

            assertThat(names)
                    .contains(
                            "create_board",
                            "read_view",
                            "propose_patch",
                            "await_work",
                            "report_progress",
                            "answer",
                            "board_state",
                            "board_log",
                            "why",
                            "what_if",
                            "approve");
        }
    }

    @Test
    void guest_proposes_isToldWhyNot_andDoesBetter() throws Exception {
        create("guest-1");
        JsonNode view = client.given("read_view", "{\"boardId\":\"guest-1\",\"worker\":\"guest\"}");
        assertThat(view.at("/state/notes").size()).isZero();
        assertThat(view.at("/patchSchema/type").asText()).isEqualTo("array");

        String refused = client.refused("propose_patch", patch("guest-1", "guest", "/notes/0", "Milk"));
        assertThat(refused).contains("stage AUTHORIZATION", "Nothing has changed", "Next: read_view");
        String tooLong = client.refused(
                "propose_patch", patch("guest-1", "guest", "/notes/-", "much more than twenty characters"));
        assertThat(tooLong).contains("stage SCHEMA", "at /notes/", "Next: change the value");
        String dry = "{\"dryRun\":true,"
                + patch("guest-1", "guest", "/notes/-", "Milk").substring(1);
        assertThat(client.given("propose_patch", dry).get("dryRun").asBoolean()).isTrue();

        String traced = "{\"viewHash\":" + view.get("viewHash") + ","
                + patch("guest-1", "guest", "/notes/-", "Milk").substring(1);
        JsonNode committed = client.given("propose_patch", traced);

        assertThat(committed.get("type").asText()).isEqualTo("PatchCommitted");
        assertThat(committed.get("claimedViewHash").asText())
                .hasSize(64)
                .isEqualTo(view.get("viewHash").asText());
        String sequence = committed.get("sequence").asText();
        assertThat(client.given("board_state", "{\"boardId\":\"guest-1\",\"pointer\":\"/notes/0\"}")
                        .get("state")
                        .asText())
                .isEqualTo("Milk");
        assertThat(client.refused("why", "{\"boardId\":\"guest-1\",\"sequence\":\"" + sequence + "\"}"))
                .startsWith("Expected a whole number as sequence");
        assertThat(client.given("why", "{\"boardId\":\"guest-1\",\"sequence\":" + sequence + "}")
                        .toString())
                .contains("guest");
        assertThat(client.given("board_log", "{\"boardId\":\"guest-1\",\"kind\":\"PatchRejected\"}")
                        .get("entries")
                        .size())
                .isEqualTo(2);
        String stricter = BLUEPRINT.formatted("guest-1").replace("\"maxLength\":20", "\"maxLength\":3");
        assertThat(client.given("what_if", "{\"boards\":[\"guest-1\"],\"blueprint\":" + stricter + "}")
                        .toString())
                .contains("maxLength");
    }

    @Test
    void worker_awaitsWork_answers_andItCountsOnce() throws Exception {
        create("work-1");

        JsonNode invocation = awaited("work-1");
        assertThat(invocation.at("/view/contract/0/path").asText()).isEqualTo("/notes/-");
        await("the read side knows whom it was lent to")
                .atMost(PATIENCE)
                .until(
                        () -> client.given("read_view", "{\"boardId\":\"work-1\",\"worker\":\"scribe\"}")
                                .path("invocationId"),
                        invocation.get("invocationId")::equals);
        String answer = "{\"invocationId\":" + invocation.get("invocationId")
                + ",\"patch\":[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"Bread\"}]}";
        JsonNode first = client.given("answer", answer);
        JsonNode second = client.given("answer", answer);

        assertThat(first.get("type").asText()).isEqualTo("PatchCommitted");
        assertThat(second).isEqualTo(first);
    }

    @Test
    void heldPatch_isApproved() throws Exception {
        create("held-1");
        assertThat(client.given("propose_patch", patch("held-1", "guest", "/end", "now"))
                        .get("status")
                        .asText())
                .isEqualTo("held");
        String item = client.given("board_state", "{\"boardId\":\"held-1\"}")
                .at("/board/needsPerson/0/item")
                .asText();

        client.given(
                "approve",
                "{\"boardId\":\"held-1\",\"item\":" + item + ",\"option\":\"approve\",\"reason\":\"it is enough\"}");

        assertThat(client.given("board_state", "{\"boardId\":\"held-1\"}")
                        .at("/board/phase")
                        .asText())
                .isEqualTo("completed");
        assertThat(client.refused(
                        "approve", "{\"boardId\":\"held-1\",\"option\":\"approve\",\"reason\":\"once more\"}"))
                .contains("Next: ");
    }

    /** Who is about one board and worker reads its contract as the schema of his tools, and names neither. */
    @Test
    void boundClient_hasTheContractAsSchema() throws Exception {
        create("bound-1");
        client = new McpConversation(api.url() + "/mcp?board=bound-1&worker=guest", Optional.empty());

        JsonNode tools = client.ask("tools/list", "{}").at("/result/tools");

        for (JsonNode tool : tools) {
            if (tool.get("name").asText().equals("propose_patch")) {
                assertThat(tool.at("/inputSchema/properties/patch/items").toString())
                        .contains("/notes/-", "string")
                        .doesNotContain("remove");
                assertThat(tool.at("/inputSchema/required").toString()).isEqualTo("[\"patch\"]");
            }
        }
        client.given("propose_patch", "{\"patch\":[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"Eggs\"}]}");
        assertThat(client.given("read_view", "{}").at("/state/notes/0").asText())
                .isEqualTo("Eggs");
    }

    @Test
    void longWork_isReported_andTheNextAttemptGoesOnFromThere() throws Exception {
        create("long-1");
        JsonNode first = awaited("long-1");
        String id = first.get("invocationId").asText();
        assertThat(first.has("checkpoint")).isFalse();

        JsonNode kept = client.given(
                "report_progress",
                "{\"invocationId\":\"" + id + "\",\"progress\":\"7 of 12 pages\",\"checkpoint\":{\"page\":8}}");
        client.given("answer", "{\"invocationId\":\"" + id + "\",\"error\":\"out of paper\"}");
        JsonNode second = awaited("long-1");

        assertThat(Instant.parse(kept.get("leaseUntil").asText()))
                .isAfterOrEqualTo(Instant.parse(first.get("leaseUntil").asText()));
        assertThat(second.at("/checkpoint/page").asInt()).isEqualTo(8);
        assertThat(client.refused("report_progress", "{\"invocationId\":\"" + id + "\"}"))
                .contains("works on");
    }

    @Test
    void resources_areRead_andWatched_inBothRevisions() throws Exception {
        create("watch-1");
        McpConversation former = McpConversation.with(api.url()).introduced();
        String uri = "patchboard://boards/watch-1/state";
        assertThat(client.ask("resources/list", "{}").toString()).contains("patchboard://boards/watch-1");
        assertThat(client.ask("resources/templates/list", "{}").at("/result/resourceTemplates"))
                .hasSize(4);
        assertThat(client.ask("resources/read", "{\"uri\":\"" + uri + "\"}")
                        .at("/result/contents/0/text")
                        .asText())
                .isEqualTo("{\"notes\":[]}");
        former.ask("resources/subscribe", "{\"uri\":\"" + uri + "\"}");
        try (McpConversation.Events listening =
                        client.listen("{\"notifications\":{\"resourceSubscriptions\":[\"" + uri + "\"]}}");
                McpConversation.Events following = former.follow()) {
            JsonNode first = listening.next();
            client.given("propose_patch", patch("watch-1", "guest", "/notes/-", "Milk"));

            assertThat(first.get("method").asText()).isEqualTo("notifications/subscriptions/acknowledged");
            assertThat(listening.next().at("/params/uri").asText()).isEqualTo(uri);
            assertThat(following.next().at("/params/uri").asText()).isEqualTo(uri);
        }
        assertThat(client.ask("resources/read", "{\"uri\":\"patchboard://boards/none\"}")
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32602);
        assertThat(former.ask("resources/read", "{\"uri\":\"patchboard://boards/none\"}")
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32002);
    }

    @Test
    void prompts_comeFromBlueprints() throws Exception {
        create("prompt-1");

        assertThat(client.ask("prompts/list", "{}").at("/result/prompts").findValuesAsText("name"))
                .contains("prompt-1/scribe", "prompt-1/guest");
        assertThat(client.ask("prompts/get", "{\"name\":\"prompt-1/scribe\",\"arguments\":{\"boardId\":\"prompt-1\"}}")
                        .at("/result/messages/0/content/text")
                        .asText())
                .contains("await_work", "\"/notes/-\"", "Note.");
        assertThat(client.ask(
                                "completion/complete",
                                "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"prompt-1/scribe\"},"
                                        + "\"argument\":{\"name\":\"boardId\",\"value\":\"prom\"}}")
                        .at("/result/completion/values/0")
                        .asText())
                .isEqualTo("prompt-1");
    }

    @Test
    void badArguments_areToldToTheModel() throws Exception {
        create("bad-1");

        assertThat(client.refused("board_state", "{}")).contains("Expected the argument boardId");
        assertThat(client.refused("board_state", "{\"boardId\":7}")).contains("Expected a string as boardId");
        assertThat(client.refused("board_state", "{\"board\":\"bad-1\"}")).contains("Expected no other arguments");
        assertThat(client.refused("board_state", "{\"boardId\":\"none\"}")).contains("resources/list has the boards");
        assertThat(client.refused("create_board", "{\"blueprint\":{\"apiVersion\":\"patchboard/v1\"}}"))
                .contains("- {", "Next: mend");
        assertThat(client.refused("await_work", "{\"queue\":\"no queue\"}")).contains("name of a queue");
        assertThat(client.ask("tools/call", "{\"name\":\"rm\",\"arguments\":{}}")
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32602);
    }

    @Test
    void commandOfTheDocument_asItStandsThere_works() throws Exception {
        Examples.need("jq", "jq", "--version");
        Examples.need("curl", "curl", "--version");
        Matcher shown = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../../docs/mcp.md")));
        assertThat(shown.find()).isTrue();
        Process bash = new ProcessBuilder("bash", "-c", shown.group(1).replace("http://localhost:8080", api.url()))
                .redirectErrorStream(true)
                .start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(bash.waitFor()).as(said).isZero();
        assertThat(said).contains("create_board\n", "propose_patch\n", "await_work\n");
    }

    @Test
    void rights_areThoseOfThePrincipal() throws Exception {
        create("rights-1");
        Principals principals = token -> token.equals("reader")
                ? Optional.of(new Principal("ada", Set.of(Right.READ), Set.of(), Set.of()))
                : token.equals("other")
                        ? Optional.of(new Principal("bob", Set.of(Right.READ), Set.of("guest"), Set.of()))
                        : Optional.empty();
        try (RunningApi guarded = new RunningApi(
                all, new AwaitedAnswers(), HttpServerConfig.onPort(0).withPrincipals(principals))) {
            McpConversation ada = new McpConversation(guarded.url() + "/mcp", Optional.of("reader"));
            McpConversation bob = new McpConversation(guarded.url() + "/mcp", Optional.of("other"));

            ada.given("board_state", "{\"boardId\":\"rights-1\"}");
            assertThat(ada.refused("propose_patch", patch("rights-1", "guest", "/notes/-", "Milk")))
                    .contains("propose as \"guest\"", "ada", "Next: ask for this right");
            assertThat(bob.given("propose_patch", patch("rights-1", "guest", "/notes/-", "Milk"))
                            .get("type")
                            .asText())
                    .isEqualTo("PatchCommitted");
            assertThat(bob.refused(
                            "approve", "{\"boardId\":\"rights-1\",\"option\":\"approve\",\"reason\":\"because\"}"))
                    .contains("right approve");
            assertThat(bob.refused("await_work", "{\"queue\":\"rights-1\"}")).contains("answer queue rights-1");
            assertThat(McpConversation.with(guarded.url()).send("{}").statusCode())
                    .isEqualTo(401);
            assertThat(bob.send(bob.message("tools/list", "{}"), "Origin", "http://evil.example")
                            .statusCode())
                    .isEqualTo(403);
        }
    }
}
