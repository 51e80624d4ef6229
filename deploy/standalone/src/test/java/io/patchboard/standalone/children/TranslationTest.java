package io.patchboard.standalone.children;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Child;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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

    private static List<BoardRecord> sent(LogEntry entry) {
        return new Translation(
                        () -> {
                            throw new AssertionError("No blueprint is wanted.");
                        },
                        boardId -> Optional.empty())
                .of(entry);
    }

    @Test
    void boardThatBeginsToUndoWhatItDid_cancelsThoseThatWereAtWorkForIt() {
        CompensationStarted undoing = new CompensationStarted(
                Optional.empty(),
                Optional.of(new CompensationStarted.Halt(BoardHalted.Reason.FAILED, "bill", "no paper")),
                List.of(2L),
                List.of("inv-1", INVOCATION));

        assertThat(sent(entry(PARENT, 9, undoing))).singleElement().isInstanceOfSatisfying(CancelBoard.class, cancel -> {
            assertThat(cancel.boardId()).isEqualTo(CHILD);
            assertThat(cancel.commandId()).isEqualTo("cancel-" + INVOCATION);
        });
    }
}
