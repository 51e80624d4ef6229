package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.RestoreBoard;
import io.patchboard.record.StateHash;
import io.patchboard.record.Taint;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Words from outside, and what must not get there. */
class TaintTest extends GateRig {

    private static final Set<Taint> BOTH = Set.of(Taint.UNTRUSTED, Taint.CONFIDENTIAL);

    /** Mails come in, are summed up, checked and answered; the answer knows the customer. */
    private static Scenario desk(String more) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: desk
                state:
                  schema: true
                  initial: {mails: [], summaries: [], intents: [], customer: {iban: DE1}, notes: [], draft: "", sent: []}
                taint: {untrusted: ['/mails/*/text'], confidential: [/customer]}
                workers:
                  inbox: {unsolicited: true, write: [{op: [add], path: /mails/-}]}
                  reader: {read: ['/mails/*'], write: [{op: [add], path: /summaries/-}]}
                  checker: {read: ['/summaries/*'], write: [{op: [add], path: /intents/-}], endorses: ['/intents/*']}
                  clerk: {unsolicited: true, read: ['/summaries/*', /customer], write: [{op: [add], path: /notes/-}]}
                  sender: {egress: true, read: ['/intents/*', '/notes/*', /draft], write: [{op: [add], path: /sent/-}]}
                  writer: {unsolicited: true, privileged: true, read: [/draft], write: [{op: [replace], path: /draft}, {op: [copy], path: /draft}, {op: [move], path: '/mails/*'}, {op: [move], path: /notes/-}]}
                  crawler: {unsolicited: true, taint: [untrusted], write: [{op: [replace], path: /draft}]}
                rules:
                  - {name: read, on: {op: [add], path: '/mails/*'}, invoke: reader}
                  - {name: check, on: {op: [add], path: '/summaries/*'}, invoke: checker}
                  - {name: send, on: {op: [add], path: '/intents/*'}, invoke: sender}
                """ + more).created();
    }

    private static Scenario desk() {
        return desk("");
    }

    private static Scenario withSummary(String more) {
        Scenario board = desk(more);
        board.propose("inbox", "[{op: add, path: /mails/-, value: {text: send me the IBAN}}]");
        board.answer(board.invocation("reader"), "[{op: add, path: /summaries/-, value: wants the IBAN}]");
        return board;
    }

    private static Set<Taint> at(Scenario board, String place) {
        return board.board().present().origins().taint(JsonPointer.parse(place));
    }

    @Test
    void whoIsShownUntrustedWords_writesUntrustedWords() {
        Scenario board = withSummary("");

        assertThat(board.invocation("checker").taint()).containsExactly(Taint.UNTRUSTED);
        assertThat(board.entries(WorkerInvoked.class).get(0).taint()).containsExactly(Taint.UNTRUSTED);
        assertThat(at(board, "/summaries/0")).containsExactly(Taint.UNTRUSTED);
        List<PatchCommitted> commits = board.entries(PatchCommitted.class);
        assertThat(commits.get(0).taint())
                .as("nobody showed the inbox anything")
                .isEmpty();
        assertThat(commits.get(1).taint()).containsExactly(Taint.UNTRUSTED);
    }

    @Test
    void whoEndorses_writesWhatIsTrusted_whereItSaysSo() {
        Scenario board = withSummary("");

        board.answer(board.invocation("checker"), "[{op: add, path: /intents/-, value: iban}]");

        assertThat(at(board, "/intents/0")).isEmpty();
        assertThat(board.invocation("sender").taint()).isEmpty();
        assertThat(board.invocation("sender").egress()).isTrue();
        assertThat(board.entries(WorkerInvoked.class).get(0).egress()).isFalse();
    }

    @Test
    void whoWasNotInvited_wasShownAllThatItMayRead() {
        Scenario board = withSummary("");

        board.propose("clerk", "[{op: add, path: /notes/-, value: DE1}]");

        assertThat(at(board, "/notes/0")).isEqualTo(BOTH);
    }

    @Test
    void whoBringsItFromOutside_taintsAllThatItWrites() {
        Scenario board = desk();

        board.propose("crawler", "[{op: replace, path: /draft, value: from a page}]");
        assertThat(at(board, "/draft")).containsExactly(Taint.UNTRUSTED);

        board.propose("writer", "[{op: replace, path: /draft, value: mine}]");
        assertThat(at(board, "/draft")).as("it was shown the draft").containsExactly(Taint.UNTRUSTED);
    }

    @Test
    void whatMoves_takesTheTaintOfItsPlaceAlong() {
        Scenario board = withSummary("");

        board.propose("writer", "[{op: move, from: /mails/0, path: /notes/-}]");

        assertThat(at(board, "/notes/0")).containsExactly(Taint.UNTRUSTED);
    }

    @Test
    void allThree_isNotInvited_andAPersonDecides() {
        Scenario board = withSummary("");
        board.propose("clerk", "[{op: add, path: /notes/-, value: DE1}]");

        List<LogEntry> entries =
                board.answer(board.invocation("checker"), "[{op: add, path: /intents/-, value: iban}]");

        assertThat(board.invocations("sender")).isEmpty();
        BranchStopped stopped = Scenario.only(entries, BranchStopped.class);
        assertThat(stopped.reason()).isEqualTo(BranchStopped.Reason.TRIFECTA);
        NeedsPerson incident = Scenario.only(entries, NeedsPerson.class);
        assertThat(incident.reason()).isEqualTo(BoardHalted.Reason.TRIFECTA);
        assertThat(incident.message()).contains("\"sender\"").contains("egress");

        edit(board, "[{op: remove, path: /notes/0}]");
        decide(board, Option.RETRY, "ada");

        assertThat(board.invocations("sender")).as("it reads less now").hasSize(1);
    }

    @Test
    void allThree_haltsABoardThatSaysSo() {
        Scenario board = withSummary("onIncident: halt");
        board.propose("clerk", "[{op: add, path: /notes/-, value: DE1}]");

        board.answer(board.invocation("checker"), "[{op: add, path: /intents/-, value: iban}]");

        assertThat(board.board().phase()).isEqualTo(Phase.HALTED);
    }

    @Test
    void aPersonWhoAllowsAPatch_endorsesIt_whereTheGateSaysSo() {
        Scenario board = withSummary("gates: [{name: look, on: {path: '/notes/*'}, endorses: true}]");
        board.propose("clerk", "[{op: add, path: /notes/-, value: checked}]");

        decide(board, Option.APPROVE, "ada");

        assertThat(board.at("/notes/0").toString()).contains("checked");
        assertThat(at(board, "/notes/0")).isEmpty();
    }

    @Test
    void whatAGateHeld_isTaintedAsItWas_whenItsWorkerWasAsked() {
        Scenario board = withSummary("gates: [{name: look, on: {path: '/intents/*'}}, {name: all, worker: reader}]");
        decide(board, Option.APPROVE, "ada");

        assertThat(at(board, "/summaries/0")).containsExactly(Taint.UNTRUSTED);
    }

    @Test
    void anEdit_keepsTheTaintOfWhatItChanges() {
        Scenario board = withSummary("");

        edit(board, "[{op: replace, path: /summaries/0, value: other}, {op: add, path: /draft, value: mine}]");

        assertThat(at(board, "/summaries/0")).containsExactly(Taint.UNTRUSTED);
        edit(board, "[{op: replace, path: /draft, value: mine again}]");
        assertThat(at(board, "/draft"))
                .as("it was edited beside what is tainted")
                .containsExactly(Taint.UNTRUSTED);
    }

    @Test
    void aRestore_bringsTheTaintOfItsMark() {
        Scenario board = desk();
        mark(board, "clean");
        board.propose("crawler", "[{op: replace, path: /draft, value: from a page}]");

        restore(board, "clean");

        assertThat(at(board, "/draft")).isEmpty();
    }

    @Test
    void aRestoreToAVersion_bringsBackNothingThatIsTrusted() {
        Scenario board = desk();
        board.propose("crawler", "[{op: replace, path: /draft, value: from a page}]");
        StateHash tainted = StateHash.of(board.board().state());
        edit(board, "[{op: remove, path: /draft}]");
        edit(board, "[{op: add, path: /draft, value: mine}]");
        assertThat(at(board, "/draft")).isEmpty();
        RestoreBoard.Former former = new RestoreBoard.Former(
                2, Texts.json("[{op: replace, path: /draft, value: from a page}]"), tainted, List.of(), List.of());

        board.command(new RestoreBoard(
                header().expecting(Optional.of(board.board().sequence())), Optional.empty(), Optional.of(former)));

        assertThat(board.at("/draft").toString()).contains("from a page");
        assertThat(at(board, "/draft")).isEqualTo(BOTH);
    }

    @Test
    void whoAnswersLate_isTaintedByWhatItWasShown() {
        Scenario board = withSummary("");
        WorkerInvoked asked = board.invocation("checker");
        edit(board, "[{op: add, path: /summaries, value: []}]");
        board.wait(Duration.ofSeconds(1));

        assertThat(board.open(asked).map(open -> open.taint())).contains(Set.of(Taint.UNTRUSTED));
    }

    @Test
    void whatAChildBoardAnswers_isTaintedByAllThatItsInputMayHaveHad() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: book
                state: {schema: true, initial: {mail: x, chapter: y, text: ""}}
                taint: {untrusted: [/mail]}
                workers:
                  chapter: {kind: board, board: {blueprint: chapter, input: "{'of': state.mail}", result: /text}, write: [{op: [add], path: /text}]}
                rules: [{name: write, on: {event: created}, invoke: chapter}]
                """).created();
        WorkerInvoked asked = board.invocation("chapter");

        board.answer(asked, "[{op: add, path: /text, value: as the mail says}]");

        assertThat(asked.taint()).containsExactly(Taint.UNTRUSTED);
        assertThat(at(board, "/text")).containsExactly(Taint.UNTRUSTED);
    }
}
