package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Waits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What comes before its board waits for it, in its order and for its time, and no more of it than there is room for.
 */
final class EarlyRecordsTest {

    private static final String BLUEPRINT = """
            {'apiVersion':'patchboard/v1','name':'notes','state':{'schema':{'type':'object'},'initial':{'notes':[]}},
             'workers':{'scribe':{'unsolicited':true,'write':[{'op':['add'],'path':'/notes/-'}]}}}
            """;

    private static final Duration NEARLY = Waits.FOR_BOARD.minusMillis(100);
    private static final Duration A_LITTLE = Duration.ofMillis(200);

    @TempDir
    private Path dir;

    private KernelDriver kernel;

    @BeforeEach
    void start() {
        kernel = new KernelDriver(dir.resolve("first"));
    }

    @AfterEach
    void stop() {
        kernel.close();
    }

    private List<LogEntry> create(String board) {
        return kernel.command(board, KernelDriver.createBoard(board, BLUEPRINT, "{}"));
    }

    private List<LogEntry> note(String board, String id) {
        return kernel.propose(board, proposal(board, id));
    }

    private static String proposal(String board, String id) {
        return "{\"proposalId\":\"" + id + "\",\"boardId\":\"" + board + "\",\"worker\":\"scribe\",\"patch\":"
                + "[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"" + id + "\"}]}";
    }

    private static String pause(String board) {
        return "{\"type\":\"PauseBoard\",\"commandId\":\"pause\",\"boardId\":\"" + board + "\"}";
    }

    private static List<String> ids(List<LogEntry> entries) {
        List<String> ids = new ArrayList<>();
        for (LogEntry entry : entries) {
            if (entry.event() instanceof PatchCommitted committed) {
                ids.add(committed.proposalId());
            } else if (entry.event() instanceof RejectedEvent rejected) {
                ids.add(rejected.requestId().orElse("?") + " "
                        + rejected.rejection().code());
            }
        }
        return ids;
    }

    @Test
    void proposalsBeforeTheirBoard_areDecidedRightAfterItsCreation_inTheirOrder() {
        assertThat(note("b1", "p1")).isEmpty();
        assertThat(note("b1", "p2")).isEmpty();
        assertThat(kernel.advance(NEARLY)).isEmpty();

        List<LogEntry> entries = create("b1");

        assertThat(entries.get(0).event()).isInstanceOf(BoardCreated.class);
        assertThat(ids(entries)).containsExactly("p1", "p2");
        assertThat(ids(note("b1", "p3"))).containsExactly("p3");
        assertThat(kernel.advance(Duration.ofHours(1))).isEmpty();
    }

    @Test
    void whatWaited_keepsItsOwnTime_butNeverGoesBack() {
        kernel.propose(
                "b1", proposal("b1", "p1"), KernelDriver.START.plusSeconds(60).toEpochMilli());
        kernel.propose(
                "b1", proposal("b1", "p2"), KernelDriver.START.minusSeconds(60).toEpochMilli());

        assertThat(create("b1"))
                .extracting(entry -> entry.header().time())
                .containsExactly(
                        KernelDriver.START, KernelDriver.START.plusSeconds(60), KernelDriver.START.plusSeconds(60));
    }

    @Test
    void boardThatDoesNotCome_isUnknownOnceTheTimeIsUp_andCanBeCreatedAfterwards() {
        note("b1", "p1");
        kernel.advance(A_LITTLE);
        note("b1", "p2");

        assertThat(ids(kernel.advance(NEARLY))).containsExactly("p1 unknown-board");
        assertThat(ids(kernel.advance(A_LITTLE))).containsExactly("p2 unknown-board");
        assertThat(create("b1")).singleElement().extracting(LogEntry::sequence).isEqualTo(3L);
        assertThat(note("b1", "p1")).isEmpty();
    }

    @Test
    void commandsThatNobodyHasTaken_mayBeOfTheBoard_howeverLongThatTakes() {
        kernel.commandsLeft(true);
        note("b1", "p1");
        note("b2", "q1");
        assertThat(kernel.advance(Duration.ofHours(1))).isEmpty();
        assertThat(ids(create("b1"))).containsExactly("p1");

        kernel.commandsLeft(false);
        assertThat(ids(kernel.advance(A_LITTLE))).containsExactly("q1 unknown-board");
    }

