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
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Problem;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import org.junit.jupiter.api.Test;

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
}
