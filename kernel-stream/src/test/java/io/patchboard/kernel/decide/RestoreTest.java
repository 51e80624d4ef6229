package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.state.Mark;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardMarked;
import io.patchboard.record.BoardReopened.Invite;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.HeldMatch;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.RestoreBoard;
import io.patchboard.record.StateHash;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Boards that are marked, and led back. */
class RestoreTest extends OperatorRig {

    @Test
    void restore_leadsBack_andWhoWasAtWorkThenIsInvitedAgain() {
        Scenario board = board();
        Json before = board.board().state();
        Scenario.only(mark(board, "fresh"), BoardMarked.class);
        WorkerInvoked first = board.invocation("w");
        board.answer(first, ANSWER);
        board.propose("free", "[{op: add, path: /sources/-, value: b}]");
        WorkerInvoked second = board.invocation("w");

        List<LogEntry> entries = restore(board, "fresh");

        BoardRestored restored = Scenario.only(entries, BoardRestored.class);
        assertThat(board.board().state()).isEqualTo(before);
        assertThat(restored.mark()).contains("fresh");
        assertThat(restored.restoredVersion()).isEqualTo(1);
        assertThat(restored.superseded()).containsExactly(second.invocationId());
        assertThat(restored.invites()).containsExactly(new Invite("w", first.trigger()));
        assertThat(board.invocation("w").trigger()).isEqualTo(first.trigger());
        PatchRejected late = Scenario.only(board.answer(second, ANSWER), PatchRejected.class);
        assertThat(late.rejection()).matches(why -> why.is(RejectionCode.SUPERSEDED));
        assertThat(late.invocationId()).isEmpty();
        board.answer(board.invocation("w"), ANSWER);
        assertThat(board.at("/claims").toString()).isEqualTo("[\"c\"]");
    }

    @Test
    void restore_invitesOnce_whomARuleWouldInviteToo() {
        Scenario board = board();
        mark(board, "fresh");
        board.answer(board.invocation("w"), ANSWER);
        edit(board, "[{op: remove, path: /sources/0}]");

        restore(board, "fresh");

        assertThat(board.invocations("w")).hasSize(1);
    }

