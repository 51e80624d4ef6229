package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which proposals are the same, for how long that is known, and what becomes of answers that cannot be read. */
final class IdentityTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: identity
            state: {schema: {properties: {n: {type: integer}}}, initial: {n: 0}}
            workers:
              asked: {write: [{op: [replace], path: /n}]}
              other: {unsolicited: true, write: [{op: [replace], path: /n}]}
            rules: [{name: a, on: {event: created}, invoke: asked}]
            policies: {default: {timeout: PT1M, retry: {maxAttempts: 2}}}
            """;

    private static final String GOOD = "[{op: replace, path: /n, value: 1}]";
    private static final int WINDOW = 3;

    private final Scenario board = new Scenario(BLUEPRINT).created();

    private static PatchProposal proposal(String id, String worker, Optional<String> invocation) {
        return new PatchProposal(
                id, Scenario.BOARD, worker, invocation, Texts.json(GOOD), Optional.empty(), Optional.empty());
    }

    private static PatchRejected rejected(List<LogEntry> entries, String code) {
        PatchRejected entry = Scenario.only(entries, PatchRejected.class);
        assertThat(entry.rejection().code()).isEqualTo(code);
        return entry;
    }

    @Test
    void idOfAnAnswer_cannotBeUsedUpByOthers() {
        WorkerInvoked invoked = board.invocation("asked");
        String id = "answer-" + invoked.invocationId();
        Optional<String> invocation = Optional.of(invoked.invocationId());

        rejected(board.propose(proposal(id, "other", invocation)), "foreign-invocation");
        rejected(board.propose(proposal(id, "asked", Optional.empty())), "invocation-required");
        rejected(board.propose(proposal(id, "asked", Optional.of("inv-0"))), "unknown-invocation");
        assertThat(board.propose(proposal(id, "other", Optional.empty())))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class);

        assertThat(board.propose(proposal(id, "asked", invocation)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class);
        assertThat(board.open(invoked)).isEmpty();
    }

    @Test
    void repeats_haveNoEntryOfTheirOwn() {
        WorkerInvoked invoked = board.invocation("asked");
        Optional<String> invocation = Optional.of(invoked.invocationId());
        List<PatchProposal> proposals = List.of(
                proposal("p", "other", invocation),
                proposal("p", "asked", invocation),
                proposal("p", "stranger", Optional.empty()),
                proposal("late", "asked", invocation));

        proposals.forEach(each -> assertThat(board.propose(each)).isNotEmpty());

        proposals.forEach(each -> assertThat(board.propose(each)).isEmpty());
        board.cancel();
        proposals.forEach(each -> assertThat(board.propose(each)).isEmpty());
    }

    @Test
    void answerInAPause_isTheOneAnswer() {
        WorkerInvoked invoked = board.invocation("asked");
        board.pause();
        rejected(board.answer(invoked, GOOD), "paused");

        rejected(board.answer(invoked, GOOD), "already-answered");
        board.resume();
        rejected(board.answer(invoked, GOOD), "already-answered");
    }

    @Test
    void repeatFromBeforeTheWindow_isTooOld_andAnyLaterOneIsNew() {
        Scenario small = new Scenario(BLUEPRINT, WINDOW).created();
        PatchProposal first = proposal("p-0", "other", Optional.empty());
        for (int i = 0; i < WINDOW; i++) {
            small.propose(proposal("p-" + i, "other", Optional.empty()));
        }
        small.wait(Duration.ofMillis(1)).propose(proposal("p-" + WINDOW, "other", Optional.empty()));
        small.wait(Duration.ofMillis(-1));
        assertThat(small.propose(proposal("p-1", "other", Optional.empty()))).isEmpty();

        PatchRejected entry = rejected(small.propose(first), "too-old");
        assertThat(entry.stage()).isEqualTo(Stage.ADMISSION);
        assertThat(entry.rejection().pointer()).isEqualTo("/proposalId");
        rejected(small.propose(first), "too-old");
        assertThat(Scenario.only(
                                small.command(new PauseBoard("pause-0", Scenario.BOARD, Optional.empty())),
                                CommandRejected.class)
                        .rejection()
                        .code())
                .isEqualTo("too-old");

        small.wait(Duration.ofMillis(1));
        assertThat(small.propose(proposal("fresh", "other", Optional.empty())))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class);
        assertThat(small.answer(small.invocation("asked"), "[]")).isNotEmpty();
    }

    @Test
    void whatIsRemembered_isBounded() {
        Scenario small = new Scenario(BLUEPRINT, WINDOW);
        for (int i = 0; i < 100; i++) {
            small.wait(Duration.ofMillis(1)).propose(proposal("p-" + i, "other", Optional.empty()));
        }

        assertThat(small.log()).hasSize(100);
        assertThat(small.remembered()).isEqualTo(2 * WINDOW + 1);
    }

    @Test
    void answerThatCannotBeRead_isAnAnswer() {
        WorkerInvoked invoked = board.invocation("asked");

        PatchRejected entry = rejected(board.garbage(ids("asked", invoked)).subList(0, 1), "json");

        assertThat(entry.proposalId()).contains("p");
        assertThat(entry.worker()).contains("asked");
        assertThat(entry.invocationId()).contains(invoked.invocationId());
        assertThat(entry.retryAt()).contains(board.now());
        assertThat(board.invocation("asked").attempt()).isEqualTo(2);
        assertThat(board.garbage(ids("asked", invoked))).isEmpty();
        rejected(board.answer(invoked, GOOD), "already-answered");
    }

    @Test
    void lastAnswerThatCannotBeRead_spendsTheAttempts() {
        board.garbage(ids("asked", board.invocation("asked")));

        assertThat(board.garbage(ids("asked", board.invocation("asked"))))
                .as("%s", board.log())
                .hasSizeGreaterThan(1);
        assertThat(board.invocations("asked")).isEmpty();
    }

    @Test
    void unreadableAnswerOfAnother_orTooLate_orInAPause_leavesTheInvocationOpen() {
        WorkerInvoked invoked = board.invocation("asked");

        board.garbage(ids("other", invoked));
        board.garbage(new Input.Ids(Optional.of("p"), Optional.empty(), Optional.of(invoked.invocationId())));
        board.pause();
        board.garbage(ids("asked", invoked));
        assertThat(board.open(invoked)).isPresent();

        board.resume();
        board.wait(Duration.ofMinutes(1));
        board.garbage(new Input.Ids(Optional.of("q"), Optional.of("asked"), Optional.of(invoked.invocationId())));
        assertThat(board.open(invoked)).isPresent();
    }

    private static Input.Ids ids(String worker, WorkerInvoked invoked) {
        return new Input.Ids(Optional.of("p"), Optional.of(worker), Optional.of(invoked.invocationId()));
    }

    @Test
    void idWithControlCharacters_isRefused_andStillAnAnswer() {
        WorkerInvoked invoked = board.invocation("asked");

        PatchRejected entry = Scenario.only(
                board.propose(proposal("p\0q", "asked", Optional.of(invoked.invocationId()))), PatchRejected.class);

        assertThat(entry.stage()).isEqualTo(Stage.DECODE);
        assertThat(entry.rejection().code()).isEqualTo("characters");
        assertThat(entry.proposalId()).isEmpty();
        assertThat(entry.invocationId()).contains(invoked.invocationId());
    }
}
