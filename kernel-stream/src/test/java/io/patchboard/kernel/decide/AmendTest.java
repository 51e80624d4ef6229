package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.AmendBlueprint.Open;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.HeldMatch;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Problem;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.RestoreBoard;
import io.patchboard.record.Stage;
import io.patchboard.record.StateHash;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A board goes on under another blueprint. */
class AmendTest {

    private static final String NAMED = "[{op: replace, path: /name, value: x}]";

    private int commands;

    /** @param write where the worker may replace */
    private static String blueprint(String write, String... lines) {
        return """
                apiVersion: patchboard/v1
                name: amended
                state:
                  schema: {type: object, properties: {n: {type: integer}, name: {type: string}}}
                  initial: {n: 5, name: a}
                workers:
                  w: {read: [''], write: [{op: [replace], path: %s}]}
                  free: {unsolicited: true, read: [''], write: [{op: [replace], path: /n}]}
                rules: [{name: start, on: {event: created}, invoke: w}]
                """.formatted(write) + String.join("\n", lines);
    }

    private List<LogEntry> amend(Scenario board, String blueprint, Open open) {
        Json source = Texts.json(blueprint);
        return board.command(new AmendBlueprint(
                CommandHeader.of("amend-" + ++commands, Scenario.BOARD, "ada", "because"), source, open));
    }

    private static CommandRejected refused(List<LogEntry> entries) {
        return Scenario.only(entries, CommandRejected.class);
    }

    @Test
    void keep_whoIsAtWork_mayDoWhatItWasGiven_andTheNextWhatTheNewSays() {
        Scenario board = new Scenario(blueprint("/name")).created();
        WorkerInvoked open = board.invocation("w");

        List<LogEntry> entries = amend(
                board,
                blueprint("/n")
                        .replace("{name: start, on: {event: created}", "{name: start, on: {op: [replace], path: /n}"),
                Open.KEEP);

        BlueprintAmended amended = Scenario.only(entries, BlueprintAmended.class);
        assertThat(amended.superseded()).isEmpty();
        assertThat(amended.by()).contains("ada");
        assertThat(board.board().rules().hash()).isEqualTo(amended.blueprintHash());
        Scenario.only(board.answer(open, NAMED), PatchCommitted.class);
        board.propose("free", "[{op: replace, path: /n, value: 6}]");
        PatchRejected rejected = Scenario.only(board.answer(board.invocation("w"), NAMED), PatchRejected.class);
        assertThat(rejected.stage()).isEqualTo(Stage.AUTHORIZATION);
    }

    @Test
    void supersede_whoIsAtWork_isInvitedAnew() {
        Scenario board = new Scenario(blueprint("/name")).created();
        WorkerInvoked open = board.invocation("w");

        List<LogEntry> entries = amend(board, blueprint("/n"), Open.SUPERSEDE);

        assertThat(Scenario.only(entries, BlueprintAmended.class).superseded()).containsExactly(open.invocationId());
        WorkerInvoked again = board.invocation("w");
        assertThat(again.invocationId()).isNotEqualTo(open.invocationId());
        assertThat(again.trigger()).isEqualTo(open.trigger());
        assertThat(Scenario.only(board.answer(open, NAMED), PatchRejected.class).rejection())
                .matches(why -> why.is(RejectionCode.SUPERSEDED));
        assertThat(Scenario.only(board.answer(again, NAMED), PatchRejected.class)
                        .stage())
                .isEqualTo(Stage.AUTHORIZATION);
    }

    private static String joining(String parts) {
        return blueprint("/name", "")
                .replace("{n: {type: integer}, name: {type: string}}", "{}")
                .replace("{op: [replace], path: /n}", "{op: [add], path: '/**'}")
                .replace("on: {event: created}", "on: {all: [" + parts + "]}")
                .replace("name: a}", "name: a, orders: {}, payments: {}, other: {}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{path: '/payments/*'}, {path: '/orders/*'}                      | [/payments/p, /orders/a]",
                "{path: '/other/*'}, {path: '/payments/*'}, {path: '/orders/*'}  | ",
                "{path: '/orders/*'}, {path: '/payments/*'}, {path: '/other/*'}  | ",
                "{op: [add], path: '/*/a'}, {path: '/payments/*'}                | [/orders/a, /payments/p]",
                "{op: [add], path: '/payments/*'}, {op: [add], path: '/orders/*'} | [/payments/p, /orders/a]",
                "{path: '/other/*'}, {path: '/payments/*'}                       | "
            })
    void whatWaitsToBeJoined_isThePartThatItIs_whereverTheBlueprintHasThat(String parts, String joined) {
        Scenario board = new Scenario(joining("{path: '/orders/*'}, {path: '/payments/*'}")).created();
        board.propose("free", "[{op: add, path: /orders/a, value: 1}]");
        amend(board, joining(parts), Open.KEEP);
        if (!parts.contains("/*/a")) {
            board.propose("free", "[{op: add, path: /orders/b, value: 1}]");
        }
        board.propose("free", "[{op: add, path: /payments/p, value: 1}]");

        assertThat(board.invocations("w"))
                .extracting(asked -> asked.trigger().paths().toString())
                .isEqualTo(Stream.ofNullable(joined).toList());
    }

