package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.state.Incident;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Decide;
import io.patchboard.record.ForkOrigin;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.StateHash;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A patch that touches a gate waits until a person has decided; the rest of the board goes on. */
class GateTest extends GateRig {

    @Test
    void patchThatTouchesIt_isHeld_andTheBoardWaits() {
        Scenario board = gated(OPEN);
        WorkerInvoked invoked = board.invocation("writer");

        List<LogEntry> entries = board.answer(invoked, PUBLISH);

        assertThat(kinds(entries)).containsExactly(PatchHeld.class, NeedsPerson.class);
        PatchHeld held = Scenario.only(entries, PatchHeld.class);
        assertThat(held.card().title()).isEqualTo("publish");
        assertThat(held.card().changes()).containsExactly("changes /published from false to true");
        NeedsPerson item = Scenario.only(entries, NeedsPerson.class);
        assertThat(item.kind()).isEqualTo(NeedsPerson.Kind.GATE);
        assertThat(item.gate().orElseThrow().held()).isEqualTo(entries.get(0).sequence());
        assertThat(item.options()).containsExactly(Option.APPROVE, Option.REJECT, Option.MODIFY);
        assertThat(board.board().phase()).isEqualTo(Phase.OPEN);
        assertThat(board.board().waitsForPersonAlone()).isTrue();
        assertThat(board.at("/published")).isEqualTo(Json.of(false));
        assertThat(board.board().version()).isEqualTo(1);
    }

    @Test
    void whatDoesNotTouchIt_goesOn_whileItWaits() {
        Scenario board = held(OPEN);

        List<LogEntry> entries = board.propose("free", "[{op: replace, path: /text, value: other}]");

        assertThat(entries.get(0).event()).isInstanceOf(PatchCommitted.class);
        assertThat(board.tick(Duration.ofDays(30))).isEmpty();
    }

    @Test
    void pause_stopsTheClock_andDecidesNothing() {
        Scenario board = held(NAMED.formatted(", timeout: PT1H"));
        board.pause();
        board.wait(Duration.ofDays(2));

        CommandRejected refused = refused(decide(board, Option.APPROVE, "ada"));
        board.resume();

        assertThat(refused.rejection().is(RejectionCode.PAUSED)).isTrue();
        assertThat(board.tick(Duration.ofMinutes(59))).isEmpty();
        assertThat(Scenario.only(board.tick(Duration.ofMinutes(2)), PatchRejected.class)
                        .held())
                .isPresent();
    }

    @Test
    void rejectedAttempt_counts_whereSomebodyElseHasItsPlaceByNow() {
        Scenario board = new Scenario(blueprint(OPEN)
                        .replace("  writer:\n", "  writer:\n    maxConcurrent: 1\n")
                        .replace(
                                "invoke: writer}]",
                                "invoke: writer}, {name: more, on: {op: [replace], path: /amount}, invoke: writer}]"))
                .created();
        WorkerInvoked first = board.invocation("writer");
        board.propose("free", "[{op: replace, path: /amount, value: 1}]");
        board.answer(first, PUBLISH);
        WorkerInvoked second = board.invocation("writer");

        TriggerHeld held = Scenario.only(decide(board, Option.REJECT, "ada"), TriggerHeld.class);
        WorkerInvoked again =
                Scenario.only(board.answer(second, "[{op: replace, path: /text, value: more}]"), WorkerInvoked.class);

        assertThat(held.attempt()).contains(2L);
        assertThat(again.trigger()).isEqualTo(first.trigger());
        assertThat(again.attempt()).isEqualTo(2);
        assertThat(Scenario.only(board.fail(again, "cannot"), BranchStopped.class)
                        .reason())
                .isEqualTo(BranchStopped.Reason.ATTEMPTS_SPENT);
    }

    @Test
    void condition_workerAndRule_sayWhatIsHeld() {
        String gates = """
                gates:
                  - {name: large, on: {path: /amount}, when: state.amount > 100}
                  - {name: strangers, worker: free, on: {path: /published}}
                """;
        Scenario board = gated(gates);

        assertThat(kinds(board.propose("free", "[{op: replace, path: /amount, value: 100}]")))
                .contains(PatchCommitted.class);
        assertThat(kinds(board.propose("free", "[{op: replace, path: /amount, value: 101}]")))
                .contains(PatchHeld.class);
        assertThat(kinds(board.propose("free", PUBLISH))).contains(PatchHeld.class);
        assertThat(kinds(board.answer(board.invocation("writer"), PUBLISH))).contains(PatchCommitted.class);
    }

