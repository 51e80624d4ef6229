package io.patchboard.gateway.runner.llm.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.runner.Checkpoint;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.runner.llm.UnknownCall;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Reconciled;
import io.patchboard.gateway.worker.SampleInvocation;
import io.patchboard.gateway.worker.Tool;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Failure;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tools that do something which must not be done twice, and of which nobody hears whether they did it. */
final class EffectsTest extends ToolsRig {

    private static final String SEND = "tools: [{java: mail/send}]";

    private final List<String> called = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> underWay = new CompletableFuture<>();
    private volatile Reconciled known = Reconciled.unknown();

    /** Throws, or never comes back, where it is told to. */
    private final class Send implements Tool {

        @Override
        public String description() {
            return "Sends a mail.";
        }

        @Override
        public JsonObject input() {
            return (JsonObject) JsonReader.parse("{\"type\":\"object\"}");
        }

        @Override
        public boolean hasEffects() {
            return true;
        }

        @Override
        public Json call(JsonObject arguments, String key) throws Exception {
            called.add(key);
            if (arguments.has("hang") && called.size() == 1) {
                underWay.complete(null);
                new CompletableFuture<Void>().get();
            }
            if (arguments.has("break")) {
                throw new IllegalStateException("the connection broke");
            }
            return Json.of("sent");
        }

        @Override
        public Reconciled reconcile(JsonObject arguments, String key) {
            asked.add(key);
            return known;
        }
    }

    @BeforeEach
    void provide() {
        provide("mail", Map.of("send", new Send()));
    }

    private static Invocation action(String id) {
        return SampleInvocation.of("extractor").id(id).action("act-7").build();
    }

    private Answer afterABrokenCall(Runner worker) throws Exception {
        model.then(Reply.call("send", "{\"break\":true}"), Reply.text(DONE));
        return answer(worker, action("i-1"));
    }

