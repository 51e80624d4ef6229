package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonReader;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.Cause;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.EditBoard;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Compensation (ALAS, section 3.2 and appendix A.6): on failure or cancel, in reverse order of completion. */
class CompensationTest {

    static Scenario shop(String... lines) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: shop
                state:
                  initial: {orders: [], log: []}
                  schema: {type: object, properties: {orders: {type: array, items: {type: object}}, log: {type: array}}}
                policies:
                  default: {timeout: PT10S, outage: {patience: PT0S}, retry: {maxAttempts: 1}, onExhausted: halt}
                  twice: {timeout: PT10S, outage: {patience: PT0S}, retry: {maxAttempts: 2, backoff: {base: PT5S}}, onExhausted: halt}
                workers:
                  boss: {unsolicited: true, privileged: true, write: [{op: [add, remove, replace], path: "/**"}]}
                  charge: {read: ["/orders/*"], write: [{op: [add], path: "/orders/*/paid"}], idempotencyKey: item.id,
                           compensation: {worker: refund}}
                  ship: {read: ["/orders/*"], write: [{op: [add], path: "/orders/*/sent"}],
                         compensation: {worker: recall, idempotent: true}}
                  bill: {read: ["/orders/*"], write: [{op: [add], path: "/orders/*/bill"}]}
                  refund: {read: ["/orders/*"], write: [{op: [add], path: /log/-}], policy: twice, maxConcurrent: 1}
                  recall: {read: ["/orders/*"], write: [{op: [add], path: /log/-}], policy: twice}
                rules:
                  - {name: charge, on: {op: [add], path: "/orders/*"}, invoke: charge}
                  - {name: ship, on: {op: [add], path: "/orders/*/paid"}, invoke: ship}
                  - {name: bill, on: {op: [add], path: "/orders/*/sent"}, invoke: bill}
                  - {name: watch, on: {op: [add], path: "/log/*"}, invoke: bill}
                """ + String.join("\n", lines)).created();
    }

    static void order(Scenario shop, String id) {
        shop.propose("boss", "[{op: add, path: /orders/-, value: {id: " + id + "}}]");
    }

    private static List<LogEntry> done(Scenario shop, String worker, String member, int order) {
        return shop.answer(
                shop.invocation(worker), "[{op: add, path: /orders/" + order + "/" + member + ", value: true}]");
    }

    /** An order that is charged and sent, and not billed. */
    static Scenario sent() {
        Scenario shop = shop();
        order(shop, "a");
        done(shop, "charge", "paid", 0);
        done(shop, "ship", "sent", 0);
        return shop;
    }

    private static List<LogEntry> undo(Scenario shop, String handler) {
        return shop.answer(shop.invocation(handler), "[{op: add, path: /log/-, value: " + handler + "}]");
    }

    private static <E extends Event> E only(List<LogEntry> entries, Class<E> type) {
        return Scenario.only(entries, type);
    }

    @Test
    void halt_undoesTheLastFirst_andEndsAfterwards() {
        Scenario shop = sent();
        List<LogEntry> failed = shop.fail(shop.invocation("bill"), "no paper");

        CompensationStarted started = only(failed, CompensationStarted.class);
        assertThat(started.halt().orElseThrow().reason()).isEqualTo(BoardHalted.Reason.FAILED);
        assertThat(started.undoes()).hasSize(2).isSortedAccordingTo(Collections.reverseOrder());
        assertThat(shop.board().phase()).isEqualTo(Phase.COMPENSATING);
        assertThat(shop.invocations("refund")).as("one after the other").isEmpty();
        WorkerInvoked recall = shop.invocation("recall");
        assertThat(recall.trigger().rule()).isEqualTo("$compensation");
        assertThat(recall.trigger().sequence()).isEqualTo(started.undoes().get(0));
        assertThat(recall.trigger().path()).contains("/orders/0/paid");
        assertThat(recall.cause().orElseThrow().action()).isEqualTo(Cause.Action.COMPENSATE);

        undo(shop, "recall");
        assertThat(shop.invocation("refund").trigger().sequence())
                .isEqualTo(started.undoes().get(1));
        List<LogEntry> last = undo(shop, "refund");
        BoardHalted end = only(last, BoardHalted.class);
        assertThat(end.detail()).isEqualTo("bill");
        assertThat(end.compensation().orElseThrow().left()).isEmpty();
        assertThat(shop.board().phase()).isEqualTo(Phase.HALTED);
        assertThat(shop.at("/log")).hasToString("[\"recall\",\"refund\"]");
        assertThat(shop.invocations("bill")).as("no rule fires meanwhile").isEmpty();
    }

    /** Else it would be due again at once for as long as a handler takes, which keeps others' timers from firing. */
    @Test
    void whatIsHeld_isNotDueMeanwhile() {
        Scenario shop = shop("  - {name: later, on: {op: [add], path: \"/orders/*\"}, delay: PT5S, invoke: bill}");
        order(shop, "a");
        done(shop, "charge", "paid", 0);
        shop.cancel();

        assertThat(shop.board().held()).hasSize(1);
        assertThat(shop.board().nextDue()).contains(shop.invocation("refund").deadline());
    }

    /** Else it would stay done, and nobody would hear of it. */
    @Test
    void amendment_thatLeavesNobodyToUndoWhatWasDone_isRefused_andAnotherHandlerIsNot() {
        Scenario shop = sent();
        String rules = shop.board().rules().source().toString();
        String handler = "\"compensation\":{\"worker\":\"refund\"}";
        assertThat(rules).contains(handler);

        CommandRejected refused =
                only(amend(shop, rules.replace(handler + ",", "").replace("," + handler, "")), CommandRejected.class);
        assertThat(refused.rejection().pointer()).isEqualTo("/blueprint/workers/charge/compensation");
        only(amend(shop, rules.replace(handler, handler.replace("refund", "recall"))), BlueprintAmended.class);
    }

    private static List<LogEntry> amend(Scenario shop, String rules) {
        return shop.command(new AmendBlueprint(
                CommandHeader.of("c-" + rules.length(), Scenario.BOARD, "ada", "another way"),
                JsonReader.parse(rules),
                AmendBlueprint.Open.KEEP));
    }

    @Test
    void cancel_undoes_andSaysWhoCancelled() {
        Scenario shop = sent();
        List<LogEntry> cancelled = shop.cancel();
        CompensationStarted started = only(cancelled, CompensationStarted.class);
        assertThat(started.requested().orElseThrow().reason()).contains("enough");
        assertThat(started.abandonedInvocations()).as("bill was at work").hasSize(1);
        undo(shop, "recall");
        BoardCancelled end = only(undo(shop, "refund"), BoardCancelled.class);
        assertThat(end.requested()).isEqualTo(started.requested().get());
        assertThat(end.compensation()).isPresent();
        assertThat(shop.board().phase()).isEqualTo(Phase.CANCELLED);
    }

    @Test
    void nothingToUndo_endsAtOnce() {
        Scenario shop = shop();
        order(shop, "a");
        assertThat(only(shop.cancel(), BoardCancelled.class).compensation()).isEmpty();
        assertThat(shop.board().phase()).isEqualTo(Phase.CANCELLED);
    }

    @Test
    void view_showsTheResultThatIsUndone_withoutWhatIsPrivateToOthers() {
        Scenario shop = shop("private: [{path: /orders/*/paid, to: charge}]");
        order(shop, "a");
        done(shop, "charge", "paid", 0);
        shop.cancel();
        assertThat(shop.invocation("refund").view().toString())
                .contains("\"undoes\":{")
                .contains("\"patch\":[]");

        Scenario open = shop();
        order(open, "a");
        done(open, "charge", "paid", 0);
        open.cancel();
        assertThat(open.invocation("refund").view().toString())
                .contains("\"worker\":\"charge\"", "\"item\":\"/orders/0\"", "/orders/0/paid");
    }

    @Test
    void key_isTheSameOverAllAttempts_andOfEachCommitItsOwn() {
        Scenario shop = sent();
        shop.cancel();
        Optional<String> recall = shop.invocation("recall").trigger().actionId();
        assertThat(recall).isPresent();
        shop.fail(shop.invocation("recall"), "busy");
        assertThat(shop.board().nextDue()).contains(shop.now().plusSeconds(5));
        shop.tick(Duration.ofSeconds(5));
        WorkerInvoked again = shop.invocation("recall");
        assertThat(again.attempt()).isEqualTo(2);
        assertThat(again.trigger().actionId()).isEqualTo(recall);
        assertThat(again.view().toString()).contains("\"undoes\":{");
        undo(shop, "recall");
        assertThat(shop.invocation("refund").trigger().actionId()).isPresent().isNotEqualTo(recall);
    }

    @Test
    void handlerThatFailsForGood_isTold_andHidesNoOther() {
        Scenario shop = sent();
        shop.cancel();
        long commit = shop.invocation("recall").trigger().sequence();
        shop.fail(shop.invocation("recall"), "lost");
        shop.tick(Duration.ofSeconds(5));
        List<LogEntry> given = shop.fail(shop.invocation("recall"), "lost");
        BranchStopped stopped = only(given, BranchStopped.class);
        assertThat(stopped.message()).contains("\"recall\"", "\"ship\"", "entry " + commit);
        BoardCancelled end = only(undo(shop, "refund"), BoardCancelled.class);
        assertThat(end.compensation().orElseThrow().left()).containsExactly(commit);
    }

    @Test
    void handlerThatNeverAnswers_isTimedOut() {
        Scenario shop = sent();
        shop.cancel();
        assertThat(only(shop.tick(Duration.ofSeconds(10)), PatchRejected.class)
                        .stage()
                        .name())
                .isEqualTo("TIMEOUT");
        shop.tick(Duration.ofSeconds(5));
        shop.tick(Duration.ofSeconds(10));
        assertThat(shop.invocations("refund")).hasSize(1);
    }

    @Test
    void compensating_takesNothingElse_andASecondCancelLeavesTheRest() {
        Scenario shop = sent();
        WorkerInvoked bill = shop.invocation("bill");
        shop.cancel();
        String late = "[{op: add, path: /orders/0/bill, value: 1}]";
        assertThat(only(shop.answer(bill, late), PatchRejected.class)
                        .rejection()
                        .code())
                .isEqualTo("board-ended");
        assertThat(only(shop.propose("boss", "[{op: add, path: /log/-, value: 1}]"), PatchRejected.class)
                        .rejection()
                        .code())
                .isEqualTo("board-ended");
        assertThat(only(shop.pause(), CommandRejected.class).rejection().code()).isEqualTo("board-ended");
        assertThat(only(
                                shop.command(new EditBoard(
                                        new CommandHeader(
                                                "edit",
                                                Scenario.BOARD,
                                                Optional.of("ada"),
                                                Optional.of("why"),
                                                Optional.empty()),
                                        Texts.json("[]"))),
                                CommandRejected.class)
                        .rejection()
                        .code())
                .isEqualTo("board-ended");
        assertThat(shop.invocations("recall")).hasSize(1);

        BoardCancelled end = only(shop.cancel(), BoardCancelled.class);
        assertThat(end.compensation()).isEmpty();
        assertThat(end.abandonedInvocations()).hasSize(1);
        assertThat(only(shop.reopen(), CommandRejected.class).rejection().code())
                .isEqualTo("not-reopenable");
    }

    @Test
    void budgetsGatesAndPauses_keepNobodyFromUndoing() {
        Scenario shop =
                shop("budgets: {invocations: 3}", "gates: [{name: all, on: {path: \"/log/*\"}}]", "onIncident: halt");
        order(shop, "a");
        done(shop, "charge", "paid", 0);
        done(shop, "ship", "sent", 0);
        order(shop, "b");
        assertThat(shop.board().phase()).isEqualTo(Phase.COMPENSATING);
        undo(shop, "recall");
        assertThat(only(undo(shop, "refund"), BoardHalted.class).reason())
                .isEqualTo(BoardHalted.Reason.BUDGET_EXHAUSTED);

        Scenario paused = sent();
        paused.pause();
        paused.cancel();
        undo(paused, "recall");
        assertThat(only(undo(paused, "refund"), BoardCancelled.class).compensation())
                .isPresent();
    }

    @Test
    void items_areFollowed_andActionsDoneOnceAreUndoneOnce() {
        Scenario shop = shop();
        order(shop, "a");
        done(shop, "charge", "paid", 0);
        shop.propose("boss", "[{op: add, path: /orders/0, value: {id: z}}]");
        order(shop, "a");
        assertThat(shop.at("/orders/2/paid")).as("bound once more").hasToString("true");
        CompensationStarted started = only(shop.cancel(), CompensationStarted.class);
        assertThat(started.undoes()).hasSize(1);
        assertThat(shop.invocation("refund").trigger().path()).contains("/orders/1");
    }
}