    @Test
    void conditionThatCannotBeEvaluated_holds() {
        Scenario board = gated("gates: [{name: odd, when: 'state.notes[5] == \"x\"'}]");

        assertThat(kinds(board.propose("free", "[{op: replace, path: /amount, value: 1}]")))
                .contains(PatchHeld.class);
    }

    @Test
    void changeInsideOrAbove_countsAsOneOfThePlace() {
        String gates = "gates: [{name: notes, on: {path: /notes}}]";

        assertThat(kinds(gated(gates).propose("free", "[{op: add, path: /notes/-, value: x}]")))
                .contains(PatchHeld.class);
        assertThat(
                        kinds(
                                gated(gates)
                                        .propose(
                                                "free",
                                                "[{op: replace, path: '', value: {text: a, amount: 1, published: false, notes: [x]}}]")))
                .contains(PatchHeld.class);
        assertThat(kinds(gated(gates).propose("free", "[{op: remove, path: /notes}]")))
                .contains(PatchHeld.class);
    }

    @ParameterizedTest
    @CsvSource({"'', PatchHeld", "'op: [add, remove, replace], ', PatchHeld", "'op: [replace], ', PatchCommitted"})
    void memberThatIsRemovedAndAddedAgain_isARemovalAndAnAddition(String op, String what) {
        Scenario board = gated("gates: [{name: amounts, on: {" + op + "path: /amount}}]");

        assertThat(kinds(board.propose("free", "[{op: remove, path: /amount}, {op: add, path: /amount, value: 5}]")))
                .extracting(Class::getSimpleName)
                .contains(what);
    }

    @Test
    void sameProposalAgain_changesNothing_whileItIsHeldAndAfterwards() {
        Scenario board = gated(OPEN);
        PatchProposal proposal = board.proposal("free", Optional.empty(), PUBLISH);
        board.propose(proposal);

        assertThat(board.propose(proposal)).isEmpty();
        decide(board, Option.APPROVE, "ada");
        assertThat(board.propose(proposal)).isEmpty();
    }

    @Test
    void answerToAHeldInvocation_isASecondOne() {
        Scenario board = gated(OPEN);
        WorkerInvoked invoked = board.invocation("writer");
        board.answer(invoked, PUBLISH);

        PatchRejected second =
                Scenario.only(board.answer(invoked, "[{op: replace, path: /text, value: b}]"), PatchRejected.class);

        assertThat(second.rejection().is(RejectionCode.ALREADY_ANSWERED)).isTrue();
    }

    @Test
    void holdBoard_invitesNobodyUntilItIsDecided() {
        Scenario board = gated("gates: [{name: publish, on: {path: /text}, hold: board}]");
        board.propose("free", "[{op: replace, path: /text, value: b}]");
        WorkerInvoked invoked = board.invocation("writer");

        board.fail(invoked, "no idea");
        List<LogEntry> waiting = board.tick(Duration.ofMinutes(5));
        decide(board, Option.APPROVE, "ada");

        assertThat(kinds(waiting)).doesNotContain(WorkerInvoked.class);
        assertThat(board.invocation("writer").attempt()).isEqualTo(2);
    }

    @Test
    void endAndRestore_withdrawWhatIsHeld() {
        Scenario cancelled = held(OPEN);
        List<LogEntry> end = cancelled.cancel();
        Scenario restored = gated(OPEN);
        mark(restored, "before");
        restored.answer(restored.invocation("writer"), PUBLISH);
        List<LogEntry> back = restore(restored, "before");

        assertThat(kinds(end)).containsExactly(PatchRejected.class, BoardCancelled.class);
        assertThat(Scenario.only(end, PatchRejected.class).rejection().is(RejectionCode.WITHDRAWN))
                .isTrue();
        assertThat(kinds(back)).startsWith(PatchRejected.class, BoardRestored.class);
        assertThat(restored.board().work().incidents()).isEmpty();
        assertThat(restored.board().work().gated()).isEmpty();
    }

