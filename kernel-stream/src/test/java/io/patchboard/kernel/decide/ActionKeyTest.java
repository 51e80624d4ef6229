package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.KeyedShop.PAID;
import static io.patchboard.kernel.decide.KeyedShop.action;
import static io.patchboard.kernel.decide.KeyedShop.header;
import static io.patchboard.kernel.decide.KeyedShop.order;
import static io.patchboard.kernel.decide.KeyedShop.shop;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Actions;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.LogEntry;
import io.patchboard.record.MarkBoard;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RestoreBoard;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Idempotency keys (ALAS, appendix A.6): done, the result at once; being done, wait; else do it. */
class ActionKeyTest {

    // else: execute and record

    @Test
    void key_tellsActionsApart_andIsTheBoardsOwn() {
        Scenario shop = shop();
        order(shop, "a");
        order(shop, "b");
        List<WorkerInvoked> asked = shop.invocations("charge");
        assertThat(asked).hasSize(2);
        assertThat(action(asked.get(0))).matches("act-[0-9a-f]{32}").isNotEqualTo(action(asked.get(1)));

        Scenario same = shop();
        order(same, "a");
        assertThat(action(same.invocation("charge"))).isEqualTo(action(asked.get(0)));
        assertThat(shop("instruction: none")
                        .board()
                        .rules()
                        .worker("charge")
                        .orElseThrow()
                        .key())
                .isEmpty();
    }

    @Test
    void withoutAKey_eachIsAnActionOfItsOwn() {
        Scenario shop = shop("instruction: none");
        order(shop, "a");
        order(shop, "a");
        assertThat(shop.invocations("charge"))
                .hasSize(2)
                .allMatch(asked -> asked.trigger().actionId().isEmpty());
    }

    @Test
    void key_isTheSameOverAllAttempts_andForWhoTakesOver() {
        Scenario shop = shop();
        order(shop, "a");
        String key = action(shop.invocation("charge"));

        shop.fail(shop.invocation("charge"), "no");
        assertThat(shop.invocation("charge").attempt()).isEqualTo(2);
        assertThat(action(shop.invocation("charge"))).isEqualTo(key);

        shop.tick(Duration.ofSeconds(10));
        assertThat(action(shop.invocation("senior"))).isEqualTo(key);
        shop.answer(shop.invocation("senior"), PAID.formatted(0, "r1"));

        PatchCommitted again = (PatchCommitted) order(shop, "a").get(1).event();
        assertThat(again.repeats()).isPresent();
        assertThat(shop.at("/orders/1/receipt")).isEqualTo(Json.of("r1"));
    }

    @Test
    void key_isTheSameForAStandIn() {
        Scenario shop = shop("idempotencyKey: item.id", "circuit: {invalidStreak: 1, onTrip: [{switch: senior}]}");
        order(shop, "a");
        WorkerInvoked first = shop.invocation("charge");
        shop.answer(first, "[{op: remove, path: /orders}]");
        assertThat(action(shop.invocation("senior"))).isEqualTo(action(first));
        order(shop, "b");
        assertThat(shop.invocations("senior")).hasSize(2);
        shop.answer(shop.invocations("senior").get(0), PAID.formatted(0, "r1"));

        order(shop, "a");
        assertThat(shop.invocations("senior")).hasSize(1);
        assertThat(shop.at("/orders/2/receipt")).isEqualTo(Json.of("r1"));
    }

    // found with success: the result at once

