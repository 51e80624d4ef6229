package io.patchboard.gateway.runner.llm;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.llm.ChatPrompt;
import io.patchboard.gateway.runner.llm.Injections.Injection;
import io.patchboard.gateway.runner.llm.tool.ToolBox;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.WorkerInvoked;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Planted instructions and the prompts of a worker with tools: a team whose blueprint says what is untrusted, who is
 * quarantined and who is shown handles, and the same team without. The reader does whatever it reads, so only the
 * kernel stands between.
 */
class InjectionsTest {

    private static final String LABELLED = """
            {"apiVersion": "patchboard/v1", "name": "desk",
             "taint": {"untrusted": ["/mails/*/mail"]},
             "state": {
               "schema": {"type": "object", "properties": {
                 "mails": {"type": "array", "items": {"type": "object", "properties": {"id": {}, "mail": {}}}},
                 "verdicts": {"type": "array", "items": {"type": "object", "additionalProperties": false, "properties": {
                   "mail": {"type": "integer"}, "intent": {"enum": ["order", "complaint", "other"]},
                   "due": {"type": "string", "maxLength": 10, "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}}}}}},
               "initial": {"mails": [], "verdicts": [], "orders": [], "customer": {"iban": "DE00"}}},
             "policies": {"default": {"retry": {"maxAttempts": 2}}, "read": {"onExhausted": {"catch": "clerk"}}},
             "workers": {
               "inbox": {"unsolicited": true, "write": [{"op": ["add"], "path": "/mails/-"}]},
               "reader": {"quarantined": true, "policy": "read", "read": ["/mails/*"],
                          "write": [{"op": ["add"], "path": "/verdicts/-"}]},
               "clerk": {"handles": true, "read": ["/mails/*", "/verdicts/*", "/customer"],
                         "write": [{"op": ["add", "copy"], "path": "/orders/-"}]}},
             "rules": [
               {"name": "read", "on": {"op": ["add"], "path": "/mails/*"}, "invoke": "reader"},
               {"name": "act", "on": {"op": ["add"], "path": "/verdicts/*"}, "invoke": "clerk"}]}""";

    private static final String PLAIN = LABELLED.replace("\"taint\": {\"untrusted\": [\"/mails/*/mail\"]},", "")
            .replace("\"quarantined\": true,", "")
            .replace("\"handles\": true,", "");

    private final Blueprints blueprints = new Blueprints();
    private final PromptLayout layout = new PromptLayout();

    @Test
    void noPlantedInstruction_reachesAPromptWithTools() {
        List<Injection> all = Injections.all();
        assertThat(all).hasSize(200);
        for (int i = 0; i < all.size(); i++) {
            Injection planted = all.get(i);
            List<String> prompts = new Desk(LABELLED, planted, i).play();

            assertThat(prompts).as(planted.kind()).isNotEmpty();
            assertThat(prompts)
                    .as("%s: %s", planted.kind(), planted.order())
                    .noneMatch(prompt -> isIn(planted, prompt))
                    .allMatch(prompt -> prompt.contains("\"handle\":\"/mails/0/mail\""));
        }
    }

    @Test
    void eachOfThem_reachesThePromptsOfTheSameTeamWithoutLabels() {
        List<Injection> all = Injections.all();
        for (int i = 0; i < all.size(); i++) {
            Injection planted = all.get(i);

            assertThat(new Desk(PLAIN, planted, i).play())
                    .as("%s: %s", planted.kind(), planted.order())
                    .anyMatch(prompt -> isIn(planted, prompt));
        }
    }

    /** In the form that JSON gives it, or in another one that a model would read. */
    private static boolean isIn(Injection planted, String prompt) {
        String json = Json.of(planted.words()).toString();
        return prompt.contains(json.substring(1, json.length() - 1))
                || prompt.contains(planted.words())
                || prompt.contains(planted.order().substring(0, 24));
    }

    /** One board, to which one mail comes. */
    private final class Desk {