    /** What an operator restores to may say anything. */
    @ParameterizedTest
    @CsvSource({"JOIN, -1", "DELAY, 7"})
    void whatWaitsAsAPartThatIsNone_hindersNobody(TriggerHeld.Reason reason, long part) {
        String rules =
                joining("{path: '/orders/*'}, {path: '/payments/*'}") + SignedCommands.operators(SignedCommands.ADA);
        Scenario board = new Scenario(rules);
        SignedCommands.sign(
                board, SignedCommands.create(CommandHeader.of("create", Scenario.BOARD, "ada", "because"), rules));
        HeldMatch held = new HeldMatch(
                new Trigger("start", 1, Optional.of("/orders/o")),
                reason,
                Optional.empty(),
                Optional.of(part),
                Optional.empty());
        CommandHeader header = CommandHeader.of("restore", Scenario.BOARD, "ada", "because");
        SignedCommands.sign(
                board,
                new RestoreBoard(
                        header.expecting(Optional.of(board.board().sequence())),
                        Optional.empty(),
                        Optional.of(new RestoreBoard.Former(
                                1, Texts.json("[]"), StateHash.of(board.board().state()), List.of(), List.of(held)))));
        assertThat(board.board().held()).hasSize(1);

        CommandHeader amended = CommandHeader.of("amend", Scenario.BOARD, "ada", "because");
        Json next = Texts.json(rules.replace("{path: '/payments/*'}", "{path: '/other/*'}"));
        SignedCommands.sign(
                board,
                new AmendBlueprint(amended.expecting(Optional.of(board.board().sequence())), next, Open.KEEP));
    }

    @Test
    void aStateThatDoesNotFit_isRefusedWithEveryPlace() {
        Scenario board = new Scenario(blueprint("/name")).created();
        String tight = blueprint("/name")
                .replace("{n: {type: integer}, name: {type: string}}", "{n: {maximum: 4}, name: {minLength: 2}}")
                .replace("{n: 5, name: a}", "{n: 1, name: ab}");

        CommandRejected refused = refused(amend(board, tight, Open.KEEP));

        assertThat(refused.rejection().stage()).isEqualTo(Stage.SCHEMA);
        assertThat(refused.errors()).extracting(Problem::pointer).containsExactlyInAnyOrder("/n", "/name");
        assertThat(refused(amend(
                                board,
                                blueprint("/name", "invariants: [{name: small, path: /n, rule: self < 5}]")
                                        .replace("{n: 5,", "{n: 1,"),
                                Open.KEEP))
                        .rejection()
                        .rule())
                .contains("small");
        assertThat(refused(amend(board, "{apiVersion: patchboard/v1}", Open.KEEP))
                        .errors())
                .isNotEmpty();
        assertThat(refused(amend(board, blueprint("/name"), Open.KEEP)).rejection())
                .matches(why -> why.is(RejectionCode.BLUEPRINT));
    }

    @Test
    void aWorkerThatIsGone_hasNothingLeftToDo() {
        Scenario board = new Scenario(blueprint("/name")).created();
        String without = blueprint("/name")
                .replaceAll("  w: .*\n", "")
                .replaceAll("rules: .*\n", "complete: {when: state.n == 9, result: /n}\n");

        List<LogEntry> entries = amend(board, without, Open.KEEP);

        assertThat(Scenario.only(entries, BlueprintAmended.class).superseded()).hasSize(1);
        assertThat(board.board().open()).isEmpty();
        Scenario.only(board.propose("free", "[{op: replace, path: /n, value: 9}]"), BoardCompleted.class);
    }

    /** Nobody may propose unasked, so what is not led to anything by what there is, never is. */
    private static String waiting(String rule) {
        return """
                apiVersion: patchboard/v1
                name: waiting
                state: {schema: {}, initial: {votes: [], out: []}}
                workers:
                  w: {read: [''], write: [{op: [add], path: /votes/-}]}
                  tally: {read: ['']}
                rules:
                - {name: start, on: {event: created}, invoke: w}
                - {name: other, on: {event: created}, invoke: w}
                - {name: r, invoke: tally, RULE}
                """.replace("RULE", rule);
    }

