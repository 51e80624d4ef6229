package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.KeyedShop.PAID;
import static io.patchboard.kernel.decide.KeyedShop.action;
import static io.patchboard.kernel.decide.KeyedShop.header;
import static io.patchboard.kernel.decide.KeyedShop.order;
import static io.patchboard.kernel.decide.KeyedShop.shop;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.Decide;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is being done is waited for, and then has the result. */
class PendingActionTest {

    @Test
    void pending_waits_andThenHasTheResult() {
        Scenario shop = shop();
        order(shop, "a");
        TriggerHeld held = Scenario.only(order(shop, "a"), TriggerHeld.class);
        assertThat(held.reason()).isEqualTo(TriggerHeld.Reason.OPEN);
        shop.fail(shop.invocation("charge"), "an attempt that fails changes nothing");
        assertThat(shop.board().held()).hasSize(1);

        shop.answer(shop.invocation("charge"), PAID.formatted(0, "r1"));

        assertThat(shop.board().held()).isEmpty();
        assertThat(shop.at("/orders/1/receipt")).isEqualTo(Json.of("r1"));
        assertThat(shop.invocations("mail")).hasSize(2);
    }

    /** The invocation for the other action shows the item, too. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void pending_whoseItemGetsAnotherKey_hasTheResultOnce_andTheOtherActionIsDone(int item) {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: two
                state: {schema: true, initial: {xs: [], out: []}}
                workers:
                  x: {unsolicited: true, write: [{op: [add, replace], path: '/xs/**'}]}
                  w: {read: ['/xs/*'], maxConcurrent: 1, idempotencyKey: item.k, write: [{op: [add], path: /out/-}]}
                rules:
                  - {name: a, on: {path: '/xs/*'}, invoke: w}
                  - {name: b, on: {path: '/xs/*'}, invoke: w}
                """).created();
        board.propose("x", "[{op: add, path: /xs/-, value: {k: a}}, {op: add, path: /xs/-, value: {k: a}}]");
        board.propose("x", "[{op: replace, path: /xs/" + item + ", value: {k: b}}]");
        WorkerInvoked first = board.invocation("w");
        board.answer(first, "[{op: add, path: /out/-, value: a}]");
        WorkerInvoked other = board.invocation("w");
        board.answer(other, "[{op: add, path: /out/-, value: b}]");

        assertThat(action(other)).isNotEqualTo(action(first));
        assertThat(board.at("/out")).hasToString("[\"a\",\"a\",\"a\",\"a\",\"b\",\"b\"]");
        assertThat(board.board().held()).isEmpty();
        assertThat(board.invocations("w")).isEmpty();
    }

    @Test
    void pending_whoseBoardIsHaltedBeforeItHasTheResult_isGivenUp() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: two
                state: {schema: true, initial: {xs: []}}
                workers:
                  x: {unsolicited: true, write: [{op: [add, replace], path: '/xs/**'}]}
                  w: {read: ['/xs/*'], maxConcurrent: 1, idempotencyKey: item, write: [{op: [add], path: /out/-}]}
                circuit: {noOpStreak: {trigger: 100, worker: 100, board: 2}, onTrip: [halt]}
                rules:
                  - {name: a, on: {path: '/xs/*'}, invoke: w}
                  - {name: b, on: {path: '/xs/*'}, invoke: w}
                """).created();
        board.propose("x", "[{op: add, path: /xs/-, value: a}, {op: add, path: /xs/-, value: a}]");
        board.propose("x", "[{op: replace, path: /xs/1, value: b}]");
        int held = board.board().held().size();
        board.answer(board.invocation("w"), "[]");

        assertThat(board.board().phase()).isEqualTo(Phase.HALTED);
        assertThat(board.board().work().abandoned())
                .as("all but the one that was bound")
                .hasSize(held - 1);
    }

    /** Two that are about the board as a whole. */
    @Test
    void pendingOfAnotherRule_waitsAlsoWhileItIsTriedAgain() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: whole
                state: {schema: true, initial: {}}
                workers:
                  w: {idempotencyKey: "'once'", write: [{op: [add], path: /x}]}
                rules:
                  - {name: a, on: {event: created}, invoke: w}
                  - {name: b, on: {event: created}, invoke: w}
                """).created();

        board.fail(board.invocation("w"), "an attempt that fails changes nothing");
        assertThat(board.board().held())
                .singleElement()
                .satisfies(held -> assertThat(held.trigger().rule()).isEqualTo("b"));
        board.answer(board.invocation("w"), "[{op: add, path: /x, value: 1}]");

        assertThat(board.entries(PatchCommitted.class).getLast().repeats()).isPresent();
    }

    @Test
    void pending_thatFailsForGood_isDoneByWhoWaited() {
        Scenario shop = shop();
        order(shop, "a");
        order(shop, "a");
        shop.fail(shop.invocation("charge"), "no");
        shop.fail(shop.invocation("charge"), "no");
        List<LogEntry> entries = shop.fail(shop.invocation("senior"), "no");

        WorkerInvoked next = Scenario.only(entries, WorkerInvoked.class);
        assertThat(next.trigger().path()).contains("/orders/1");
        shop.answer(next, PAID.formatted(1, "r2"));
        assertThat(shop.state()).contains("r2");
    }

    @Test
    void severalThatAreWantedAgainAtOnce_areDoneOnce() {
        Scenario shop = shop();
        order(shop, "a");
        order(shop, "a");
        for (int i = 0; i < 2; i++) {
            shop.fail(shop.invocation("charge"), "no");
            shop.fail(shop.invocation("charge"), "no");
            shop.fail(shop.invocation("senior"), "no");
        }
        assertThat(shop.board().work().abandoned()).hasSize(2);
        shop.cancel();
        shop.reopen();

        WorkerInvoked asked = shop.invocation("senior");
        assertThat(shop.board().held()).hasSize(1);
        int at = asked.trigger().path().orElseThrow().endsWith("0") ? 0 : 1;
        shop.answer(asked, PAID.formatted(at, "r1"));

        assertThat(shop.at("/orders/0/receipt")).isEqualTo(shop.at("/orders/1/receipt"));
        assertThat(shop.invocations("senior")).isEmpty();
        assertThat(shop.board().held()).isEmpty();
    }

    @Test
    void patchThatAGateHolds_isPending() {
        Scenario shop = shop(
                "idempotencyKey: item.id",
                "gates: [{name: boss, on: {path: \"/orders/*/receipt\"}, approvers: [boss]}]");
        order(shop, "a");
        shop.answer(shop.invocation("charge"), PAID.formatted(0, "r1"));
        Scenario.only(order(shop, "a"), TriggerHeld.class);
        assertThat(shop.invocations("charge")).isEmpty();

        List<LogEntry> entries = shop.command(new Decide(
                header("yes"),
                Optional.empty(),
                NeedsPerson.Option.APPROVE,
                Optional.empty(),
                List.of(),
                Optional.empty()));
        assertThat(Scenario.only(entries, BranchStopped.class).reason()).isEqualTo(BranchStopped.Reason.REPEATED);
    }
}