    @Test
    void roleWithoutAKeyOfItsActions_isToldToHaveOne() throws Exception {
        Answer answer = answer(worker(SEND), invocation("i-1", "\"state\":{}"));

        assertThat(answer.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.REFUSED);
        assertThat(answer.error().orElseThrow()).contains("idempotencyKey");
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void callThatBrokeOff_andIsFound_hasItsResult() throws Exception {
        known = Reconciled.found(Json.of("sent at noon"));

        Answer answer = afterABrokenCall(worker(SEND));

        assertThat(answer.isFailed()).isFalse();
        assertThat(results(model.requests().get(1)).toString()).contains("\"data\":\"sent at noon\"");
        assertThat(called).containsExactly("act-7");
        assertThat(asked).containsExactly("act-7");
        assertThat(trajectories.get(0).calls().get(0).outcome()).isEqualTo("found");
    }

    @Test
    void callThatBrokeOff_andIsAbsent_isToldToTheModel() throws Exception {
        known = Reconciled.absent();

        assertThat(afterABrokenCall(worker(SEND)).isFailed()).isFalse();

        assertThat(results(model.requests().get(1)).toString()).contains("error", "the connection broke");
        assertThat(called).hasSize(1);
    }

    @Test
    void callThatBrokeOff_andNobodyKnows_endsTheAnswer_forAPersonToLook() throws Exception {
        Answer answer = afterABrokenCall(worker(SEND));

        Failure failure = answer.failure().orElseThrow();
        assertThat(failure.kind()).isEqualTo(Failure.Kind.UNKNOWN);
        assertThat(failure.message()).contains("\"send\"", "idempotency key act-7", "does not know either");
        assertThat(model.requests()).as("it is not asked what to do next").hasSize(1);
        assertThat(answer.usage().orElseThrow().inputTokens()).isEqualTo(100);
    }

    @Test
    void call_isWrittenDownBeforeItIsMade() throws Exception {
        assertThat(checkpoints.saved).isEmpty();
        model.then(Reply.call("send", "{}"), Reply.text(DONE));

        answer(worker(SEND), action("i-1"));

        assertThat(checkpoints.saved).hasSize(2);
        assertThat(checkpoints.saved.get(0).content().orElseThrow().toString()).contains("\"begun\"");
        assertThat(checkpoints.saved.get(1).content().orElseThrow().toString()).doesNotContain("\"begun\"");
    }

    @Test
    void callThatCannotBeWrittenDown_isNotMade() throws Exception {
        checkpoints.broken = true;
        model.then(Reply.call("send", "{}"), Reply.text(DONE));

        answer(worker(SEND), action("i-1"));

        assertThat(called).isEmpty();
        assertThat(results(model.requests().get(1)).toString()).contains("written down", "it was not called");
    }

    @Test
    void whatWasDoneBefore_cannotBeFoundOut_nothingIsDone() throws Exception {
        checkpoints.away = true;

        Answer answer = answer(worker(SEND), action("i-1"));

        assertThat(answer.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.OUTAGE);
        assertThat(model.requests()).isEmpty();
    }

    /** The gateway ends in the middle of a call. */
    private void killedInTheMiddle() throws Exception {
        model.then(Reply.call("send", "{\"hang\":true}"));
        Runner first = worker(SEND);
        var answer = first.run(action("i-1")).toCompletableFuture();
        underWay.get(5, TimeUnit.MINUTES);
        first.close();
        assertThat(answer).isCompletedExceptionally();
    }

    @Test
    void attemptAfterAKill_findsTheCall_andDoesNotMakeItAgain() throws Exception {
        killedInTheMiddle();
        known = Reconciled.found(Json.of("sent at noon"));
        model.then(Reply.text(DONE));

        Answer answer = answer(worker(SEND), action("i-2"));

        assertThat(answer.isFailed()).isFalse();
        assertThat(called).containsExactly("act-7");
        assertThat(results(model.requests().get(1)).toString()).contains("sent at noon");
    }

    @Test
    void attemptAfterAKill_makesTheCallThatIsAbsent_underTheSameKey() throws Exception {
        killedInTheMiddle();
        known = Reconciled.absent();
        model.then(Reply.text(DONE));

        assertThat(answer(worker(SEND), action("i-2")).isFailed()).isFalse();

        assertThat(called).containsExactly("act-7", "act-7");
    }

    @Test
    void attemptsAfterAKill_ofWhichNobodyKnows_neverMakeTheCall() throws Exception {
        killedInTheMiddle();

        for (int attempt = 2; attempt < 5; attempt++) {
            Answer answer = answer(worker(SEND), action("i-" + attempt));
            assertThat(answer.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.UNKNOWN);
        }

        assertThat(called).hasSize(1);
        assertThat(model.requests()).hasSize(1);
    }

    /** A person says what became of the call that is under way. */
    private void settle(Function<UnknownCall, JsonObject> word) {
        Checkpoint before = checkpoints.saved.get(checkpoints.saved.size() - 1);
        UnknownCall call = UnknownCall.in(before.content().orElseThrow()).orElseThrow();
        assertThat(call.tool()).isEqualTo("send");
        assertThat(call.key()).isEqualTo("act-7");
        checkpoints.save(
                Checkpoint.key(action("i-1")),
                new Checkpoint(
                        "b-1", "extractor", "i-1", 1, Instant.EPOCH, Optional.empty(), Optional.of(word.apply(call))));
    }

    @Test
    void callThatAPersonSaysWasDone_hasItsResult_andNobodyIsAsked() throws Exception {
        killedInTheMiddle();
        settle(call -> call.done(Json.of("the receipt")));
        model.then(Reply.text(DONE));

        Answer answer = answer(worker(SEND), action("i-2"));

        assertThat(answer.isFailed()).isFalse();
        assertThat(called).hasSize(1);
        assertThat(asked).isEmpty();
        assertThat(results(model.requests().get(1)).toString()).contains("\"data\":\"the receipt\"");
        assertThat(UnknownCall.in(checkpoints
                        .saved
                        .get(checkpoints.saved.size() - 1)
                        .content()
                        .orElseThrow()))
                .isEmpty();
    }

    @Test
    void callThatAPersonSaysWasNotDone_isMade_andHisWordIsSpentBefore() throws Exception {
        killedInTheMiddle();
        settle(UnknownCall::notDone);
        int before = checkpoints.saved.size();
        model.then(Reply.text(DONE));

        assertThat(answer(worker(SEND), action("i-2")).isFailed()).isFalse();

        assertThat(called).containsExactly("act-7", "act-7");
        assertThat(checkpoints.saved.get(before).content().orElseThrow().toString())
                .contains("\"begun\"")
                .doesNotContain("\"settled\"");
    }

    @Test
    void callThatIsUnderWay_isNotForgotten_becauseThePromptIsAnother() throws Exception {
        killedInTheMiddle();

        Answer answer = answer(worker(SEND + ", toolLimits: {calls: 7}"), action("i-2"));

        assertThat(answer.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.UNKNOWN);
        assertThat(called).hasSize(1);
    }
}
