package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.decide.stage.Limits;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void aStateOfLongNamesThatDoesNotFit_isRefusedWithAsManyPlacesAsARecordHasRoomFor() {
        String loose = """
                {"apiVersion": "patchboard/v1", "name": "amended", "workers": {"w": {}},
                 "rules": [{"name": "start", "on": {"event": "created"}, "invoke": "w"}],
                 "state": {"schema": true, "initial": {"%s": [%s]}}}
                """.formatted("n".repeat(20_000), "1, ".repeat(99) + "1");
        String tight = loose.replace("true", "{\"additionalProperties\": {\"items\": {\"type\": \"string\"}}}")
                .replace("1, ".repeat(99) + "1", "");
        Scenario board = new Scenario(JsonReader.parse(loose), Limits.DEFAULT).created();

        CommandRejected refused = refused(board.command(new AmendBlueprint(
                CommandHeader.of("amend", Scenario.BOARD, "ada", "because"), JsonReader.parse(tight), Open.KEEP)));

        assertThat(refused.errors()).as("%s", refused.rejection()).hasSizeBetween(10, 99);
        assertThat(refused.errors().stream()
                        .mapToInt(problem -> problem.pointer().length())
                        .sum())
                .isLessThan(1_100_000);
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
}
