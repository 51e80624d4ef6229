package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.Decide;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A worker that cannot say whether it did what it was asked for. Nobody does it again before a person has looked. */
final class UnknownOutcomeTest {

    private static Scenario board(String... lines) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: unknown
                state: {schema: {properties: {n: {type: integer}}}, initial: {n: 0}}
                workers:
                  w: {read: [/n], write: [{op: [replace], path: /n}], policy: first}
                  senior: {read: [/n], write: [{op: [replace], path: /n}]}
                rules: [{name: start, on: {event: created}, invoke: w}]
                """ + String.join("\n", lines)).created();
    }

    private static List<LogEntry> fail(Scenario board) {
        WorkerInvoked invoked = board.invocation("w");
        return board.propose(new PatchProposal(
                "p-" + board.log().size(),
                Scenario.BOARD,
                "w",
                Optional.of(invoked.invocationId()),
                Json.nul(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Failure.of(Failure.Kind.UNKNOWN, "Was the order sent?")),
                Optional.empty(),
                Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "policies: {first: {retry: {maxAttempts: 5}}}",
                "policies: {first: {retry: {maxAttempts: 5}, onExhausted: stop}}",
                "policies: {first: {retry: {maxAttempts: 5}, onExhausted: halt}}",
                "policies: {first: {retry: {maxAttempts: 1}, onExhausted: {catch: senior}}}",
                "policies: {first: {}}\ncircuit: {failureStreak: 1, onTrip: [retry, stop]}",
                "policies: {first: {}}\ncircuit: {failureStreak: 1, onTrip: [{switch: senior}, stop]}"
            })
    void whateverThePolicySays_aPersonIsAsked_andNobodyElse(String policy) {
        Scenario board = board(policy);

        List<LogEntry> entries = fail(board);

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, BranchStopped.class, NeedsPerson.class);
        assertThat(Scenario.only(entries, PatchRejected.class).retryAt()).isEmpty();
        assertThat(Scenario.only(entries, PatchRejected.class).rejection().stage())
                .isEqualTo(Stage.WORKER);
        NeedsPerson asked = Scenario.only(entries, NeedsPerson.class);
        assertThat(asked.worker()).contains("w");
        assertThat(asked.message()).contains("Find out whether it was done", "Was the order sent?");
        assertThat(asked.options()).contains(NeedsPerson.Option.RETRY, NeedsPerson.Option.SKIP);
        assertThat(board.invocations("w")).isEmpty();
        assertThat(board.invocations("senior")).isEmpty();
    }

    @Test
    void personWhoHasLooked_mayHaveItDoneAgain() {
        Scenario board = board("policies: {first: {retry: {maxAttempts: 5}}}");
        WorkerInvoked first = board.invocation("w");
        fail(board);

        board.command(new Decide(
                CommandHeader.of("decide-1", Scenario.BOARD, "ada", "it was not sent"),
                Optional.empty(),
                NeedsPerson.Option.RETRY,
                Optional.empty(),
                List.of()));

        assertThat(board.invocation("w").trigger()).isEqualTo(first.trigger());
    }

    @Test
    void boardThatHaltsOnIncidents_halts() {
        assertThat(Scenario.only(
                                fail(board("policies: {first: {retry: {maxAttempts: 5}}}", "circuit: strict")),
                                BoardHalted.class)
                        .reason())
                .isEqualTo(BoardHalted.Reason.FAILED);
    }
}