    @Test
    void whoAsksOverHttpForABoardThatDoesNotCome_isToldInTime() {
        Duration forTheLastRoundAndTheDecision = Duration.ofSeconds(1);
        assertThat(Waits.FOR_BOARD.plus(forTheLastRoundAndTheDecision)).isLessThan(Waits.FOR_OUTCOME);
    }

    @Test
    void restart_losesNothing_andGivesTheBoardItsFullTimeAgain(@TempDir Path other) {
        note("b1", "p1");
        note("b2", "q1");
        note("b1", "p2");
        kernel.advance(NEARLY);

        kernel = kernel.restarted(other);

        assertThat(kernel.advance(Duration.ofMillis(25))).isEmpty();
        assertThat(kernel.advance(NEARLY)).isEmpty();
        assertThat(note("b1", "p3")).isEmpty();
        assertThat(ids(create("b1"))).containsExactly("p1", "p2", "p3");
        assertThat(ids(kernel.advance(A_LITTLE))).containsExactly("q1 unknown-board");
    }

    @Test
    void refusedCreation_doesNotEndTheWaiting() {
        note("b1", "p1");

        String refused =
                KernelDriver.createBoard("b1", "{'name':'nothing'}", "{}").replace("create-b1", "refused");
        assertThat(kernel.command("b1", refused))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(CommandRejected.class);

        assertThat(ids(create("b1"))).containsExactly("p1");
    }

    @Test
    void commandsBeforeTheirBoard_waitToo_andGarbageStandsBehindThem() {
        assertThat(kernel.command("b1", pause("b1"))).isEmpty();
        assertThat(kernel.propose("b1", "garbage")).isEmpty();
        assertThat(kernel.propose("b2", "garbage"))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class);

        assertThat(create("b1"))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardCreated.class, BoardPaused.class, PatchRejected.class);
    }

    @Test
    void repeatWhileItWaits_isDecidedOnce() {
        note("b1", "p1");
        note("b1", "p1");

        assertThat(ids(create("b1"))).containsExactly("p1");
    }

    @Test
    void moreForOneBoardThanThereIsRoomFor_isRejectedAtOnce() {
        int room = 1_000;
        for (int i = 0; i < room; i++) {
            assertThat(note("b1", "p" + i)).isEmpty();
        }

        assertThat(ids(note("b1", "late"))).containsExactly("late unknown-board");
        assertThat(note("b2", "other")).isEmpty();
        List<String> decided = new ArrayList<>(ids(create("b1")));
        decided.addAll(ids(note("b1", "next")));
        while (decided.size() < room + 1) {
            List<LogEntry> more = kernel.advance(Duration.ofMillis(25));
            assertThat(more).isNotEmpty();
            decided.addAll(ids(more));
        }
        assertThat(decided).startsWith("p0", "p1").endsWith("p999", "next").hasSize(room + 1);
    }

    @Test
    void moreBytesForOneBoardThanThereIsRoomFor_areRejectedAtOnce() {
        String large = "x".repeat(3 * 1024 * 1024);
        for (int i = 0; i < 5; i++) {
            assertThat(kernel.propose("b1", proposal("b1", "p" + i).replace("/notes", large)))
                    .isEmpty();
        }

        assertThat(kernel.propose("b1", proposal("b1", "p5").replace("/notes", large)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class);
        assertThat(note("b1", "small")).isEmpty();
    }

    @Test
    void moreForAllBoardsThanThereIsRoomFor_isRejectedAtOnce_andLeavesRoomWhenTheTimeIsUp() {
        int room = 10_000;
        for (int i = 0; i < room; i++) {
            assertThat(note("unknown-" + i, "p")).isEmpty();
        }
        assertThat(note("b1", "p1")).extracting(LogEntry::event).hasExactlyElementsOfTypes(PatchRejected.class);

        int rejected = 0;
        kernel.advance(Waits.FOR_BOARD);
        while (rejected < room - 200) {
            List<LogEntry> entries = kernel.advance(Duration.ofMillis(25));
            assertThat(entries).isNotEmpty();
            rejected += entries.size();
        }
        assertThat(note("b1", "p2")).isEmpty();
        assertThat(ids(create("b1"))).containsExactly("p2");
    }
}
