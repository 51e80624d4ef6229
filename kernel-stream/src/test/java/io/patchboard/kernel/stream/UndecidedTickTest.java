package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.BoardCancelled;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.tracing.Tracing;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A board whose timer cannot be decided keeps no other board waiting, and can still be spoken to. */
final class UndecidedTickTest {

    private static final String TIMED = """
            {'apiVersion':'patchboard/v1','name':'timed',
             'state':{'schema':{'type':'object'},'initial':{}},
             'workers':{'clock':{'write':[{'op':['add'],'path':'/done'}]}},
             'rules':[{'name':'start','on':{'event':'created'},'invoke':'clock'}],
             'policies':{'default':{'timeout':'PT10S'}},'budgets':{'duration':'PT1H'}}
            """;

    @TempDir
    private Path dir;

    private Attempts life() throws IOException {
        Attempts attempts = Attempts.in(dir.resolve("attempts"), 1);
        attempts.count();
        return attempts;
    }

    private void endIn(Attempts attempts, String boardId) {
        Attempts.Attempt tick = attempts.of(Attempts.Kind.TIMER, 0, Attempts.number(boardId));
        tick.begin(Attempts.Step.DECIDE);
        tick.fatal();
    }

    @Test
    void timer_inWhichTheProcessEndedTwice_isPutOff_andAllElseGoesOn() throws Exception {
        endIn(life(), "ends");
        endIn(life(), "ends");
        try (KernelDriver kernel = new KernelDriver(dir.resolve("state"), queue -> true, life(), Tracing.off())) {
            for (String board : List.of("ends", "fine")) {
                assertThat(kernel.command(board, KernelDriver.createBoard(board, TIMED, "{}")))
                        .extracting(LogEntry::event)
                        .hasAtLeastOneElementOfType(WorkerInvoked.class);
            }

            List<LogEntry> timed = new ArrayList<>();
            for (int minute = 0; minute < 5; minute++) {
                timed.addAll(kernel.advance(Duration.ofMinutes(1)));
            }
            assertThat(timed)
                    .allMatch(entry -> entry.boardId().equals("fine"))
                    .extracting(LogEntry::event)
                    .hasAtLeastOneElementOfType(PatchRejected.class);

            assertThat(kernel.command(
                            "ends",
                            "{\"type\":\"CancelBoard\",\"commandId\":\"c\",\"boardId\":\"ends\",\"reason\":\"stuck\"}"))
                    .extracting(LogEntry::event)
                    .hasAtLeastOneElementOfType(BoardCancelled.class);
        }
    }
}
