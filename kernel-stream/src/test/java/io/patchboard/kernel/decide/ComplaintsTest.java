package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.Decide;
import io.patchboard.record.Decided;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What users of other systems complain about where a person has to allow something, one test each. */
class ComplaintsTest extends GateRig {

    private static final String ANOTHER_TEXT = "[{op: replace, path: /text, value: other}]";

    /** deepagents#2946, #2947, langchain#33787: what was refused comes again, for ever. */
    @Test
    void refusalIsFinal() {
        Scenario board = held(OPEN);
        decide(board, Option.REJECT, "ada");
        board.tick(Duration.ofMinutes(1));
        board.answer(board.invocation("writer"), PUBLISH);

        decide(board, Option.REJECT, "ada");

        assertThat(kinds(board.tick(Duration.ofDays(1)))).doesNotContain(WorkerInvoked.class);
        assertThat(board.entries(WorkerInvoked.class)).hasSize(2);
    }

    /** langchain#37093, #40491: what was refused is done all the same, by a way around the gate. */
    @Test
    void whatWasRefused_isNotDone_byWhomeverAndHowever() {
        Scenario board = held(OPEN);
        decide(board, Option.REJECT, "ada");

        List<LogEntry> another = board.propose("free", PUBLISH);
        List<LogEntry> above = board.propose(
                "free", "[{op: replace, path: '', value: {text: a, amount: 1, published: true, notes: []}}]");

        assertThat(kinds(another)).contains(PatchHeld.class);
        assertThat(kinds(above)).contains(PatchHeld.class);
        assertThat(board.at("/published")).isEqualTo(Json.of(false));
    }

    /** langgraph#6626, #6533, #6624, #4028: of several questions at once, answers reach the wrong one. */
    @Test
    void questionsSideBySide_haveNumbersOfTheirOwn() {
        Scenario board = gated("gates: [{name: amounts, on: {path: /amount}}, {name: texts, on: {path: /text}}]");
        board.propose("free", "[{op: replace, path: /amount, value: 1}]");
        board.propose("free", ANOTHER_TEXT);
        long second = board.entriesWith(NeedsPerson.class).get(1).sequence();

        CommandRejected unclear = refused(decide(board, Option.APPROVE, "ada"));
        List<LogEntry> entries = decide(board, second, "ada");

        assertThat(unclear.rejection().message()).contains(String.valueOf(second));
        assertThat(kinds(entries)).contains(PatchCommitted.class);
        assertThat(board.at("/text")).isEqualTo(Json.of("other"));
        assertThat(board.at("/amount")).isEqualTo(Json.of(0L));
    }

    /** langgraph#6208, #6603, langgraphjs#1552: who is allowed does his work once more, effects and all. */
    @Test
    void whatIsAllowed_isTheAnswerThatWas_andNobodyWorksAgain() {
        Scenario board = held(OPEN);

        List<LogEntry> entries = decide(board, Option.APPROVE, "ada");

        assertThat(Scenario.only(entries, PatchCommitted.class).patch()).isEqualTo(Texts.json(PUBLISH));
        assertThat(board.entries(WorkerInvoked.class)).hasSize(1);
    }

    /** langgraphjs#1298, langgraph#6338, langgraph4j#417: after the answer it hangs, or begins anew. */
    @Test
    void answer_goesOnInTheSameStep_alsoAfterAPause() {
        Scenario board = held(OPEN);
        board.pause();
        board.wait(Duration.ofDays(3));
        board.resume();

        List<LogEntry> entries = decide(board, Option.APPROVE, "ada");

        assertThat(kinds(entries)).startsWith(Decided.class, PatchCommitted.class);
        assertThat(board.board().phase().ended()).isTrue();
    }

    /** kimi-cli#1823, hoop#883, airflow#72155, awx#4621: no limit of time, or one that looks like a refusal. */
    @Test
    void silence_endsWhenItIsSaid_andIsNoRefusal() {
        Scenario silent = held(NAMED.formatted(", timeout: PT20M"));
        Scenario refused = held(NAMED.formatted(", timeout: PT20M"));

        List<LogEntry> early = silent.tick(Duration.ofMinutes(19));
        PatchRejected late = Scenario.only(silent.tick(Duration.ofMinutes(2)), PatchRejected.class);
        PatchRejected no = Scenario.only(decide(refused, Option.REJECT, "ada"), PatchRejected.class);

        assertThat(early).isEmpty();
        assertThat(late.rejection().is(RejectionCode.APPROVAL_TIMEOUT)).isTrue();
        assertThat(no.rejection().is(RejectionCode.REFUSED)).isTrue();
        assertThat(silent.board().work().incidents())
                .as("nothing stays behind in the list")
                .isEmpty();
    }

