package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.ShortLivedBoard.SECOND;
import static io.patchboard.kernel.decide.ShortLivedBoard.START;
import static io.patchboard.kernel.decide.ShortLivedBoard.board;
import static io.patchboard.kernel.decide.ShortLivedBoard.code;
import static io.patchboard.kernel.decide.ShortLivedBoard.policy;
import static io.patchboard.kernel.decide.ShortLivedBoard.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Commands: creation that is refused, pause and resume, and the end by a command. */
class CommandsTest {

    // pause, resume, cancel

    @Test
    void pause_movesDeadlinesByAsLongAsItLasted() {
        Scenario board = board(START, policy("{maxAttempts: 2}")).created();
        WorkerInvoked invoked = board.invocation("w");
        board.wait(SECOND.multipliedBy(4));
        assertThat(board.pause()).extracting(LogEntry::event).hasExactlyElementsOfTypes(BoardPaused.class);
        assertThat(board.tick(Duration.ofHours(1))).isEmpty();
        assertThat(board.resume()).extracting(LogEntry::event).hasExactlyElementsOfTypes(BoardResumed.class);

        assertThat(board.open(invoked).orElseThrow().deadline())
                .isEqualTo(board.now().plusSeconds(6));
        board.wait(SECOND.multipliedBy(5));
        assertThat(board.answer(invoked, set(1)))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(PatchCommitted.class);
    }

    @Test
    void pause_takesNothingOfABackoff() {
        Scenario board =
                board(START, policy("{maxAttempts: 2, backoff: {base: PT20S}}")).created();
        board.fail(board.invocation("w"), "no");
        board.wait(SECOND.multipliedBy(5)).pause();
        board.wait(SECOND.multipliedBy(60));

        assertThat(board.resume()).extracting(LogEntry::event).hasExactlyElementsOfTypes(BoardResumed.class);
        assertThat(board.tick(SECOND.multipliedBy(15).minusMillis(1))).isEmpty();
        assertThat(board.tick(Duration.ofMillis(1)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(WorkerInvoked.class);
    }

    @Test
    void answerDuringAPause_isAskedForAgainWithTheSameAttempt() {
        Scenario board = board(START, policy("{maxAttempts: 1}")).created();
        board.pause();
        List<LogEntry> refused = board.answer(board.invocation("w"), set(1));
        assertThat(refused).extracting(LogEntry::event).hasExactlyElementsOfTypes(PatchRejected.class);
        assertThat(Scenario.only(refused, PatchRejected.class).retryAt()).isPresent();
        board.wait(Duration.ofHours(1));

        List<LogEntry> entries = board.resume();

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardResumed.class, WorkerInvoked.class);
        WorkerInvoked again = board.invocation("w");
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(again.deadline()).isEqualTo(board.now().plusSeconds(10));
        assertThat(again.view().toString()).doesNotContain("rejections");
        assertThat(board.answer(again, set(1)))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(PatchCommitted.class);
    }

    @Test
    void pauseAndResume_inTheWrongPhase_areRejected() {
        Scenario board = board(START).created();
        assertThat(code(board.resume())).isEqualTo("not-paused");
        board.pause();
        assertThat(code(board.pause())).isEqualTo("already-paused");
        assertThat(code(new Scenario(Texts.json("{}"), Limits.DEFAULT).pause())).isEqualTo("unknown-board");
    }

    @Test
    void cancel_endsABoardEvenWhilePaused() {
        Scenario board = board(START).created();
        WorkerInvoked invoked = board.invocation("w");
        board.pause();

        BoardCancelled end = Scenario.only(board.cancel(), BoardCancelled.class);

        assertThat(end.abandonedInvocations()).containsExactly(invoked.invocationId());
        assertThat(end.reason()).contains("enough");
        assertThat(board.board().phase()).isEqualTo(Phase.CANCELLED);
        assertThat(board.board().nextDue()).isEmpty();
    }

    // creation

    @Test
    void create_withInputThatDoesNotFit_isRejected() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: input
                input: {type: object, required: [q], properties: {q: {type: string}}}
                state: {schema: {properties: {q: {maxLength: 5}}}, initial: {q: {$input: /q}, r: [{$input: /r}]}}
                workers: {w: {unsolicited: true}}
                invariants: [{name: no-x, rule: "state.q != 'x'"}]
                """);

        assertRejected(board.create("{q: 7}"), Stage.SCHEMA, "type", "/input/q", "/blueprint/input/properties/q");
        assertRejected(board.create("{q: abc}"), Stage.SCHEMA, "input-missing", "/input/r", null);
        assertRejected(board.create("{q: abcdef, r: 1}"), Stage.SCHEMA, "maxLength", "/q", "/properties/q");
        assertRejected(board.create("{q: x, r: 1}"), Stage.INVARIANT, "violated", "", "no-x");
        assertThat(Scenario.only(board.create("{q: ok, r: 1}"), BoardCreated.class)
                        .state())
                .hasToString("{\"q\":\"ok\",\"r\":[1]}");
    }

    private static void assertRejected(List<LogEntry> entries, Stage stage, String code, String pointer, String rule) {
        CommandRejected entry = Scenario.only(entries, CommandRejected.class);
        assertThat(entry.stage()).isEqualTo(stage);
        assertThat(entry.rejection().code()).isEqualTo(code);
        assertThat(entry.rejection().pointer()).isEqualTo(pointer);
        assertThat(entry.rejection().rule().orElse(null)).isEqualTo(rule);
        assertThat(entry.rejection().message()).startsWith("Expected ").contains(", but ");
    }

    @Test
    void create_withUnknownQueue_isRejected() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: queue
                state: {schema: true, initial: {}}
                workers: {a: {}, w: {queue: nowhere}}
                """);
        assertRejected(board.create(), Stage.ADMISSION, "unknown-queue", "/blueprint/workers/w/queue", null);
    }

    @Test
    void create_rejectedForAnotherReason_asksForNoQueue() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: queue
                state: {schema: {maxProperties: 1}, initial: {$input: ""}}
                workers: {w: {queue: nowhere}}
                """);
        assertRejected(board.create("{'a':1,'b':2}"), Stage.SCHEMA, "maxProperties", "", "");
    }
}