    @Test
    void amendmentWithoutTheGate_leavesHeldWhatIsHeld() {
        Scenario board = held(OPEN);

        board.command(new AmendBlueprint(header(), Texts.json(blueprint("")), AmendBlueprint.Open.SUPERSEDE));

        assertThat(board.board().work().gated()).hasSize(1);
        assertThat(board.at("/published")).isEqualTo(Json.of(false));
        assertThat(kinds(decide(board, Option.APPROVE, "ada"))).contains(PatchCommitted.class);
    }

    @Test
    void fork_hasNothingOfWhatIsHeld_andAsksAnew() {
        Json state = held(OPEN).board().state();
        Scenario fork = new Scenario(blueprint(OPEN));

        fork.command(new CreateBoard(
                header(),
                Texts.json(blueprint(OPEN)),
                JsonObject.EMPTY,
                Optional.empty(),
                Optional.empty(),
                Optional.of(new CreateBoard.Fork(
                        new ForkOrigin("origin", 3, CanonicalJson.sha256(state), StateHash.of(state)), state))));

        assertThat(fork.board().work().gated()).isEmpty();
        assertThat(kinds(fork.answer(fork.invocation("writer"), PUBLISH))).contains(PatchHeld.class);
        assertThat(fork.at("/published")).isEqualTo(Json.of(false));
    }

    @Test
    void repair_isHeldAsAnyAnswer() {
        Scenario board = gated(OPEN + "\ncircuit: {invalidStreak: 1, onTrip: [{repair: free}]}");
        board.answer(board.invocation("writer"), "[{op: replace, path: /amount, value: much}]");

        List<LogEntry> repaired = board.answer(board.invocation("free"), PUBLISH);

        assertThat(kinds(repaired)).contains(PatchHeld.class).doesNotContain(PatchCommitted.class);
    }

    @Test
    void cardWhosePlacesAreGone_showsTheOthers_andIsDecidedAsAny() {
        Scenario board = held("gates: [{name: publish, on: {path: /published}, card: {show: [/notes/0, /text]}}]");
        board.propose("free", "[{op: remove, path: /text}]");

        PatchHeld held = (PatchHeld) board.entriesWith(PatchHeld.class).get(0).event();

        assertThat(held.card().shown()).containsExactly("/text is \"draft\"");
        assertThat(kinds(decide(board, Option.APPROVE, "ada"))).contains(PatchCommitted.class);
    }

    @Test
    void modifiedToMoreThanABoardMayHold_isRefused_andThePatchStaysAsItWas() {
        Scenario board = gated("gates: [{name: notes, on: {path: /notes}, approvers: [ada, grace]}]");
        String large = "[{op: add, path: /notes/-, value: " + "x".repeat(950_000) + "}]";
        for (int i = 0; i < 3; i++) {
            board.propose("free", "[{op: add, path: /notes/-, value: x}]");
        }
        List<Long> items = board.entriesWith(NeedsPerson.class).stream()
                .map(LogEntry::sequence)
                .toList();

        decide(board, items.get(0), large);
        decide(board, items.get(1), large);
        CommandRejected third = refused(decide(board, items.get(2), large));

        assertThat(third.rejection().is(RejectionCode.HELD_PATCHES)).isTrue();
        assertThat(board.board().work().incidents())
                .extracting(Incident::sequence)
                .contains(items.get(2));
        assertThat(board.board().work().gated().get(0).proposal().patch().canonicalBytes())
                .isLessThan(1_000);
    }

    private List<LogEntry> decide(Scenario board, long item, String patch) {
        return board.command(new Decide(
                header(),
                Optional.of(item),
                Option.MODIFY,
                Optional.empty(),
                List.of(),
                Optional.of(Texts.json(patch))));
    }

    @Test
    void moreThanABoardMayHold_isRejected() {
        Scenario board = gated("gates: [{name: notes, on: {path: /notes}}]");
        for (int i = 0; i < 1_000; i++) {
            board.propose("free", "[{op: add, path: /notes/-, value: x}]");
        }

        PatchRejected rejected =
                Scenario.only(board.propose("free", "[{op: add, path: /notes/-, value: x}]"), PatchRejected.class);

        assertThat(rejected.rejection().is(RejectionCode.HELD_PATCHES)).isTrue();
        assertThat(board.board().work().gated()).hasSize(1_000);
        assertThat(board.cancel().stream().map(LogEntry::event)).hasSize(1_001);
    }
}