    private List<LogEntry> amendedWithThreeVotes(String before, String after, boolean paused) {
        return amendedWithThreeVotes(before, after, 3, paused);
    }

    private List<LogEntry> amendedWithThreeVotes(String before, String after, int held, boolean paused) {
        Scenario board = new Scenario(waiting(before)).created();
        board.answer(
                board.invocations("w").get(0),
                "[{op: add, path: /votes/-, value: 1}, {op: add, path: /votes/-, value: 2},"
                        + " {op: add, path: /votes/-, value: 3}]");
        assertThat(board.board().held()).hasSize(held);
        if (!paused) {
            return amend(board, waiting(after), Open.KEEP);
        }
        board.pause();
        amend(board, waiting(after), Open.KEEP);
        return board.resume();
    }

    private static List<List<String>> together(List<LogEntry> entries) {
        return entries.stream()
                .map(LogEntry::event)
                .filter(WorkerInvoked.class::isInstance)
                .map(event -> ((WorkerInvoked) event).trigger())
                .map(trigger ->
                        trigger.paths().isEmpty() ? trigger.path().stream().toList() : trigger.paths())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatWaitsForCompany_thatTheNewBlueprintAsksNoMore_goesOn(boolean paused) {
        String join = "on: {count: %d, of: [{op: [add], path: '/votes/*'}]}";
        String any = "on: {any: [{op: [add], path: '/votes/*'}]}";
        String batch = "on: {op: [add], path: '/votes/*'}, batch: {size: %d}";
        List<String> two = List.of("/votes/0", "/votes/1");
        List<String> third = List.of("/votes/2");

        assertThat(together(amendedWithThreeVotes(join.formatted(4), join.formatted(2), paused)))
                .containsExactly(two);
        assertThat(together(amendedWithThreeVotes(join.formatted(4), any, paused)))
                .containsExactly(List.of("/votes/0"), List.of("/votes/1"), third);
        assertThat(together(amendedWithThreeVotes(batch.formatted(4), batch.formatted(2), paused)))
                .containsExactly(two);
        assertThat(together(amendedWithThreeVotes(join.formatted(5), join.formatted(4), paused)))
                .isEmpty();
    }

    @Test
    void whatIsLeftOfAJoin_whosePartsAreFewerByTheNewBlueprint_goesOn_eachOnce() {
        String all = "on: {all: [{op: [add], path: '/votes/*'}%s], correlate: 'string(item > 9)'}";
        String other = ", {op: [add], path: '/out/*'}";

        assertThat(together(amendedWithThreeVotes(all.formatted(other), all.formatted(""), false)))
                .hasSize(3)
                .doesNotHaveDuplicates();
    }

    @Test
    void moreThanOneDecisionCanLetGoOn_waitsOn_andTheBoardIsResumed() {
        String votes = "of: [{op: [add], path: '/votes/*'}], correlate: 'string(item)'}";
        Scenario board =
                new Scenario(waiting("on: {count: 2, " + votes).replace("w: {", "w: {unsolicited: true, ")).created();
        for (int i = 0; i < 2_500; i += 100) {
            board.propose(
                    "w",
                    IntStream.range(i, i + 100)
                            .mapToObj(vote -> "{op: add, path: /votes/-, value: " + vote + "}")
                            .collect(Collectors.joining(", ", "[", "]")));
        }
        board.pause();
        amend(board, waiting("on: {any: [{op: [add], path: '/votes/*'}]}"), Open.KEEP);

        assertThat(together(board.resume())).hasSizeBetween(10, 2_000);
        assertThat(board.board().held()).isNotEmpty();

        board.pause();
        assertThat(together(board.resume())).hasSizeBetween(10, 2_000);
    }

    @Test
    void ofSeveralRules_theOneWithMorePriorityGoesOnFirst() {
        String two = ", on: {count: %d, of: [{op: [add], path: '/votes/*'}]}";
        String rules = "priority: 1" + two + "}\n- {name: s, invoke: tally, priority: 2" + two;
        List<LogEntry> entries = amendedWithThreeVotes(rules.formatted(4, 4), rules.formatted(2, 2), 6, false);

        assertThat(entries)
                .extracting(LogEntry::event)
                .filteredOn(WorkerInvoked.class::isInstance)
                .extracting(event -> ((WorkerInvoked) event).trigger().rule())
                .as("the other waits until the worker is done with the item")
                .containsExactly("s");
    }
}
