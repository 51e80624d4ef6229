package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.encoding.RecordEncoder;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many boards on a task that can keep only one of them as an object. */
final class TimersAndCacheTest {

    private static final String BLUEPRINT = """
            {'apiVersion':'patchboard/v1','name':'notes',
             'state':{'schema':{'type':'object'},'initial':{'notes':[]}},
             'workers':{'asked':{'write':[{'op':['add'],'path':'/done'}]},
                        'scribe':{'unsolicited':true,'write':[{'op':['add'],'path':'/notes/-'}]}},
             'rules':[{'name':'ask','on':{'event':'created'},'invoke':'asked'}],
             'policies':{'default':{'timeout':'PT10S','outage':{'patience':'PT0S'},'retry':{'maxAttempts':2}}},
             'complete':{'when':'has(state.done)','result':'/notes'}}
            """;

    @TempDir
    private Path stateDir;

    private KernelDriver kernel;

    @BeforeEach
    void start() {
        kernel = new KernelDriver(stateDir, RecordEncoder.json(), Limits.DEFAULT, 1);
    }

    @AfterEach
    void stop() {
        kernel.close();
    }

    private void create(String boardId) {
        assertThat(kernel.command(boardId, KernelDriver.createBoard(boardId, BLUEPRINT, "{}")))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardCreated.class, WorkerInvoked.class);
    }

    @Test
    void proposals_onMoreBoardsThanTheCacheHolds_findEachBoardAsItWas() {
        for (int board = 0; board < 5; board++) {
            create("b" + board);
        }
        for (int round = 0; round < 4; round++) {
            for (int board = 0; board < 5; board++) {
                String id = "b" + board;
                String path = "\"/notes/" + round + "\"";
                long sequence = 3L + round;
                assertThat(kernel.propose(
                                id,
                                "{\"proposalId\":\"p" + round + "\",\"boardId\":\"" + id
                                        + "\",\"worker\":\"scribe\",\"patch\":[{\"op\":\"add\",\"path\":\"/notes/-\","
                                        + "\"value\":" + board + "}]}"))
                        .singleElement()
                        .satisfies(committed -> {
                            assertThat(committed.boardId()).isEqualTo(id);
                            assertThat(committed.sequence()).isEqualTo(sequence);
                            assertThat(((PatchCommitted) committed.event())
                                            .patch()
                                            .toString())
                                    .contains(path);
                        });
            }
        }
    }

    @Test
    void timers_moreDueThanFireInOneGo_fireOnceEach() {
        int boards = 450;
        for (int board = 0; board < boards; board++) {
            create("b" + board);
        }

        List<LogEntry> entries = new ArrayList<>(kernel.advance(Duration.ofSeconds(11)));
        for (int i = 0; i < 10; i++) {
            entries.addAll(kernel.advance(Duration.ofMillis(100)));
        }

        List<LogEntry> timeouts = entries.stream()
                .filter(entry -> entry.event() instanceof PatchRejected)
                .toList();
        assertThat(timeouts).hasSize(boards).allSatisfy(timeout -> {
            assertThat(((PatchRejected) timeout.event()).stage()).isEqualTo(Stage.TIMEOUT);
            assertThat(timeout.sequence()).isEqualTo(3);
        });
        assertThat(new TreeSet<>(timeouts.stream().map(LogEntry::boardId).toList()))
                .hasSize(boards);
        assertThat(entries.stream().map(LogEntry::event).filter(WorkerInvoked.class::isInstance))
                .hasSize(boards);
        assertThat(entries).hasSize(2 * boards);
    }

    /** Each of these boards invites some hundred workers at the same time, each with a view. */
    @Test
    void timers_moreWorkDueThanMayBeDoneInOneGo_goOnWithTheNext() {
        String blueprint = """
                {'apiVersion':'patchboard/v1','name':'many',
                 'state':{'schema':{'type':'object'},'initial':{'xs':%s}},
                 'workers':{'v':{'read':['/xs'],'view':{'maxChars':20000}}},
                 'rules':[{'name':'all','on':{'event':'created'},'forEach':'/xs/*','delay':'PT1H','invoke':'v'}]}
                """.formatted(Collections.nCopies(400, "'" + "x".repeat(50) + "'"));
        int boards = 30;
        for (int board = 0; board < boards; board++) {
            kernel.command("b" + board, KernelDriver.createBoard("b" + board, blueprint, "{}"));
        }

        Set<String> first = boardsOf(kernel.advance(Duration.ofHours(1)));
        Set<String> all = new TreeSet<>(first);
        for (int i = 0; i < boards; i++) {
            all.addAll(boardsOf(kernel.advance(Duration.ofMillis(25))));
        }

        assertThat(first).hasSizeBetween(1, boards - 1);
        assertThat(all).hasSize(boards);
    }

    private static Set<String> boardsOf(List<LogEntry> entries) {
        return new TreeSet<>(entries.stream().map(LogEntry::boardId).toList());
    }
}