    @Test
    void restore_whatWaitedThen_waitsAgain() {
        Scenario board = waiting();
        mark(board, "waiting");
        board.tick(Duration.ofHours(1));
        board.answer(board.invocation("w"), "[{op: replace, path: /n, value: 1}]");

        assertThat(restore(board, "waiting"))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardRestored.class, TriggerHeld.class, WorkerInvoked.class);
    }

    /** Where nobody has signed what waited then, an audit has it from what is held again alone. */
    @Test
    void restore_toAVersion_whatWaitedThen_waitsAgain() {
        Scenario board = waiting();
        StateHash hash = StateHash.of(board.board().state());
        List<HeldMatch> held = Mark.of(board.board()).held().stream()
                .map(match -> new HeldMatch(match.trigger(), match.reason(), match.key(), match.part(), match.due()))
                .toList();
        board.tick(Duration.ofHours(1));
        board.answer(board.invocation("w"), "[{op: replace, path: /n, value: 1}]");

        List<LogEntry> entries = former(board, "[{op: replace, path: /n, value: 0}]", hash, List.of(), held);

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardRestored.class, TriggerHeld.class, WorkerInvoked.class);
    }

    /** Nobody would know whom to invite for it, and time that passes would come to nothing but that. */
    @ParameterizedTest
    @ValueSource(strings = {Rule.CIRCUIT, Rule.COMPENSATION})
    void restore_toAVersion_namingARuleOfTheKernelsOwn_holdsAndUndoesNothing(String rule) {
        Scenario board = waiting();
        Trigger trigger = new Trigger(rule, 1, Optional.of("/n"));
        HeldMatch match = new HeldMatch(
                trigger, TriggerHeld.Reason.DELAY, Optional.empty(), Optional.empty(), Optional.of(board.now()));
        List<Invite> invites = rule.equals(Rule.CIRCUIT) ? List.of() : List.of(new Invite("w", trigger));

        former(board, "[]", StateHash.of(board.board().state()), invites, List.of(match));
        board.tick(Duration.ofHours(1));

        assertThat(board.board().held()).isEmpty();
        assertThat(board.entries(BoardRestored.class).get(0).invites()).isEmpty();
        assertThat(board.board().phase()).isEqualTo(Phase.OPEN);
    }

    private static Scenario waiting() {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: waits
                state: {schema: {}, initial: {n: 0}}
                workers: {w: {read: [/n], write: [{op: [replace], path: /n}]}, free: {unsolicited: true}}
                rules: [{name: later, on: {event: created}, delay: PT1H, invoke: w}]
                """).created();
    }

    private List<LogEntry> former(
            Scenario board, String patch, StateHash hash, List<Invite> invites, List<HeldMatch> held) {
        return board.command(new RestoreBoard(
                header().expecting(Optional.of(board.board().sequence())),
                Optional.empty(),
                Optional.of(new RestoreBoard.Former(1, Texts.json(patch), hash, invites, held))));
    }

    @Test
    void restore_whosePatchAGateHeldThen_isInvitedAgain() {
        Scenario board = board("gates: [{name: all, on: {path: '/claims/*'}}]");
        WorkerInvoked first = board.invocation("w");
        Scenario.only(board.answer(first, ANSWER), PatchHeld.class);
        mark(board, "held");

        BoardRestored restored = Scenario.only(restore(board, "held"), BoardRestored.class);

        assertThat(restored.invites()).containsExactly(new Invite("w", first.trigger()));
        assertThat(board.invocation("w").trigger()).isEqualTo(first.trigger());
        assertThat(board.board().work().incidents()).isEmpty();
    }

    @Test
    void restore_whatAPersonHadToDecide_isDecidedByIt() {
        Scenario board = board("policies: {default: {retry: {maxAttempts: 1}, onExhausted: incident}}");
        mark(board, "fresh");
        Scenario.only(board.fail(board.invocation("w"), "no"), NeedsPerson.class);

        restore(board, "fresh");

        assertThat(board.board().work().incidents()).isEmpty();
        assertThat(board.invocations("w")).hasSize(1);
    }

    @Test
    void restore_duringAPause_invitesAsSoonAsTheBoardGoesOn() {
        Scenario board = board();
        mark(board, "fresh");
        board.pause();
        board.wait(Duration.ofMinutes(3));
        restore(board, "fresh");
        board.wait(Duration.ofMinutes(1));

        Scenario.only(board.resume(), WorkerInvoked.class);
    }

    @Test
    void restore_toAVersion_takesWhatTheSenderHasFolded() {
        Scenario board = board();
        Json before = board.board().state();
        board.answer(board.invocation("w"), ANSWER);
        long sequence = board.board().sequence();
        RestoreBoard.Former former = new RestoreBoard.Former(
                1, Texts.json("[{op: remove, path: /claims/0}]"), StateHash.of(before), List.of(), List.of());

        assertThat(refused(board.command(new RestoreBoard(header(), Optional.empty(), Optional.of(former))))
                        .rejection()
                        .pointer())
                .isEqualTo("/expectedSequence");
        List<LogEntry> entries = board.command(
                new RestoreBoard(header().expecting(Optional.of(sequence + 1)), Optional.empty(), Optional.of(former)));

        assertThat(Scenario.only(entries, BoardRestored.class).restoredVersion())
                .isEqualTo(1);
        assertThat(board.board().state()).isEqualTo(before);
        assertThat(board.board().version()).isEqualTo(3);
    }

    /** Written out, {@code 1e99} is twenty times as long as it was sent. */
    @Test
    void restore_byAPatchThatHasNoRoomInARecord_isRefused() {
        Scenario board = board();
        String numbers = "[" + "1e99,".repeat(50_000) + "1e99]";
        RestoreBoard.Former former = new RestoreBoard.Former(
                1,
                JsonReader.parse("[{\"op\":\"add\",\"path\":\"/claims/0\",\"value\":" + numbers
                        + "},{\"op\":\"remove\",\"path\":\"/claims/0\"}]"),
                StateHash.of(board.board().state()),
                List.of(),
                List.of());

        Rejection refused = refused(board.command(new RestoreBoard(
                        header().expecting(Optional.of(board.board().sequence())),
                        Optional.empty(),
                        Optional.of(former))))
                .rejection();

        assertThat(refused.is(RejectionCode.MAX_BYTES)).as("%s", refused).isTrue();
        assertThat(refused.pointer()).isEqualTo("/former/patch");
    }

    @Test
    void restore_invitesOfTheSameHash_areToldApart_andEachIsInvitedOnce() {
        Scenario board = board();
        List<Invite> invites = Stream.of("BBBB", "AaBB", "BBBB", "AaAa", "AaBB")
                .map(name -> new Invite("w", new Trigger("each", 1, Optional.of("/sources/" + name))))
                .toList();
        RestoreBoard.Former former = new RestoreBoard.Former(
                1, Texts.json("[]"), StateHash.of(board.board().state()), invites, List.of());

        List<LogEntry> entries = board.command(new RestoreBoard(
                header().expecting(Optional.of(board.board().sequence())), Optional.empty(), Optional.of(former)));

        assertThat(Scenario.only(entries, BoardRestored.class).invites())
                .containsExactly(invites.get(0), invites.get(1), invites.get(3));
    }

    @Test
    void restore_invitesOnce_whomARuleWouldInviteToo_amongOthersOfTheSameHash() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: names
                state: {schema: {}, initial: {names: {AaAa: 1, AaBB: 1, BBAa: 1, BBBB: 1}}}
                workers: {w: {read: ['/names/*']}, free: {unsolicited: true, write: [{op: [replace], path: /names}]}}
                rules: [{name: each, on: {op: [add], path: '/names/*'}, invoke: w}]
                """).created();
        Json names = board.at("/names");
        StateHash hash = StateHash.of(board.board().state());
        board.propose("free", "[{op: replace, path: /names, value: {}}]");
        List<Invite> invites = Stream.of("/names/AaBB", "/names/BBBB", "/gone")
                .map(path -> new Invite("w", new Trigger("each", 1, Optional.of(path))))
                .toList();
        RestoreBoard.Former former = new RestoreBoard.Former(
                1, Texts.json("[{op: replace, path: /names, value: " + names + "}]"), hash, invites, List.of());

        List<LogEntry> entries = board.command(new RestoreBoard(
                header().expecting(Optional.of(board.board().sequence())), Optional.empty(), Optional.of(former)));

        assertThat(Scenario.only(entries, BoardRestored.class).invites()).isEqualTo(invites);
        assertThat(board.invocations("w"))
                .extracting(invoked -> invoked.trigger().path().orElseThrow())
                .containsExactlyInAnyOrder("/names/AaAa", "/names/AaBB", "/names/BBAa", "/names/BBBB", "/gone");
    }

    @Test
    void restore_toAnotherStateThanItSays_isRefused() {
        Scenario board = board();
        RestoreBoard.Former wrong = new RestoreBoard.Former(
                1,
                Texts.json("[{op: add, path: /claims/0, value: d}]"),
                StateHash.of(board.board().state()),
                List.of(),
                List.of());

        CommandRejected refused = refused(board.command(new RestoreBoard(
                header().expecting(Optional.of(board.board().sequence())), Optional.empty(), Optional.of(wrong))));

        assertThat(refused.rejection()).matches(why -> why.is(RejectionCode.STATE_HASH));
    }

    @Test
    void restore_ofNothing_isRefused() {
        Scenario board = board();

        assertThat(refused(restore(board, "never")).rejection()).matches(why -> why.is(RejectionCode.UNKNOWN_MARK));
        assertThat(refused(board.command(new RestoreBoard(header(), Optional.empty(), Optional.empty())))
                        .rejection())
                .matches(why -> why.is(RejectionCode.RESTORE));
    }

    @Test
    void marks_areFew_andANameMayBeUsedAgain() {
        Scenario board = board();
        for (int i = 0; i < 8; i++) {
            Scenario.only(mark(board, "mark-" + i), BoardMarked.class);
        }

        assertThat(refused(mark(board, "one more")).rejection()).matches(why -> why.is(RejectionCode.MARKS));
        Scenario.only(mark(board, "mark-3"), BoardMarked.class);
        assertThat(refused(mark(board, "12")).rejection().pointer()).isEqualTo("/name");
        assertThat(refused(mark(board, " ")).rejection().pointer()).isEqualTo("/name");
        assertThat(refused(mark(board, "x".repeat(64))).rejection().pointer()).isEqualTo("/name");
    }
}
