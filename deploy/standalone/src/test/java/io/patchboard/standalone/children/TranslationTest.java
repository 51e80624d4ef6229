package io.patchboard.standalone.children;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Child;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Parent;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.ResumeBoard;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is sent because of an entry, without a broker. */
class TranslationTest {

    private static final String PARENT = "book";
    private static final String INVOCATION = Child.INVOCATION_PREFIX + "7";
    private static final String CHILD = Child.boardId(PARENT, INVOCATION);

    private static LogEntry entry(String boardId, long sequence, Event event) {
        return new LogEntry(
                new LogHeader(boardId, sequence, 1, Instant.EPOCH, LogHeader.GENESIS_HASH, LogHeader.GENESIS_HASH),
                event);
    }

    /** @param logs of other boards */
    private static List<BoardRecord> sent(LogEntry entry, LogEntry... logs) {
        return new Translation(
                        () -> {
                            throw new AssertionError("No blueprint is wanted.");
                        },
                        (boardId, which) -> Stream.of(logs)
                                .filter(one -> one.boardId().equals(boardId) && which.test(one.event()))
                                .reduce((first, last) -> last))
                .of(entry);
    }

    @Test
    void boardThatBeginsToUndoWhatItDid_cancelsThoseThatWereAtWorkForIt() {
        CompensationStarted undoing = new CompensationStarted(
                Optional.empty(),
                Optional.of(new CompensationStarted.Halt(BoardHalted.Reason.FAILED, "bill", "no paper")),
                List.of(2L),
                List.of("inv-1", INVOCATION));

        assertThat(sent(entry(PARENT, 9, undoing)))
                .singleElement()
                .isInstanceOfSatisfying(CancelBoard.class, cancel -> {
                    assertThat(cancel.boardId()).isEqualTo(CHILD);
                    assertThat(cancel.commandId()).isEqualTo("cancel-" + INVOCATION);
                });
    }

    /** As its kernel refuses it, which knows no such board. */
    private static LogEntry refusedToGoOn(String parentId) {
        ResumeBoard resume = new ResumeBoard(
                CommandHeader.of("resume-6-" + INVOCATION, CHILD, "board:" + parentId, "So was the other."));
        return entry(
                CHILD,
                1,
                new CommandRejected(
                        Optional.of(resume.commandId()),
                        Rejection.of(RejectionCode.UNKNOWN_BOARD, "/boardId", "There is none."),
                        List.of(),
                        Optional.of(resume.toJson())));
    }

    /** What a parent was told, and has not taken. */
    private static LogEntry told(PatchProposal answer, RejectionCode why) {
        return entry(
                PARENT,
                4,
                new PatchRejected(
                        Optional.of(answer.proposalId()),
                        Optional.of(answer.worker()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Rejection.of(why, "", "Not now."),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(answer.toJson()),
                        Optional.empty(),
                        Optional.empty()));
    }

    private static PatchProposal failure() {
        return Answers.failure(
                new Parent(PARENT, INVOCATION, "author", "/n", 1, Optional.empty(), Optional.empty(), Optional.empty()),
                "There is no such blueprint.");
    }

    @Test
    void boardThatCouldNotBeMadeInAPause_isToldOnceMoreWhenItsParentGoesOn() {
        LogEntry early = told(failure(), RejectionCode.PAUSED);

        assertThat(sent(early)).isEmpty();
        assertThat(sent(refusedToGoOn(PARENT), early))
                .singleElement()
                .isInstanceOfSatisfying(PatchProposal.class, again -> {
                    assertThat(again.proposalId()).isEqualTo("answer-" + INVOCATION + "-6");
                    assertThat(again.boardId()).isEqualTo(PARENT);
                    assertThat(again.worker()).isEqualTo("author");
                    assertThat(again.invocationId()).contains(INVOCATION);
                    assertThat(again.failure()).isEqualTo(failure().failure());
                });
    }

    /** Not yet, perhaps: whoever makes boards comes to it. */
    @Test
    void boardThatIsNotThereYetWhenItIsToGoOn_isNoFailure() {
        assertThat(sent(refusedToGoOn(PARENT))).isEmpty();
        assertThat(sent(refusedToGoOn(PARENT), told(failure(), RejectionCode.UNKNOWN_INVOCATION)))
                .isEmpty();
        assertThat(sent(refusedToGoOn("another"), told(failure(), RejectionCode.PAUSED)))
                .as("whose board it would not be")
                .isEmpty();
    }
}
