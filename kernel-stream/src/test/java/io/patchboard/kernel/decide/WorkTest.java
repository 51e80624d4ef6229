package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.CostlyBoard.each;
import static io.patchboard.kernel.decide.CostlyBoard.ones;
import static io.patchboard.kernel.decide.CostlyBoard.scenario;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one record may bring about, told in charged work. */
class WorkTest {

    private static Rejection refused(List<LogEntry> entries) {
        Rejection rejection = Scenario.only(entries, CommandRejected.class).rejection();
        assertThat(rejection.stage()).isEqualTo(Stage.BUDGET);
        assertThat(rejection.code()).isEqualTo("cost");
        return rejection;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"on\": {\"op\": [\"add\"], \"path\": \"/items/*\"}, \"when\": \"version < 0\"",
                "\"on\": {\"op\": [\"add\"], \"path\": \"/items/*\"}, \"when\": \"item < 0\"",
                "\"on\": {\"event\": \"created\"}, \"forEach\": \"/items/*\", \"when\": \"version < 0\"",
                "\"on\": {\"event\": \"created\"}, \"forEach\": \"/items/*\", \"when\": \"item < 0\""
            })
    void rulesOverManyPlaces_areRefused_andTheBoardIsAsItWas(String rule) {
        Scenario board =
                scenario("", each(100, i -> "{\"name\": \"r" + i + "\", \"invoke\": \"w\", " + rule + "}"), "[]");

        Rejection rejection = refused(board.create(ones(100_000)));

        assertThat(rejection.message()).contains("rules", "\"r");
        assertThat(board.board().phase()).isEqualTo(Phase.ABSENT);
        assertThat(board.work()).isBetween(Work.LIMIT / 2, Work.LIMIT);
        assertThat(Scenario.only(board.create(ones(10)), BoardCreated.class)).isNotNull();
    }

    @Test
    void conditionThatDoesNotReadTheItem_isEvaluatedOnceForAll() {
        String rule = "[{\"name\": \"r\", \"invoke\": \"w\", \"on\": {\"op\": [\"add\"], \"path\": \"/items/*\"},"
                + " \"when\": \"%s\"}]";
        Scenario once = scenario("", rule.formatted("size(state.items) < 0"), "[]");
        Scenario foreach = scenario("", rule.formatted("item < 0"), "[]");
        once.create(ones(10_000));
        foreach.create(ones(10_000));

        assertThat(foreach.work()).isGreaterThan(2 * once.work());
    }

    @Test
    void invariants_shareTheWorkOfTheirDecision() {
        String all = each(40, i -> "{\"name\": \"i" + i + "\", \"rule\": \"state.items.all(x, x > 0 && x < 5)\"}");
        Scenario board = scenario("", "[]", all);

        assertThat(refused(board.create(ones(50_000))).message())
                .contains("at most 20000000 steps of work (200 ms)", "for invariants");
        assertThat(board.work()).isBetween(Work.LIMIT / 2, Work.LIMIT);
        assertThat(Scenario.only(board.create(ones(500)), BoardCreated.class)).isNotNull();
    }

    @Tag("long")
    @Test
    void placesOfAnInvariant_areChargedForBeingFollowedThroughThePatch() {
        Scenario board = scenario("", "[]", "[{\"name\": \"i\", \"path\": \"/out/items/*\", \"rule\": \"self > 0\"}]");
        board.create(ones(1));
        String insert = "{\"op\": \"add\", \"path\": \"/items/0\", \"value\": 1}";
        String add = "{\"op\": \"add\", \"path\": \"/out/items\", \"value\": " + each(40_000, i -> "1") + "}";

        PatchRejected rejected =
                Scenario.only(board.propose("w", each(900, i -> i < 899 ? insert : add)), PatchRejected.class);

        assertThat(rejected.rejection().code()).isEqualTo("cost");
        assertThat(rejected.rejection().message()).contains("for invariants");
    }

    /** A string whose check is charged with 2,400,000 units, on a board with a counter and an action for each item. */
    private static Scenario costlyToValidate(String more) {
        Scenario board = new Scenario("""
                {"apiVersion": "patchboard/v1", "name": "work",
                 "state": {"schema": {"properties": {"s": {"not": {"pattern": "(a|b|ab|ba|aab|bba|abab|c?){20}d"}}}},
                   "initial": {"s": {"$input": "/s"}, "n": 0, "items": [], "out": []}},
                 "workers": {
                   "w": {"unsolicited": true, "write": [{"op": ["replace", "add"], "path": "/**"}]},
                   "k": {"idempotencyKey": "'one'", "write": [{"op": ["add"], "path": "/out/-"}]}},
                 "rules": [{"name": "r", "on": {"op": ["add"], "path": "/items/*"}, "invoke": "k"}]%s}
                """.formatted(more));
        return board.created("{\"s\": \"" + "b".repeat(1_000) + "\"}");
    }

    @Test
    void resultsThatAreBoundOnceMore_areEachChargedForTheSchema() {
        Scenario board = costlyToValidate("");
        board.propose("w", "[{\"op\": \"add\", \"path\": \"/items/-\", \"value\": 1}]");
        board.answer(board.invocation("k"), "[{\"op\": \"add\", \"path\": \"/out/-\", \"value\": 1}]");
        String items = each(100, i -> "{\"op\": \"add\", \"path\": \"/items/-\", \"value\": 1}");

        PatchRejected rejected = Scenario.only(board.propose("w", items), PatchRejected.class);

        assertThat(rejected.rejection().code()).isEqualTo("cost");
        assertThat(rejected.rejection().message()).contains("for checking values against schemas");
        assertThat(board.work()).isBetween(Work.LIMIT / 2, Work.LIMIT);
        String one = "[{\"op\": \"add\", \"path\": \"/items/-\", \"value\": 1}]";
        assertThat(board.propose("w", one)).hasSizeGreaterThan(1);
        assertThat(board.work()).as("its own check, and that of the result").isGreaterThan(2_000_000);
    }

    @Test
    void heldPatchesWhoseTimeIsOver_areLetGoOnOverSeveralTicks() {
        Scenario board = costlyToValidate(", \"gates\": [{\"name\": \"g\", \"on\": {\"path\": \"/n\"},"
                + " \"timeout\": \"PT1M\", \"onTimeout\": \"approve\"}]");
        for (int i = 1; i <= 40; i++) {
            board.propose("w", "[{\"op\": \"replace\", \"path\": \"/n\", \"value\": " + i + "}]");
        }

        board.tick(Duration.ofMinutes(2));

        assertThat(board.entries(PatchCommitted.class)).hasSizeBetween(2, 20);
        assertThat(board.work()).isLessThan(Work.LIMIT / 2);
        for (int i = 0; i < 20; i++) {
            board.tick(Duration.ofSeconds(1));
        }
        assertThat(board.entries(PatchCommitted.class)).hasSize(40);
    }

    /** When nothing is left to do, rules look at more than they may. */
    private static Scenario tooMuchWhenQuiescent() {
        String rules = each(
                101,
                i -> i == 100
                        ? "{\"name\": \"start\", \"on\": {\"event\": \"created\"}, \"invoke\": \"w\"}"
                        : "{\"name\": \"r" + i + "\", \"on\": {\"event\": \"quiescent\"}, \"forEach\": \"/items/*\","
                                + " \"invoke\": \"w\", \"when\": \"item < 0\"}");
        Scenario board = scenario("", rules, "[]");
        assertThat(board.create(ones(100_000)))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(WorkerInvoked.class);
        return board;
    }

    @Test
    void tick_thatWouldTakeTooMuch_haltsTheBoard() {
        Scenario board = tooMuchWhenQuiescent();

        int ticks = 0;
        while (board.board().phase() == Phase.OPEN) {
            board.tick(Duration.ofHours(1));
            assertThat(board.work()).isLessThanOrEqualTo(Work.LIMIT);
            assertThat(++ticks).isLessThan(20);
        }
        BoardHalted halted = Scenario.only(board.log(), BoardHalted.class);
        assertThat(halted.reason()).isEqualTo(BoardHalted.Reason.BUDGET_EXHAUSTED);
        assertThat(halted.detail()).isEqualTo("work");
        assertThat(board.work()).isGreaterThan(Work.LIMIT / 2);
        assertThat(board.tick(Duration.ofDays(1))).isEmpty();
    }

    @Test
    void rejection_thatWouldLeadToTooMuch_isWrittenAndHaltsTheBoard() {
        Scenario board = tooMuchWhenQuiescent();

        for (int answers = 0; board.board().phase() == Phase.OPEN; answers++) {
            assertThat(answers).isLessThan(20);
            List<LogEntry> entries = board.invocations("w").isEmpty()
                    ? board.tick(Duration.ofHours(1))
                    : board.fail(board.invocation("w"), "no");
            assertThat(board.work()).isLessThanOrEqualTo(Work.LIMIT);
            assertThat(entries).extracting(LogEntry::event).hasAtLeastOneElementOfType(PatchRejected.class);
        }
        assertThat(Scenario.only(board.log(), BoardHalted.class).detail()).isEqualTo("work");
    }

    @Test
    void fanOut_ofLargeViews_isRefusedBeforeAllAreBuilt() {
        String rule =
                "[{\"name\": \"r\", \"on\": {\"event\": \"created\"}, \"forEach\": \"/items/*\", \"invoke\": \"w\"}]";
        Scenario board = scenario("\"maxChars\": 1000000", rule, "[]");

        refused(board.create(
                "{\"items\": " + each(10_000, i -> "\"some words, number " + i + ", to fill the view\"") + "}"));
        assertThat(board.work()).isBetween(Work.LIMIT / 2, Work.LIMIT);
    }

    @Test
    void fanOut_thatTakesLong_goesOnWithEachAnswer() {
        String rule =
                "[{\"name\": \"r\", \"on\": {\"event\": \"created\"}, \"forEach\": \"/items/*\", \"invoke\": \"w\"}]";
        Scenario board = scenario("\"maxChars\": 200000", rule, "[]");
        String item = "\"" + "word ".repeat(1_500) + "\"";
        board.create("{\"items\": " + each(60, i -> item) + "}");
        int first = board.invocations("w").size();

        assertThat(first).isBetween(1, 59);
        assertThat(board.entries(TriggerHeld.class))
                .hasSize(60 - first)
                .allMatch(held -> held.reason() == TriggerHeld.Reason.LIMIT);

        int decisions = 0;
        while (!board.invocations("w").isEmpty()) {
            board.answer(board.invocations("w").get(0), "[]");
            assertThat(++decisions).isLessThanOrEqualTo(60);
        }
        assertThat(board.entries(WorkerInvoked.class)).hasSize(60);
        assertThat(board.board().phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void blueprint_ofManyNestedConditions_isRefusedBeforeItIsCompiled() {
        String when = IntStream.range(0, 70)
                .mapToObj(i -> "(".repeat(55) + "item.a > 1" + ")".repeat(55))
                .collect(Collectors.joining(" && "));
        String rules = each(
                25,
                i -> "{\"name\": \"r" + i + "\", \"on\": {\"event\": \"created\"}, \"invoke\": \"w\", \"when\": \""
                        + when + "\"}");

        CommandRejected rejected = Scenario.only(scenario("", rules, "[]").create(ones(1)), CommandRejected.class);

        assertThat(rejected.rejection().code()).isEqualTo("blueprint");
        assertThat(rejected.rejection().message()).contains("can be compiled within");
    }

    @Test
    void blueprint_ofTenTimesThatOfPeople_isFarFromItsBounds() {
        String rules = each(
                150,
                i -> "{\"name\": \"r" + i + "\", \"on\": {\"path\": \"/items/*\"}, \"invoke\": \"w\","
                        + " \"when\": \"size(state.items) > 3 && item.status == 'open' && version > " + i + "\"}");
        Scenario board = scenario("", rules, "[]");

        assertThat(Scenario.only(board.create(ones(3)), BoardCreated.class)).isNotNull();
        assertThat(board.work()).isLessThan(Work.LIMIT / 3);
    }

    @Test
    void firstStateThatWouldTakeLongToAsk_isLeftToCreation() {
        Scenario board = new Scenario("""
                {"apiVersion": "patchboard/v1", "name": "work",
                 "state": {"schema": true, "initial": {"items": %s}}, "workers": {"w": {"unsolicited": true}},
                 "invariants": %s}
                """.formatted(
                        each(30_000, i -> "1"),
                        each(100, i -> "{\"name\": \"i" + i + "\", \"path\": \"/items/*\", \"rule\": \"self > 0\"}")));

        assertThat(refused(board.create()).message()).contains("for invariants");
    }

    @Test
    void stateOfMoreObjectsAndArraysThanItMayHave_isRejected() {
        Scenario board = scenario("", "[]", "[]").created(ones(1));
        String half = "[{\"op\": \"add\", \"path\": \"/out/%s\", \"value\": " + each(125_000, i -> "[]") + "}]";

        Scenario.only(board.propose("w", half.formatted("a")), PatchCommitted.class);
        PatchRejected rejected = Scenario.only(board.propose("w", half.formatted("b")), PatchRejected.class);

        assertThat(rejected.stage()).isEqualTo(Stage.BUDGET);
        assertThat(rejected.rejection().code()).isEqualTo("state-containers");
        assertThat(rejected.rejection().message()).contains("at most 250000", "would have 250005");
    }
}