    /** langgraph#7687, #8026, humanlayer#975, #996: nobody knows who allowed what, and on which state. */
    @Test
    void whoAllowedWhat_standsInTheLog_andItIsJudgedOnTheStateOfNow() {
        Scenario board = gated(NAMED.formatted(""));
        board.answer(
                board.invocation("writer"),
                "[{op: test, path: /text, value: draft}, {op: replace, path: /published, value: true}]");
        Scenario stale = gated(NAMED.formatted(""));
        stale.answer(
                stale.invocation("writer"),
                "[{op: test, path: /text, value: draft}, {op: replace, path: /published, value: true}]");
        stale.propose("free", ANOTHER_TEXT);

        PatchCommitted committed = Scenario.only(decide(board, Option.APPROVE, "ada"), PatchCommitted.class);
        List<LogEntry> late = decide(stale, Option.APPROVE, "ada");

        assertThat(committed.approvedBy()).containsExactly("ada");
        assertThat(committed.held())
                .contains(board.entriesWith(PatchHeld.class).get(0).sequence());
        assertThat(kinds(late)).contains(PatchRejected.class).doesNotContain(PatchCommitted.class);
    }

    /** money-transfer-demo#8, sdk-typescript#274: answers before their question are lost, or count later. */
    @Test
    void answerBeforeItsQuestion_isRefused_andCountsForNothingLater() {
        Scenario board = gated(OPEN);

        CommandRejected early = refused(decide(board, Option.APPROVE, "ada"));
        board.answer(board.invocation("writer"), PUBLISH);

        assertThat(early.rejection().is(RejectionCode.NOT_WAITING)).isTrue();
        assertThat(board.board().work().gated()).hasSize(1);
        assertThat(board.at("/published")).isEqualTo(Json.of(false));
    }

    /** heypinchy#124, agentskit-os#337, awx#8273, langgraph#7895: no list of what waits, for whom, until when. */
    @Test
    void whatWaits_isListed_withItsOwnersAndItsEnd() {
        Scenario board = held(NAMED.formatted(", timeout: PT1H"));

        NeedsPerson.Gate gate = board.board().work().incidents().get(0).gate().orElseThrow();

        assertThat(gate.approvers()).containsExactly("ada", "grace");
        assertThat(gate.due()).contains(board.now().plus(Duration.ofHours(1)));
    }

    /** humanlayer#975, langchain#37167, PraisonAI#4986: yes or no is too little, and too much is asked. */
    @Test
    void onlyWhatPassesEveryCheckAndALimit_isAsked_andMayBeEdited() {
        Scenario board = gated("gates: [{name: large, on: {path: /amount}, when: state.amount > 100}]");

        List<LogEntry> small = board.propose("free", "[{op: replace, path: /amount, value: 100}]");
        List<LogEntry> wrong = board.propose("free", "[{op: replace, path: /amount, value: much}]");
        List<LogEntry> large = board.propose("free", "[{op: replace, path: /amount, value: 900}]");
        List<LogEntry> edited = decide(board, Option.MODIFY, "ada", "[{op: replace, path: /amount, value: 200}]");

        assertThat(kinds(small)).contains(PatchCommitted.class);
        assertThat(kinds(wrong)).containsExactly(PatchRejected.class);
        assertThat(kinds(large)).contains(PatchHeld.class);
        assertThat(kinds(edited)).contains(PatchCommitted.class);
        assertThat(board.at("/amount")).isEqualTo(Json.of(200L));
    }

    private List<LogEntry> decide(Scenario board, long item, String by) {
        return board.command(new Decide(
                CommandHeader.of(header().commandId() + item, Scenario.BOARD, by, "looked at it"),
                Optional.of(item),
                Option.APPROVE,
                Optional.empty(),
                List.of(),
                Optional.empty()));
    }
}
