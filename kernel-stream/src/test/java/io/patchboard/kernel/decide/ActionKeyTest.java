package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Actions;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.Decide;
import io.patchboard.record.LogEntry;
import io.patchboard.record.MarkBoard;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RestoreBoard;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Idempotency keys (ALAS, appendix A.6): done, the result at once; being done, wait; else do it. */
class ActionKeyTest {

    private static final String PAID = "[{op: add, path: /orders/%d/receipt, value: %s}]";

    private static Scenario shop(String charge, String... lines) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: shop
                state:
                  initial: {orders: [], mails: []}
                  schema:
                    properties:
                      orders: {type: array, items: {type: object, properties: {id: {}, receipt: {maxLength: 9}}}}
                      mails: {type: array}
                policies:
                  once: {timeout: PT10S, outage: {patience: PT0S}, retry: {maxAttempts: 2}, onExhausted: {catch: senior}}
                  senior: {timeout: PT10S, outage: {patience: PT0S}, retry: {maxAttempts: 1}, onExhausted: stop}
                workers:
                  shop: {unsolicited: true, privileged: true, write: [{op: [add, remove, replace], path: "/orders/**"}]}
                  charge: {read: ["/orders/*"], write: [{op: [add], path: "/orders/*/receipt"}], policy: once, %s}
                  senior: {read: ["/orders/*"], write: [{op: [add], path: "/orders/*/receipt"}], policy: senior}
                  mail: {read: ["/orders/*"], write: [{op: [add], path: "/mails/-"}], maxConcurrent: 100}
                rules:
                  - {name: charge, on: {op: [add], path: "/orders/*"}, invoke: charge}
                  - {name: mail, on: {op: [add], path: "/orders/*/receipt"}, invoke: mail}
                """.formatted(charge) + String.join("\n", lines)).created();
    }

    private static Scenario shop() {
        return shop("idempotencyKey: item.id");
    }

    private static List<LogEntry> order(Scenario shop, String id) {
        return shop.propose("shop", "[{op: add, path: /orders/-, value: {id: " + id + "}}]");
    }

    private static String action(WorkerInvoked invoked) {
        return invoked.trigger().actionId().orElseThrow();
    }

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

    // pending: wait

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
        actions = actions.plus("one", new Actions.Done(1, Optional.empty(), Optional.of(large)));
        actions = actions.plus("two", new Actions.Done(2, Optional.empty(), Optional.of(large)));
        actions = actions.plus("one", new Actions.Done(3, Optional.empty(), Optional.empty()));
        assertThat(actions.find(Optional.of("one")).orElseThrow().result()).isPresent();
        assertThat(actions.find(Optional.of("one")).orElseThrow().sequence()).isEqualTo(1);
        assertThat(actions.find(Optional.of("two")).orElseThrow().result()).isEmpty();
        assertThat(actions.find(Optional.of("three"))).isEmpty();
    }

    /**
     * Orders come twice and thrice, workers fail, are late, and answer what they were not asked. Whatever happens, no
     * order's action has two answers that count, all its attempts have its key, and at the end each order has the one
     * receipt of its id.
     */
    @Test
    void randomShops_chargeOnce() {
        for (int seed = 0; seed < 150; seed++) {
            Random random = new Random(seed);
            Scenario shop = shop();
            Map<String, String> keys = new HashMap<>();
            Map<String, Integer> charges = new HashMap<>();
            Map<String, Integer> orderedBefore = new HashMap<>();
            int receipts = 0;
            int orders = 0;
            for (int step = 0; step < 40; step++) {
                List<WorkerInvoked> open =
                        List.copyOf(random.nextInt(4) == 0 ? shop.invocations("senior") : shop.invocations("charge"));
                switch (random.nextInt(6)) {
                    case 0, 1 -> {
                        order(shop, "id" + random.nextInt(4));
                        orders++;
                    }
                    case 2 -> shop.tick(Duration.ofSeconds(random.nextInt(6)));
                    case 3 -> {
                        if (!open.isEmpty() && random.nextBoolean()) {
                            shop.fail(open.get(0), "no");
                        }
                    }
                    default -> {
                        if (!open.isEmpty()) {
                            WorkerInvoked asked = open.get(random.nextInt(open.size()));
                            int at = Integer.parseInt(shop.open(asked)
                                    .orElseThrow()
                                    .trigger()
                                    .path()
                                    .orElseThrow()
                                    .substring(8));
                            receipts++;
                            List<LogEntry> entries = shop.answer(asked, PAID.formatted(at, "r" + receipts));
                            shop.answer(asked, PAID.formatted(at, "cheat"));
                            if (entries.get(0).event() instanceof PatchCommitted) {
                                String id = shop.at("/orders/" + at + "/id").toString();
                                charges.merge(id, 1, Integer::sum);
                                orderedBefore.put(id, orders);
                            }
                        }
                    }
                }
                for (WorkerInvoked asked : shop.entries(WorkerInvoked.class)) {
                    if (!asked.worker().equals("mail")) {
                        String id = shop.at(asked.trigger().path().orElseThrow() + "/id")
                                .toString();
                        assertThat(keys.computeIfAbsent(id, any -> action(asked)))
                                .isEqualTo(action(asked));
                    }
                }
            }
            assertThat(charges.values()).as("seed %d", seed).allMatch(count -> count == 1);
            Map<String, Set<String>> receiptsOf = new HashMap<>();
            for (int i = 0; i < orders; i++) {
                String id = shop.at("/orders/" + i + "/id").toString();
                Optional<Json> receipt = JsonPointer.parse("/orders/" + i + "/receipt")
                        .resolve(shop.board().state());
                receipt.ifPresent(text ->
                        receiptsOf.computeIfAbsent(id, any -> new HashSet<>()).add(text.toString()));
                assertThat(i < orderedBefore.getOrDefault(id, orders) || receipt.isPresent())
                        .as("seed %d: %d was ordered when it was done already", seed, i)
                        .isTrue();
            }
            assertThat(receiptsOf.values()).as("seed %d", seed).allMatch(all -> all.size() == 1);
        }
    }

    private static CommandHeader header(String id) {
        return new CommandHeader(id, Scenario.BOARD, Optional.of("boss"), Optional.of("because"), Optional.empty());
    }
}
