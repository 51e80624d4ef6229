package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.Decide;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What was given up keeps what it was to be shown, and a board that waits for a person does not burst meanwhile. */
class GivenUpTest {

    private int commands;

    private static Scenario pinned(String rule) {
        return pinned(rule, "");
    }

    private static Scenario pinned(String rule, String more) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: given-up
                policies: {default: {retry: {maxAttempts: 1}, onExhausted: incident}}
                workers:
                  editor: {unsolicited: true, write: [{op: [add], path: '/texts/-'}, {op: [replace], path: /note}]}
                  w: {read: [/texts, /note], write: [{op: [add], path: '/answers/-'}]}
                  other: {read: [/texts, /note], write: [{op: [add], path: '/answers/-'}]}
                rules: [{name: r, on: {op: [add], path: '/texts/*'}, %s invoke: w}]
                state: {schema: {type: object}, initial: {texts: [], note: before, answers: []}}
                """.formatted(rule) + more).created();
    }

    private List<LogEntry> decide(Scenario board, Option option, Optional<String> worker) {
        return board.command(new Decide(
                CommandHeader.of("decide-" + ++commands, board.board().id(), "ada", "looked at it"),
                Optional.empty(),
                option,
                worker,
                List.of()));
    }

    private static void note(Scenario board, String text) {
        board.propose("editor", "[{op: replace, path: /note, value: " + text + "}]");
    }

    @ParameterizedTest
    @EnumSource(
            value = Option.class,
            names = {"RETRY", "WORKER"})
    void decided_pinned_isShownTheStateOfItsMatchAgain(Option option) {
        Scenario board = pinned("pin: true,");
        board.propose("editor", "[{op: add, path: /texts/-, value: a}]");
        WorkerInvoked first = board.invocation("w");
        note(board, "meanwhile");
        board.fail(first, "no idea");
        note(board, "afterwards");
        assertThat(BoardJson.read(
                        BoardJson.write(board.board()), hash -> board.board().rules()))
                .isEqualTo(board.board());

        decide(board, option, option == Option.WORKER ? Optional.of("other") : Optional.empty());

        WorkerInvoked again = board.invocation(option == Option.WORKER ? "other" : "w");
        assertThat(again.baseVersion()).isEqualTo(first.baseVersion());
        assertThat(again.view().toString())
                .contains("before")
                .doesNotContain("meanwhile")
                .doesNotContain("afterwards");
        board.answer(again, "[{op: add, path: /answers/-, value: 1}]");
        assertThat(board.board().present().pinned()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void reopened_pinned_isShownTheStateOfItsMatchAgain(boolean wasGivenUp) {
        Scenario board = pinned("pin: true,");
        board.propose("editor", "[{op: add, path: /texts/-, value: a}]");
        WorkerInvoked first = board.invocation("w");
        note(board, "meanwhile");
        if (wasGivenUp) {
            board.fail(first, "no idea");
            note(board, "afterwards");
        }
        board.cancel();
        assertThat(BoardJson.read(
                        BoardJson.write(board.board()), hash -> board.board().rules()))
                .isEqualTo(board.board());

        board.reopen();
        note(board, "reopened");

        WorkerInvoked again = board.invocation("w");
        assertThat(again.baseVersion()).isEqualTo(first.baseVersion());
        assertThat(again.view().toString())
                .contains("before")
                .doesNotContain("meanwhile")
                .doesNotContain("afterwards")
                .doesNotContain("reopened");
        board.answer(again, "[{op: add, path: /answers/-, value: 1}]");
        assertThat(board.board().present().pinned()).isEmpty();
    }

    /** What changed between the match and the end is still known, though the board had ended. */
    @Test
    void reopened_pinned_doesNotOverwriteWhatItWasNotShown() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: given-up
                workers:
                  editor: {unsolicited: true, write: [{op: [replace], path: /note}]}
                  w: {read: [/note], write: [{op: [replace], path: /note}]}
                rules: [{name: r, on: {event: created}, pin: true, invoke: w}]
                state: {schema: {type: object}, initial: {note: before}}
                """).created();
        note(board, "meanwhile");
        board.cancel();
        board.reopen();

        PatchRejected stale = Scenario.only(
                board.answer(board.invocation("w"), "[{op: replace, path: /note, value: mine}]"), PatchRejected.class);

        assertThat(stale.rejection().is(RejectionCode.STALE)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"delay: PT1H,", "batch: {size: 5, age: PT1H},"})
    void reopened_pinnedMatchThatWaits_isShownTheStateOfThenOnceItsTimeHasCome(String waits) {
        Scenario board = pinned("pin: true, " + waits);
        board.propose("editor", "[{op: add, path: /texts/-, value: a}]");
        long matched = board.board().version();
        note(board, "meanwhile");
        for (int i = 0; i < 2; i++) {
            board.cancel();
            board.reopen();
            assertThat(board.board().held()).hasSize(1);
        }
        note(board, "reopened");

        board.tick(Duration.ofHours(1));

        WorkerInvoked invoked = board.invocation("w");
        assertThat(invoked.baseVersion()).isEqualTo(matched);
        assertThat(invoked.view().toString()).contains("before").doesNotContain("meanwhile");
    }

    @Test
    void ended_keepsNoStateThatNobodyWillBeShown() {
        Scenario notPinned = pinned("");
        Scenario forGood = pinned("pin: true,", "reopen: false");
        for (Scenario board : List.of(notPinned, forGood)) {
            board.propose("editor", "[{op: add, path: /texts/-, value: a}]");
            note(board, "meanwhile");
            board.cancel();
            assertThat(board.board().present().pinned()).isEmpty();
            assertThat(board.board().present().changes()).isEmpty();
        }
    }

    @Test
    void decided_notPinned_isShownTheStateOfNow() {
        Scenario board = pinned("");
        board.propose("editor", "[{op: add, path: /texts/-, value: a}]");
        board.fail(board.invocation("w"), "no idea");
        note(board, "afterwards");
        assertThat(board.board().present().pinned()).isEmpty();

        decide(board, Option.RETRY, Optional.empty());

        assertThat(board.invocation("w").view().toString()).contains("afterwards");
    }

    @Test
    void skipped_pinned_keepsNoState() {
        Scenario board = pinned("pin: true,");
        board.propose("editor", "[{op: add, path: /texts/-, value: a}]");
        board.fail(board.invocation("w"), "no idea");
        note(board, "afterwards");
        assertThat(board.board().present().pinned()).hasSize(1);

        decide(board, Option.SKIP, Optional.empty());
        note(board, "later");

        assertThat(board.board().present().pinned()).isEmpty();
    }

    @Test
    void pinned_statesOfWhatWasGivenUp_neverHaltTheBoard() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: large
                policies: {default: {retry: {maxAttempts: 1}, onExhausted: incident}}
                workers:
                  editor: {unsolicited: true, write: [{op: [replace], path: /n}]}
                  w: {read: [/n]}
                rules: [{name: r, on: {op: [replace], path: /n}, pin: true, overlap: true, invoke: w}]
                state: {schema: {type: object}, initial: {text: {$input: /text}, n: 0}}
                """).created("{\"text\": \"" + "x".repeat(1_900_000) + "\"}");
        for (int i = 1; i <= 5; i++) {
            board.propose("editor", "[{op: replace, path: /n, value: " + i + "}]");
            board.fail(board.invocation("w"), "no idea");
        }

        assertThat(board.board().phase()).isEqualTo(Phase.OPEN);
        assertThat(board.board().present().pinned()).hasSize(1);
        decide(board, Option.RETRY, Optional.empty());
        assertThat(board.invocations("w"))
                .extracting(WorkerInvoked::baseVersion)
                .as("the latest that fit are shown what they were to see")
                .containsExactly(6L, 6L, 6L, 5L, 6L);
    }

    private static String members(int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(i -> "{op: add, path: /m/k" + i + ", value: 1}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static Scenario members(int budget, String rule) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: many
                policies: {default: {retry: {maxAttempts: 1}, onExhausted: incident, outage: {patience: PT0S}}}
                workers:
                  editor: {unsolicited: true, write: [{op: [add], path: '/m/*'}, {op: [replace], path: /note}]}
                  w: {read: [/note], budgets: {invocations: %d}}
                budgets: {invocations: 100000}
                rules: [{name: r, on: {op: [add], path: '/m/*'}, %s invoke: w}]
                state: {schema: {type: object}, initial: {m: {}, note: 0}}
                """.formatted(budget, rule)).created();
    }

    @Tag("long")
    @Test
    void heldForAPerson_beyondTheBound_isRefused_andTheBoardWaitsOn() {
        Scenario board = members(1, "");
        board.propose("editor", members(0, 501));
        for (int i = 501; i < 5_001; i += 500) {
            board.propose("editor", members(i, 500));
        }
        assertThat(board.board().held()).hasSize(5_000);

        PatchRejected refused = Scenario.only(board.propose("editor", members(5_001, 1)), PatchRejected.class);

        assertThat(refused.rejection().is(RejectionCode.HELD_TRIGGERS)).isTrue();
        assertThat(refused.rejection().message())
                .startsWith("Expected at most 5000 matches to wait on one board")
                .contains("rule \"r\"");
        assertThat(board.board().phase()).isEqualTo(Phase.OPEN);
        assertThat(board.board().held()).hasSize(5_000);
        assertThat(((JsonObject) board.at("/m")).size()).isEqualTo(5_001);
        Scenario.only(board.propose("editor", "[{op: replace, path: /note, value: 1}]"), PatchCommitted.class);
        assertThat(board.entries(NeedsPerson.class)).hasSize(1);
        assertThat(board.entries(BoardHalted.class)).isEmpty();
    }

    @Tag("long")
    @Test
    void open_beyondTheBound_isRefused_andTheBoardGoesOn() {
        Scenario board = members(100_000, "overlap: true,");
        // Few at once: of many, some would wait until others are answered.
        for (int i = 0; i < 5_000; i += 250) {
            board.propose("editor", members(i, 250));
        }
        assertThat(board.board().open()).hasSize(5_000);

        PatchRejected refused = Scenario.only(board.propose("editor", members(5_000, 1)), PatchRejected.class);

        assertThat(refused.rejection().code()).isEqualTo(RejectionCode.OPEN_INVOCATIONS.word());
        assertThat(refused.rejection().message()).contains("worker \"w\"");
        assertThat(board.board().phase()).isEqualTo(Phase.OPEN);
        board.answer(board.invocations("w").get(0), "[]");
        assertThat(board.entries(BoardHalted.class)).isEmpty();
    }
}
