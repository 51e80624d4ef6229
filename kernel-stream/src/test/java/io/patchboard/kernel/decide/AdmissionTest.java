package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who may speak, and what a refusal does to the invocation that it names. */
class AdmissionTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: admission
            state: {schema: true, initial: {n: 0}}
            workers:
              asked: {write: [{op: [replace], path: /n}]}
              other: {write: [{op: [replace], path: /n}]}
              anyone: {unsolicited: true, write: [{op: [replace], path: /n}]}
            rules:
              - {name: a, on: {event: created}, invoke: asked}
              - {name: b, on: {event: created}, invoke: other}
            policies: {default: {timeout: PT1M, retry: {maxAttempts: 2}, outage: {patience: PT0S}}}
            budgets: {tokens: 1000}
            """;

    private static final String GOOD = "[{op: replace, path: /n, value: 1}]";

    private final Scenario board = new Scenario(BLUEPRINT).created();

    private PatchRejected refused(String worker, Optional<String> invocation) {
        return refused(board.propose(board.proposal(worker, invocation, GOOD)));
    }

    private static PatchRejected refused(List<LogEntry> entries) {
        PatchRejected entry = Scenario.only(entries, PatchRejected.class);
        assertThat(entry.stage()).isEqualTo(Stage.ADMISSION);
        assertThat(entry.rejection().message()).startsWith("Expected ").contains(", but ");
        return entry;
    }

    private static void assertCodeAt(PatchRejected entry, String code, String pointer) {
        assertThat(entry.rejection().code()).isEqualTo(code);
        assertThat(entry.rejection().pointer()).isEqualTo(pointer);
    }

    @Test
    void proposal_toABoardThatIsNot_isRefusedInALogOfItsOwn() {
        Scenario none = new Scenario(BLUEPRINT);

        List<LogEntry> entries = none.propose("anyone", GOOD);

        assertCodeAt(refused(entries), "unknown-board", "/boardId");
        assertThat(entries.get(0).sequence()).isEqualTo(1);
        assertThat(entries.get(0).header().version()).isZero();
    }

    @Test
    void proposal_ofUnknownWorker_isRefused() {
        assertCodeAt(refused("stranger", Optional.empty()), "unknown-worker", "/worker");
    }

    @Test
    void proposal_withoutInvocation_isRefusedUnlessUnsolicited() {
        assertCodeAt(refused("asked", Optional.empty()), "invocation-required", "/invocationId");
        assertThat(board.propose("anyone", GOOD))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class);
    }

    @Test
    void proposal_withUnknownInvocation_isRefusedEvenIfUnsolicited() {
        assertCodeAt(refused("asked", Optional.of("inv-0")), "unknown-invocation", "/invocationId");
        assertCodeAt(refused("anyone", Optional.of("inv-0")), "unknown-invocation", "/invocationId");
    }

    @Test
    void proposal_withAnothersInvocation_isRefusedAndLeavesItOpen() {
        WorkerInvoked invoked = board.invocation("asked");

        PatchRejected entry = refused("other", Optional.of(invoked.invocationId()));

        assertCodeAt(entry, "foreign-invocation", "/invocationId");
        assertThat(entry.invocationId()).isEmpty();
        assertThat(board.answer(invoked, GOOD))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(PatchCommitted.class);
    }

    @Test
    void secondAnswer_isRefused() {
        WorkerInvoked invoked = board.invocation("asked");
        board.answer(invoked, GOOD);

        PatchRejected entry = refused(board.answer(invoked, GOOD));

        assertCodeAt(entry, "already-answered", "/invocationId");
        assertThat(entry.invocationId()).isEmpty();
    }

    @Test
    void answerToARejectedAttempt_isRefusedAsAnswered() {
        WorkerInvoked invoked = board.invocation("asked");
        board.answer(invoked, "[{op: remove, path: /n}]");

        assertCodeAt(refused(board.answer(invoked, GOOD)), "already-answered", "/invocationId");
        assertThat(board.answer(board.invocation("asked"), GOOD))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(PatchCommitted.class);
    }

    @Test
    void answerAtTheDeadline_isTooLate() {
        WorkerInvoked invoked = board.invocation("asked");
        board.wait(Duration.ofMinutes(1));

        PatchRejected entry = refused(board.answer(invoked, GOOD));

        assertCodeAt(entry, "expired", "/invocationId");
        assertThat(entry.invocationId()).isEmpty();
        assertThat(board.open(invoked)).isPresent();
    }

    @Test
    void answerJustBeforeTheDeadline_isInTime() {
        WorkerInvoked invoked = board.invocation("asked");
        board.wait(Duration.ofMinutes(1).minusMillis(1));

        assertThat(board.answer(invoked, GOOD))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(PatchCommitted.class);
    }

    @Test
    void answerAfterTheTimeout_isExpired() {
        WorkerInvoked invoked = board.invocation("asked");
        List<LogEntry> timeout = board.tick(Duration.ofMinutes(1));
        assertThat(timeout)
                .extracting(LogEntry::event)
                .filteredOn(PatchRejected.class::isInstance)
                .extracting(entry -> ((PatchRejected) entry).stage())
                .containsExactly(Stage.TIMEOUT, Stage.TIMEOUT);

        assertCodeAt(refused(board.answer(invoked, GOOD)), "expired", "/invocationId");
    }

    @Test
    void pausedBoard_refusesEverybody() {
        WorkerInvoked invoked = board.invocation("asked");
        board.pause();

        assertCodeAt(refused("anyone", Optional.empty()), "paused", "/boardId");
        PatchRejected answer = refused(board.answer(invoked, GOOD));
        assertCodeAt(answer, "paused", "/boardId");
        assertThat(answer.invocationId()).contains(invoked.invocationId());
    }

    @Test
    void endedBoard_refusesEverybody() {
        WorkerInvoked invoked = board.invocation("asked");
        BoardCancelled end = Scenario.only(board.cancel(), BoardCancelled.class);
        assertThat(end.abandonedInvocations()).hasSize(2).contains(invoked.invocationId());

        assertCodeAt(refused(board.answer(invoked, GOOD)), "board-ended", "/boardId");
        assertCodeAt(refused("anyone", Optional.empty()), "board-ended", "/boardId");
        assertThat(refused("anyone", Optional.empty()).rejection().message())
                .isEqualTo("Expected a board that is open, but board b-1 is cancelled.");
        assertThat(Scenario.only(board.pause(), CommandRejected.class)
                        .rejection()
                        .code())
                .isEqualTo("board-ended");
        assertThat(Scenario.only(board.create(), CommandRejected.class)
                        .rejection()
                        .code())
                .isEqualTo("board-exists");
    }

    @Test
    void everyInvocation_endsInExactlyOneOutcome() {
        WorkerInvoked asked = board.invocation("asked");
        board.answer(asked, "[{op: remove, path: /n}]");
        board.answer(asked, GOOD);
        board.answer(board.invocation("asked"), GOOD);
        board.tick(Duration.ofMinutes(1));
        board.pause();
        board.answer(board.invocation("other"), GOOD);
        board.wait(Duration.ofMinutes(5)).resume();
        board.cancel();

        List<String> invoked = board.entries(WorkerInvoked.class).stream()
                .map(WorkerInvoked::invocationId)
                .toList();
        assertThat(invoked).hasSize(5).doesNotHaveDuplicates();
        assertThat(outcomes()).containsExactlyInAnyOrderElementsOf(invoked);
    }

    private List<String> outcomes() {
        List<String> outcomes = new ArrayList<>();
        for (LogEntry entry : board.log()) {
            Stream<String> ended = Stream.empty();
            if (entry.event() instanceof PatchCommitted committed) {
                ended = committed.invocationId().stream();
            } else if (entry.event() instanceof PatchRejected rejected) {
                ended = rejected.invocationId().stream();
            } else if (entry.event() instanceof BoardCancelled cancelled) {
                ended = cancelled.abandonedInvocations().stream();
            }
            ended.forEach(outcomes::add);
        }
        return outcomes;
    }

    @Test
    void usageOfAProposalThatIsNotAdmitted_costsTheBoardNothing() {
        PatchProposal forged = new PatchProposal(
                "forged",
                "b-1",
                "asked",
                Optional.of("inv-0"),
                Json.nul(),
                Optional.of(new Usage(Long.MAX_VALUE, 1)),
                Optional.empty());

        refused(board.propose(forged));

        assertThat(board.board().spending().tokens()).isZero();
        assertThat(board.answer(board.invocation("asked"), GOOD))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class);
    }

    @Test
    void usageOfARejectedAnswer_counts() {
        board.answer(board.invocation("asked"), "not a patch", new Usage(10, 5));
        assertThat(board.board().spending().tokens()).isEqualTo(15);
    }

    @Test
    void invocationIds_differByBoardWorkerSequenceAttemptAndKey() {
        InvocationIds ids = new InvocationIds(new byte[16]);
        byte[] otherKey = new byte[16];
        otherKey[15] = 1;

        assertThat(List.of(
                        ids.id("b", "w", 1, 1),
                        ids.id("c", "w", 1, 1),
                        ids.id("b", "x", 1, 1),
                        ids.id("b", "w", 2, 1),
                        ids.id("b", "w", 1, 2),
                        new InvocationIds(otherKey).id("b", "w", 1, 1)))
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches("inv-[0-9a-f]{32}"));
        assertThat(ids.id("b", "w", 1, 1)).isEqualTo(new InvocationIds(new byte[16]).id("b", "w", 1, 1));
    }
}
