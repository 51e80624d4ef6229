package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardEdited;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CircuitTripped.Detector;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.Decide;
import io.patchboard.record.EditBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A person is asked to look, and the board waits at a safe point: what is open is answered, nobody else is invited. */
class LookoutTest {

    private int requests;

    private static Scenario board(String circuit) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: lookouts
                state:
                  schema: {properties: {n: {type: integer}, out: {type: [string, 'null']}, list: {type: array}}}
                  initial: {n: 0, out: null, list: [a, b]}
                policies: {default: {retry: {maxAttempts: 9}}}
                workers:
                  w: {read: [/n], write: [{op: [replace], path: /n}, {op: [replace], path: /out}]}
                  each: {read: [/list], write: [{op: [replace], path: '/list/*'}]}
                  free: {unsolicited: true, write: [{op: [replace], path: /n}, {op: [replace], path: /out}]}
                rules:
                - {name: each, on: {op: [add], path: '/list/*'}, invoke: each}
                - {name: next, on: {op: [replace], path: /n}, invoke: w}
                complete: {when: state.n == 99}
                circuit: %s
                """.formatted(circuit)).created();
    }

    private List<LogEntry> free(Scenario board, String patch, String cost) {
        return board.propose(new PatchProposal(
                "free-" + ++requests,
                board.board().id(),
                "free",
                Optional.empty(),
                Texts.json(patch),
                Optional.of(new Usage(0, 0, Optional.of(new BigDecimal(cost)))),
                Optional.empty(),
                Optional.empty()));
    }

    private List<LogEntry> decide(Scenario board, Option option) {
        return board.command(new Decide(
                CommandHeader.of("decide-" + ++requests, board.board().id(), "ada", "looked at it"),
                Optional.empty(),
                option,
                Optional.empty(),
                List.of()));
    }

    private static CircuitTripped trip(List<LogEntry> entries, Detector detector) {
        CircuitTripped trip = Scenario.only(entries, CircuitTripped.class);
        assertThat(trip.detector()).isEqualTo(detector);
        assertThat(trip.scope()).isEqualTo(CircuitTripped.Scope.BOARD);
        assertThat(trip.action()).isEqualTo(CircuitTripped.Action.INCIDENT);
        NeedsPerson asked = Scenario.only(entries, NeedsPerson.class);
        assertThat(asked.reason()).isEqualTo(BoardHalted.Reason.CIRCUIT);
        assertThat(asked.detail()).isEqualTo(detector.word());
        assertThat(asked.holds()).isEqualTo(NeedsPerson.Holds.BOARD);
        assertThat(asked.options()).containsExactly(Option.RESUME, Option.HALT);
        assertThat(asked.message()).isEqualTo(trip.message());
        return trip;
    }

    @Test
    void aPlaceThatChanged_holdsTheBoard_whileWhatIsOpenIsAnswered_andGoesOnWithWhatWaitsInLine() {
        Scenario board = board("{touched: [{path: /out}]}");
        List<WorkerInvoked> open = board.invocations("each");
        assertThat(open).hasSize(2);

        CircuitTripped trip = trip(
                free(board, "[{op: replace, path: /out, value: now}, {op: replace, path: /n, value: 1}]", "0"),
                Detector.TOUCHED);

        assertThat(trip.message())
                .isEqualTo("Expected a person to look when /out changes, and worker \"free\" has changed it.");
        assertThat(trip.evidence())
                .containsExactly(board.entriesWith(PatchCommitted.class).get(0).sequence());
        assertThat(board.board().phase()).isEqualTo(Phase.OPEN);
        assertThat(board.invocations("w")).isEmpty();
        Scenario.only(board.answer(open.get(0), "[{op: replace, path: /list/0, value: c}]"), PatchCommitted.class);
        assertThat(free(board, "[{op: replace, path: /n, value: 2}]", "0"))
                .extracting(LogEntry::event)
                .singleElement()
                .isInstanceOfSatisfying(
                        PatchRejected.class,
                        rejected -> assertThat(rejected.rejection().code()).isEqualTo("needs-person"));

        // On the loop: an operator edits what is held, and lets the board go on.
        Scenario.only(
                board.command(new EditBoard(
                        CommandHeader.of("edit-1", board.board().id(), "ada", "not yet"),
                        Texts.json("[{op: replace, path: /out, value: null}]"))),
                BoardEdited.class);
        assertThat(board.entries(NeedsPerson.class)).hasSize(1);
        List<LogEntry> after = decide(board, Option.RESUME);

        assertThat(Scenario.only(after, WorkerInvoked.class).worker()).isEqualTo("w");
        assertThat(board.at("/out")).isEqualTo(Json.nul());
        assertThat(board.board().work().incidents()).isEmpty();
    }

    @Test
    void aPlaceOfTheKindsThatAreWatched_alone() {
        Scenario board = board("{touched: [{op: [remove], path: /out}, {path: '/list/*'}]}");

        assertThat(free(board, "[{op: replace, path: /out, value: now}]", "0")).hasSize(1);
        trip(
                board.answer(board.invocations("each").get(0), "[{op: replace, path: /list/0, value: c}]"),
                Detector.TOUCHED);
    }

    @Test
    void aPersonIsAskedEachTimeThatSoMuchMoreIsSpent() {
        Scenario board = board("{cost: 1.5}");
        assertThat(free(board, "[{op: replace, path: /out, value: a}]", "1.4")).hasSize(1);

        CircuitTripped first = trip(free(board, "[{op: replace, path: /out, value: b}]", "3.2"), Detector.COST);
        assertThat(first.message())
                .isEqualTo("Expected a person to look each time that the board has cost another 1.5,"
                        + " and it has cost 4.6 now.");
        decide(board, Option.RESUME);

        assertThat(free(board, "[{op: replace, path: /out, value: c}]", "1.3")).hasSize(1);
        trip(free(board, "[{op: replace, path: /out, value: d}]", "0.1"), Detector.COST);
        List<LogEntry> end = decide(board, Option.HALT);
        assertThat(Scenario.only(end, BoardHalted.class).detail()).isEqualTo("cost");
    }

    @Test
    void manyRejectionsAmongTheLatestAnswers_whoeverGaveThem_andCountedAnewThen() {
        Scenario board = board("{rejectionRate: {count: 3, window: 4}}");
        String wrong = "[{op: replace, path: /n, value: x}]";
        free(board, wrong, "0");
        free(board, "[{op: replace, path: /out, value: a}]", "0");
        free(board, "[{op: replace, path: /out, value: b}]", "0");
        board.fail(board.invocations("each").get(0), "no idea");
        assertThat(free(board, wrong, "0")).hasSize(1);

        CircuitTripped trip = trip(board.answer(board.invocations("each").get(1), wrong), Detector.REJECTION_RATE);

        assertThat(trip.evidence())
                .containsExactlyElementsOf(board.entriesWith(PatchRejected.class).stream()
                        .skip(1)
                        .map(LogEntry::sequence)
                        .toList());
        assertThat(trip.message())
                .isEqualTo("Expected less than 3 of the board's latest 4 answers to be rejected, but 3 were.");
        decide(board, Option.RESUME);
        free(board, wrong, "0");
        assertThat(free(board, wrong, "0")).noneMatch(entry -> entry.event() instanceof NeedsPerson);
        trip(free(board, wrong, "0"), Detector.REJECTION_RATE);
    }

    @Test
    void aCommitThatCompletesTheBoard_completesIt() {
        Scenario board = board("{touched: [{path: /n}], cost: 1}");

        Scenario.only(free(board, "[{op: replace, path: /n, value: 99}]", "7"), BoardCompleted.class);

        assertThat(board.entries(NeedsPerson.class)).isEmpty();
    }

    @Test
    void whoeverHasNothingToLookAt_isNotOfferedToRetry() {
        Scenario board = board("{touched: [{path: /out}]}");
        free(board, "[{op: replace, path: /out, value: now}]", "0");

        assertThat(Scenario.only(decide(board, Option.RETRY), CommandRejected.class)
                        .rejection()
                        .message())
                .contains("[resume, halt]");
        assertThat(board.board().work().incidents()).hasSize(1);
    }

    @Test
    void whereABoardHaltsOnIncidents_itHalts() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: lookouts
                onIncident: halt
                state: {schema: {properties: {n: {type: integer}}}, initial: {n: 0}}
                workers: {free: {unsolicited: true, write: [{op: [replace], path: /n}]}}
                circuit: {touched: [{path: /n}]}
                """).created();

        List<LogEntry> end = free(board, "[{op: replace, path: /n, value: 1}]", "0");

        assertThat(Scenario.only(end, CircuitTripped.class).action()).isEqualTo(CircuitTripped.Action.HALT);
        assertThat(Scenario.only(end, BoardHalted.class).detail()).isEqualTo("touched");
    }

    @ParameterizedTest
    @ValueSource(strings = {"answer", "time"})
    void whereItHalts_nothingFollowsAnymore_onAttemptsThatAreSpent(String way) {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: lookouts
                onIncident: halt
                state: {schema: true, initial: {}}
                policies: {default: {retry: {maxAttempts: 1}, outage: {patience: PT0S}, onExhausted: incident}}
                workers: {w: {}}
                rules: [{name: start, on: {event: created}, invoke: w}]
                circuit: {rejectionRate: {count: 1, window: 1}}
                """).created();

        List<LogEntry> end =
                way.equals("time") ? board.tick(Duration.ofMinutes(5)) : board.fail(board.invocation("w"), "no");

        assertThat(end.get(end.size() - 1).event()).isInstanceOf(BoardHalted.class);
        assertThat(Scenario.only(end, BoardHalted.class).detail()).isEqualTo("rejectionRate");
    }
}