    @Test
    void done_bindsTheResultToTheNewItem_atOnce_andWhatFollowsFollows() {
        Scenario shop = shop();
        order(shop, "a");
        long done = Scenario.onlyEntry(
                        shop.answer(shop.invocation("charge"), PAID.formatted(0, "r1")), PatchCommitted.class)
                .sequence();

        List<LogEntry> entries = order(shop, "a");

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, PatchCommitted.class, WorkerInvoked.class);
        PatchCommitted repeated = (PatchCommitted) entries.get(1).event();
        assertThat(repeated.repeats().orElseThrow().sequence()).isEqualTo(done);
        assertThat(repeated.worker()).isEqualTo("charge");
        assertThat(repeated.invocationId()).isEmpty();
        assertThat(repeated.patch().toString()).contains("/orders/1/receipt");
        assertThat(((WorkerInvoked) entries.get(2).event()).worker()).isEqualTo("mail");
        assertThat(shop.at("/orders/1/receipt")).isEqualTo(Json.of("r1"));
        assertThat(shop.invocations("charge")).isEmpty();
    }

    @Test
    void done_additionsAtTheEnd_areMadeAtTheEnd() {
        Scenario loop = new Scenario("""
                apiVersion: patchboard/v1
                name: loop
                state: {schema: {properties: {in: {type: array}, out: {type: array}}}, initial: {in: [1], out: []}}
                workers:
                  w: {read: ["/in/*"], write: [{op: [add], path: "/out/-"}], idempotencyKey: item}
                  x: {unsolicited: true, write: [{op: [add], path: "/in/-"}, {op: [add], path: "/out/-"}]}
                rules: [{name: go, on: {op: [add], path: "/in/*"}, invoke: w}]
                """).created();
        loop.answer(loop.invocation("w"), "[{op: add, path: /out/-, value: one}, {op: add, path: /out/-, value: two}]");
        loop.propose("x", "[{op: add, path: /out/-, value: other}]");
        loop.propose("x", "[{op: add, path: /in/-, value: 1}]");
        assertThat(loop.at("/out")).hasToString("[\"one\",\"two\",\"other\",\"one\",\"two\"]");
    }

    @Test
    void done_withoutEffect_isDone() {
        Scenario shop = shop();
        order(shop, "a");
        shop.answer(shop.invocation("charge"), "[]");
        assertThat(order(shop, "a"))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, PatchCommitted.class);
    }

    @Test
    void askingToSeeMore_isNotDone() {
        Scenario shop = shop("idempotencyKey: item.id, view: {maxChars: 1000}");
        order(shop, "{a: " + "x".repeat(2_000) + "}");
        WorkerInvoked asked = shop.invocation("charge");
        List<LogEntry> entries = shop.answer(asked, "[{op: add, path: /$expand/-, value: /orders/0}]");
        assertThat(action(Scenario.only(entries, WorkerInvoked.class))).isEqualTo(action(asked));
        assertThat(Scenario.only(entries, PatchCommitted.class).expand()).isNotEmpty();
        assertThat(shop.board().memory().actions().done()).isEmpty();
    }

    @Test
    void resultThatDoesNotFit_isNotBound_andNotDoneAgain() {
        Scenario shop = shop(
                "idempotencyKey: item.id",
                "gates: [{name: odd, on: {path: \"/orders/*/receipt\"},"
                        + " when: \"state.orders.size() > 1\", approvers: [boss]}]");
        order(shop, "a");
        shop.answer(shop.invocation("charge"), PAID.formatted(0, "r1"));

        BranchStopped stopped = Scenario.only(order(shop, "a"), BranchStopped.class);

        assertThat(stopped.reason()).isEqualTo(BranchStopped.Reason.REPEATED);
        assertThat(stopped.message()).contains("done already, by entry").contains("gate \"odd\"");
        assertThat(shop.invocations("charge")).isEmpty();
    }

    @Test
    void restoredBoard_getsItsResultsBack_withoutAskingAgain() {
        Scenario shop = shop();
        order(shop, "a");
        shop.command(new MarkBoard(header("m"), "ordered"));
        shop.answer(shop.invocation("charge"), PAID.formatted(0, "r1"));

        List<LogEntry> entries =
                shop.command(new RestoreBoard(header("back"), Optional.of("ordered"), Optional.empty()));

        assertThat(Scenario.only(entries, PatchCommitted.class).repeats()).isPresent();
        assertThat(shop.at("/orders/0/receipt")).isEqualTo(Json.of("r1"));
        assertThat(shop.invocations("charge")).isEmpty();
        assertThat(shop.board().waiting()).isEmpty();
    }

    // what is none

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{id: {x: [1, 2]}}", "{id: null}"})
    void keyOfAnyValue_orNone(String order) {
        Scenario shop = shop();
        List<LogEntry> entries = shop.propose("shop", "[{op: add, path: /orders/-, value: " + order + "}]");
        boolean none = order.equals("{}");
        assertThat(entries.stream()
                        .filter(entry -> entry.event() instanceof BranchStopped stopped
                                && stopped.reason() == BranchStopped.Reason.NO_KEY))
                .hasSize(none ? 1 : 0);
        assertThat(shop.invocations("charge")).hasSize(none ? 0 : 1);
    }

    @Test
    void whoLooksAtWhatWasDone_doesSomethingElse() {
        Scenario shop = shop("idempotencyKey: item.id", "circuit: {invalidStreak: 1, onTrip: [{verify: senior}]}");
        order(shop, "a");
        shop.answer(shop.invocation("charge"), "[{op: remove, path: /orders}]");
        WorkerInvoked verifier = shop.invocation("senior");
        assertThat(verifier.trigger().actionId()).isEmpty();
        shop.answer(verifier, "[]");
        assertThat(shop.board().memory().actions().done()).isEmpty();
        assertThat(shop.invocations("charge")).hasSize(1);
    }

    @Test
    void quietBoard_doesNotRepeatForEver() {
        Scenario quiet = new Scenario("""
                apiVersion: patchboard/v1
                name: quiet
                state: {schema: {properties: {out: {type: array}}}, initial: {out: []}}
                workers: {w: {write: [{op: [add], path: "/out/-"}], idempotencyKey: "'once'"}}
                rules: [{name: go, on: {event: quiescent}, invoke: w}]
                complete: {when: "size(state.out) > 5"}
                """).created();
        List<LogEntry> entries = quiet.answer(quiet.invocation("w"), "[{op: add, path: /out/-, value: 1}]");
        assertThat(Scenario.only(entries, BranchStopped.class).reason()).isEqualTo(BranchStopped.Reason.REPEATED);
        assertThat(Scenario.only(entries, NeedsPerson.class).detail()).isEmpty();
        assertThat(quiet.at("/out")).hasToString("[1]");
    }

    @Test
    void resultThatLeadsToItself_isRefusedForItsWork_withTheBoardAsItWas() {
        Scenario circle = new Scenario("""
                apiVersion: patchboard/v1
                name: circle
                state: {schema: {properties: {out: {type: array}}}, initial: {out: []}}
                workers:
                  w: {read: [/out], write: [{op: [add], path: "/out/-"}], idempotencyKey: "'once'"}
                  x: {unsolicited: true, write: [{op: [add], path: "/out/-"}]}
                rules: [{name: go, on: {op: [add], path: "/out/*"}, invoke: w}]
                """).created();
        circle.propose("x", "[{op: add, path: /out/-, value: 0}]");
        List<LogEntry> entries = circle.answer(circle.invocation("w"), "[{op: add, path: /out/-, value: 1}]");
        assertThat(entries).isNotEmpty();
        assertThat(circle.board().phase().ended()
                        || !circle.board().work().incidents().isEmpty()
                        || entries.get(0).event() instanceof PatchRejected)
                .as("it comes to an end: %s", entries.get(entries.size() - 1))
                .isTrue();
    }

    @Test
    void resultsBeyondTheBound_areKnownAndNotKept() {
        Actions actions = Actions.NONE;
        Json large = Json.of("x".repeat(300_000));
        actions = actions.plus("one", new Actions.Done(1, Optional.empty(), Optional.of(large), false));
        actions = actions.plus("two", new Actions.Done(2, Optional.empty(), Optional.of(large), false));
        actions = actions.plus("one", new Actions.Done(3, Optional.empty(), Optional.empty(), false));
        assertThat(actions.find(Optional.of("one")).orElseThrow().result()).isPresent();
        assertThat(actions.find(Optional.of("one")).orElseThrow().sequence()).isEqualTo(1);
        assertThat(actions.find(Optional.of("two")).orElseThrow().result()).isEmpty();
        assertThat(actions.find(Optional.of("three"))).isEmpty();
    }
}