        private final Decider decider =
                new Decider(Limits.DEFAULT, blueprints, new InvocationIds(new byte[16]), queue -> true);
        private final SeenIds history = new SeenIds();
        private final Deque<LogEntry> invited = new ArrayDeque<>();
        private final List<String> prompts = new ArrayList<>();
        private final Injection planted;
        private final int manner;
        private Board board = Board.absent("desk");
        private int sent;

        private Desk(String blueprint, Injection planted, int manner) {
            this.planted = planted;
            this.manner = manner % 4;
            decide(new Input.Commanded(
                    new CreateBoard("create", "desk", JsonReader.parse(blueprint), JsonObject.EMPTY), Json.nul()));
        }

        private List<String> play() {
            JsonObject mail = JsonObject.builder()
                    .put("id", 0)
                    .put("mail", planted.mail())
                    .build();
            propose("inbox", Optional.empty(), JsonArray.of(add("/mails/-", mail)), Optional.empty());
            while (!invited.isEmpty()) {
                LogEntry entry = invited.poll();
                WorkerInvoked invoked = (WorkerInvoked) entry.event();
                if (invoked.worker().equals("clerk")) {
                    ChatPrompt prompt = layout.prompt(new Invocation(entry), ToolBox.empty());
                    prompts.add(prompt.system() + prompt.user());
                    boolean again = prompts.size() == 1;
                    propose(
                            "clerk",
                            Optional.of(invoked.invocationId()),
                            JsonArray.of(again ? add("/$expand/-", Json.of("/mails/0/mail")) : copy()),
                            Optional.empty());
                } else {
                    read(invoked);
                }
            }
            return prompts;
        }

        /** The reader is taken in by each of them, in one way or another. */
        private void read(WorkerInvoked invoked) {
            Optional<String> id = Optional.of(invoked.invocationId());
            boolean first = invoked.attempt() == 1;
            Json words = Json.of(planted.words());
            JsonObject verdict =
                    JsonObject.builder().put("mail", 0).put("intent", "order").build();
            switch (manner) {
                case 0 ->
                    propose(
                            "reader",
                            id,
                            JsonArray.of(add("/verdicts/-", verdict.with("intent", words))),
                            Optional.empty());
                case 1 ->
                    propose(
                            "reader",
                            id,
                            JsonArray.EMPTY,
                            Optional.of(Failure.of(Failure.Kind.REFUSED, planted.words())));
                case 2 ->
                    propose(
                            "reader",
                            id,
                            first
                                    ? JsonArray.of(
                                            add("/$expand/-", words),
                                            add(
                                                    "/"
                                                            + planted.words()
                                                                    .replace("~", "~0")
                                                                    .replace("/", "~1"),
                                                    words))
                                    : JsonArray.of(add("/verdicts/-", verdict)),
                            Optional.empty());
                default -> propose("reader", id, JsonArray.of(add("/verdicts/-", verdict)), Optional.empty());
            }
        }

        private static JsonObject add(String path, Json value) {
            return JsonObject.builder()
                    .put("op", "add")
                    .put("path", path)
                    .put("value", value)
                    .build();
        }

        private static JsonObject copy() {
            return JsonObject.builder()
                    .put("op", "copy")
                    .put("from", "/mails/0/mail")
                    .put("path", "/orders/-")
                    .build();
        }

        private void propose(String worker, Optional<String> invocation, Json patch, Optional<Failure> failure) {
            PatchProposal proposal = new PatchProposal(
                    "p-" + sent++, "desk", worker, invocation, patch, Optional.empty(), Optional.empty(), failure);
            decide(new Input.Proposed(proposal, proposal.toJson()));
        }

        private void decide(Input input) {
            var decision = decider.decide(board, input, history, Instant.parse("2026-01-01T00:00:00Z"));
            decision.entries().forEach(history::remember);
            board = decision.board();
            for (LogEntry entry : decision.entries()) {
                if (entry.event() instanceof CommandRejected refused) {
                    throw new AssertionError(refused.errors());
                }
                if (entry.event() instanceof WorkerInvoked) {
                    invited.add(entry);
                }
            }
        }
    }
}
