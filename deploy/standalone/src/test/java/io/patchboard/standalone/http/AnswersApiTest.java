package io.patchboard.standalone.http;

import static io.patchboard.standalone.http.RunningApi.note;
import static io.patchboard.standalone.http.RunningApi.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.submit.ProposalSubmitter;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.PatchProposal;
import io.patchboard.sign.Signer;
import io.patchboard.standalone.http.RunningApi.Answer;
import io.patchboard.standalone.tracing.BoardRecords;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers over HTTP, and bodies that are none. */
@Order(1) // takes long, so it begins first
class AnswersApiTest extends ApiRig {

    @Test
    void invocation_polledAndAnswered_isCommittedOnce() throws Exception {
        api.createBoard("answered", "q-answered");
        JsonObject invocation = poll("q-answered", "{\"workers\":[\"scribe\"]}");
        assertThat(text(invocation, "boardId")).isEqualTo("answered");
        assertThat(text(invocation, "leaseUntil")).isEqualTo(text(invocation, "deadline"));
        String path = answerPath(invocation);

        Answer committed = api.post(path, note("bread"));
        assertThat(committed.status()).as(committed.text()).isEqualTo(200);
        assertThat(text(committed.json(), "worker")).isEqualTo("scribe");
        // Twice, and to a server that never lent it: one outcome.
        assertThat(api.post(path, note("milk")).text()).isEqualTo(committed.text());
        try (RunningApi other = new RunningApi(all)) {
            assertProblem(other.post(path, note("milk")), 404);
            assertThat(other.post(path + "?boardId=answered&worker=scribe", note("milk"))
                            .text())
                    .isEqualTo(committed.text());
        }
        // Reading is some milliseconds behind the log.
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(api.get("/v1/boards/answered/state").text()).isEqualTo("{\"notes\":[\"bread\"]}"));
    }

    @Test
    void trace_ofWhoAsks_goesOnWithTheBoard_andWithTheAnswer() throws Exception {
        String asking = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        String answering = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";
        String blueprint = RunningApi.BLUEPRINT.replace("QUEUE", "q-traced");
        Answer created = api.post(
                "/v1/boards",
                "{\"boardId\":\"traced\",\"blueprint\":" + blueprint + "}",
                "traceparent",
                asking,
                "tracestate",
                "vendor=1");
        assertThat(created.status()).as(created.text()).isEqualTo(201);

        JsonObject invocation = poll("q-traced", "{}");
        Answer answered = api.post(answerPath(invocation), note("bread"), "traceparent", answering);

        assertThat(text(invocation, "traceparent")).isEqualTo(asking);
        assertThat(text(invocation, "tracestate")).isEqualTo("vendor=1");
        assertThat(answered.status()).as(answered.text()).isEqualTo(200);
        assertThat(BoardRecords.of(all.connection(), "traced"))
                .hasSizeGreaterThan(5)
                .allSatisfy(record -> {
                    boolean ofTheAnswer = record.value().contains("bread");
                    assertThat(new String(
                                    record.headers().lastHeader("traceparent").value(), StandardCharsets.UTF_8))
                            .as(record.value())
                            .isEqualTo(ofTheAnswer ? answering : asking);
                });
    }

    /** An id that a stranger has tried is still the author's, here as in the kernel. */
    @Test
    void answer_ofAWorkerWithKeys_hasToBeSigned() throws Exception {
        Signer author = Signer.generate();
        String blueprint = RunningApi.BLUEPRINT
                .replace("QUEUE", "q-signed")
                .replace("\"scribe\":{", "\"scribe\":{\"keys\":[\"" + author.publicKey() + "\"],")
                .replace("\"invoke\":\"critic\"", "\"invoke\":\"scribe\"");
        api.post("/v1/boards", "{\"boardId\":\"signed\",\"blueprint\":" + blueprint + "}");
        JsonObject asked = poll("q-signed", "{}");
        Optional<String> id = Optional.of(text(asked, "invocationId"));
        Json patch = JsonReader.parse(note("bread"));
        String proposalId = ProposalSubmitter.proposalId(id.orElseThrow(), "scribe");
        PatchProposal said =
                new PatchProposal(proposalId, "signed", "scribe", id, patch, Optional.empty(), Optional.empty());
        PatchProposal others = Signer.generate().sign(said, "patchboard.proposals");

        Answer unsigned = api.post(answerPath(asked), note("bread"));
        assertThat(unsigned.text("code")).isEqualTo("unsigned");
        assertThat(unsigned.text("proposalId")).isEqualTo(proposalId);
        assertThat(api.post("/v1/invocations/" + id.orElseThrow() + "/progress", "{}")
                        .status())
                .isEqualTo(200);
        assertThat(api.post(answerPath(asked), others.toJson().toString()).text("code"))
                .isEqualTo("signature");
        String signed = author.sign(said, "patchboard.proposals").toJson().toString();
        assertThat(api.post(answerPath(asked), signed).text("type")).isEqualTo("PatchCommitted");
        assertThat(api.post(answerPath(asked), note("bread")).text("type")).isEqualTo("PatchCommitted");
    }

    @Test
    void answer_withEnvelope_carriesUsageOrAnError() throws Exception {
        api.createBoard("envelope", "q-envelope");
        JsonObject scribe = poll("q-envelope", "{\"workers\":[\"scribe\"]}");
        JsonObject critic = poll("q-envelope", "{\"workers\":[\"critic\"]}");

        Answer used = api.post(
                answerPath(scribe), "{\"patch\":" + note("a") + ",\"usage\":{\"inputTokens\":3,\"outputTokens\":4}}");
        Answer failed = api.post(answerPath(critic), "{\"error\":\"no idea\"}");

        assertThat(used.json().get("usage").orElseThrow().toString()).contains("\"inputTokens\":3");
        assertThat(failed.status()).as(failed.text()).isEqualTo(200);
        assertThat(failed.text("stage")).isEqualTo("WORKER");
    }

    @Test
    void answer_thatTheKernelRejects_isAProblem() throws Exception {
        api.createBoard("rejected", "q-rejected");
        JsonObject invocation = poll("q-rejected", "{}");

        Answer rejected = api.post(answerPath(invocation), "[{\"op\":\"remove\",\"path\":\"/notes\"}]");

        assertProblem(rejected, 422);
        assertThat(rejected.text("stage")).isEqualTo("AUTHORIZATION");
        assertThat(rejected.text("invocationId")).isEqualTo(text(invocation, "invocationId"));
    }

    @Test
    void answer_thatSaysNothing_doesNotUseUpTheInvocation() throws Exception {
        api.createBoard("silent", "q-silent");
        JsonObject invocation = poll("q-silent", "{}");

        Answer wrong = api.post(answerPath(invocation), "{\"pathc\":[]}");

        assertProblem(wrong, 400);
        assertThat(wrong.text("detail"))
                .contains("patch, error, failure", "with pathc", "Did you mean \"patch\"?", "still to be answered");
        assertThat(api.post(answerPath(invocation), note("patch, then")).status())
                .isEqualTo(200);
    }

    @Test
    void answer_inTheNameOfAnotherWorker_doesNotUseUpTheInvocation() throws Exception {
        api.createBoard("named", "q-named");
        JsonObject invocation = poll("q-named", "{\"workers\":[\"scribe\"]}");
        try (RunningApi other = new RunningApi(all)) {
            Answer wrong =
                    other.post(answerPath(invocation) + "?boardId=named&worker=critic", note("not by the critic"));
            assertThat(wrong.status()).as(wrong.text()).isIn(404, 409, 422);
        }

        Answer right = api.post(answerPath(invocation), note("by the scribe"));

        assertThat(right.status()).as(right.text()).isEqualTo(200);
    }

    @Test
    void answer_toAnIdThatIsTooLongForAProposal_isRefused() throws Exception {
        assertProblem(api.post("/v1/invocations/" + "i".repeat(195) + "/answer", "[]"), 400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/v1/queues/q/poll | {\"max\":0} | /max",
                "/v1/queues/q/poll | {\"max\":\"many\"} | /max",
                "/v1/queues/q/poll | {\"wait\":\"PT2M\"} | /wait",
                "/v1/queues/q/poll | {\"wait\":-1} | /wait",
                "/v1/queues/q/poll | {\"lease\":\"soon\"} | /lease",
                "/v1/queues/q/poll | {\"workers\":\"a\"} | /workers",
                "/v1/queues/q/poll | {\"worker\":\"a\"} | /worker",
                "/v1/queues/q/poll | {\"workers\":[\"\"]} | /workers",
                "/v1/queues/q/poll | {\"checkpoints\":\"yes\"} | /checkpoints",
                "/v1/boards | {\"boardId\":\"b\"} | /blueprint",
                "/v1/boards | {\"boardId\":\"!b\",\"blueprint\":{}} | /boardId",
                "/v1/boards | {\"boardId\":\"b\",\"blueprint\":{},\"inputs\":{}} | /inputs",
                "/v1/boards | {\"type\":\"PauseBoard\",\"blueprint\":{}} | /type",
                "/v1/boards/b/proposals | {\"patch\":[]} | /worker",
                "/v1/boards/b/proposals | {\"worker\":\"w\",\"proposalId\":\"\"} | /proposalId",
                "/v1/boards/b/proposals | {\"worker\":\"w\",\"usage\":{\"inputTokens\":-1}} | /usage/inputTokens",
                "/v1/boards/b/proposals | {\"worker\":\"w\",\"boardId\":\"c\"} | /boardId",
                "/v1/boards/b/proposals | {\"worker\":\"w\"} | /patch",
                "/v1/boards/b/proposals | {\"worker\":\"w\",\"patch\":[],\"usge\":{}} | /usge",
                "/v1/boards/b/proposals | {\"worker\":\"w\",\"patch\":[],\"path\":\"/a\"} | /path",
                "/v1/invocations/i/answer | {\"patch\":[],\"usge\":{}} | /usge",
                "/v1/what-if | {\"blueprnt\":{}} | /blueprnt",
                "/v1/blueprints/x/rollout | {\"version\":1,\"shar\":1} | /shar",
                "/v1/invocations/i/answer | {\"invocationId\":\"j\",\"patch\":[]} | /invocationId",
                "/v1/invocations/i/answer | {\"usage\":7} | /usage",
            })
    void bodies_thatAreWrong_areToldWhere(String path, String body, String pointer) throws Exception {
        Answer refused = api.post(path, body);

        assertProblem(refused, 400);
        assertThat(refused.text("pointer")).isEqualTo(pointer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "{\"a\":1,\"a\":2}", "{} {}", "\u0000", "{\"worker\":\"\\ud800\"}"})
    void bodies_thatAreNoObject_areRefused(String body) throws Exception {
        assertProblem(api.post("/v1/boards/b/proposals", body), 400);
        assertProblem(api.post("/v1/boards", body), 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"9", "f", "[9,"})
    void yaml_thatIsLong_isRefusedBeforeItIsParsed(String repeated) throws Exception {
        Answer refused =
                api.post("/v1/boards", "apiVersion: " + repeated.repeat(1_100_000), "Content-Type", "application/yaml");

        assertProblem(refused, 400);
        assertThat(refused.text("detail")).contains("at most 1048576 bytes of YAML", "Send it as JSON");
    }

    @Test
    void bodies_tooDeep_areRefused() throws Exception {
        assertProblem(api.post("/v1/boards", "[".repeat(200_000)), 400);
        assertProblem(
                api.post(
                        "/v1/boards/b/proposals",
                        "{\"worker\":\"w\",\"patch\":" + "[".repeat(150) + "]".repeat(150) + "}"),
                400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data"})
    void bodies_ofOtherTypes_areRefused(String type) throws Exception {
        for (String path :
                List.of("/v1/boards", "/v1/boards/b/proposals", "/v1/invocations/i/answer", "/v1/queues/q/poll")) {
            assertProblem(api.post(path, "{}", "Content-Type", type), 415);
        }
    }

    @Test
    void answer_toAnInvocationOfNobody_isNotFound() throws Exception {
        Answer unknown = api.post("/v1/invocations/none/answer", "[]");
        assertProblem(unknown, 404);
        assertThat(unknown.text("detail")).contains("boardId", "worker");

        api.createBoard("invented", "q-invented");
        Answer invented = api.post("/v1/invocations/none/answer?boardId=invented&worker=scribe", "[]");
        assertProblem(invented, 404);
        assertThat(invented.text("code")).isEqualTo("unknown-invocation");
    }

    @Test
    void answer_thatAGatewayAwaits_goesToIt() throws Exception {
        AwaitedAnswers awaited = new AwaitedAnswers();
        try (RunningApi gateway = new RunningApi(all, awaited)) {
            CompletableFuture<io.patchboard.gateway.worker.Answer> place =
                    awaited.await("called-1").answer();

            Answer taken = gateway.post("/v1/invocations/called-1/answer", note("late"));

            assertThat(taken.status()).as(taken.text()).isEqualTo(202);
            assertThat(place.get().patch().toString()).isEqualTo(note("late"));
        }
    }

    @Test
    void answer_thatAGatewayAwaits_withItsBoard_isToldTheOutcome() throws Exception {
        api.createBoard("called", "q-called");
        String id = text(poll("q-called", "{\"workers\":[\"scribe\"]}"), "invocationId");
        AwaitedAnswers awaited = new AwaitedAnswers();
        try (RunningApi gateway = new RunningApi(all, awaited)) {
            // What the gateway's runner does with it.
            awaited.await(id)
                    .answer()
                    .thenCompose(answer -> api.posted(
                            "/v1/boards/called/proposals",
                            "{\"proposalId\":\"" + ProposalSubmitter.proposalId(id, "scribe") + "\",\"invocationId\":\""
                                    + id + "\",\"worker\":\"scribe\",\"patch\":" + answer.patch() + "}"));

            Answer told =
                    gateway.post("/v1/invocations/" + id + "/answer?boardId=called&worker=scribe", note("by callback"));

            assertThat(told.status()).as(told.text()).isEqualTo(200);
            assertThat(told.text("type")).isEqualTo("PatchCommitted");
        }
    }
}
