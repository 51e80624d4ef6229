package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a worker sends unasked to a paused board waits until it goes on, in its order, also over restarts. */
final class PausedMessagesTest {

    private static final String BLUEPRINT = """
            {'apiVersion':'patchboard/v1','name':'notes','state':{'schema':{'type':'object'},'initial':{'notes':[]}},
             'workers':{'scribe':{'unsolicited':true,'write':[{'op':['add'],'path':'/notes/-'}]},'other':{}}}
            """;

    /** Longer than what comes early waits for its board. */
    private static final Duration LONG = Duration.ofDays(30);

    private static final Duration SOON = Duration.ofMillis(25);

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

    private List<LogEntry> create() {
        return kernel.command("b", KernelDriver.createBoard("b", BLUEPRINT, "{}"));
    }

    private List<LogEntry> command(String type, String id) {
        return kernel.command("b", "{\"type\":\"" + type + "\",\"commandId\":\"" + id + "\",\"boardId\":\"b\"}");
    }

    private List<LogEntry> note(String id) {
        return note("scribe", id);
    }

    private List<LogEntry> note(String worker, String id) {
        return kernel.propose(
                "b",
                "{\"proposalId\":\"" + id + "\",\"boardId\":\"b\",\"worker\":\"" + worker + "\",\"patch\":"
                        + "[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"" + id + "\"}]}");
    }

    private static List<String> outcomes(List<LogEntry> entries) {
        List<String> outcomes = new ArrayList<>();
        for (LogEntry entry : entries) {
            if (entry.event() instanceof PatchCommitted committed) {
                outcomes.add(committed.proposalId());
            } else if (entry.event() instanceof PatchRejected rejected) {
                outcomes.add(rejected.proposalId().orElse("?") + " "
                        + rejected.rejection().code());
            }
        }
        return outcomes;
    }

    @Test
    void messages_areDecidedWhenTheBoardGoesOn_inTheirOrder_eachOnce() {
        create();
        assertThat(outcomes(note("before"))).containsExactly("before");
        command("PauseBoard", "pause");
        assertThat(note("p1")).isEmpty();
        assertThat(note("p2")).isEmpty();
        assertThat(note("p1")).isEmpty();
        assertThat(kernel.advance(LONG)).isEmpty();

        List<LogEntry> entries = command("ResumeBoard", "resume");

        assertThat(entries.get(0).event()).isInstanceOf(BoardResumed.class);
        assertThat(outcomes(entries)).containsExactly("p1", "p2");
        assertThat(outcomes(note("after"))).containsExactly("after");
        assertThat(kernel.advance(LONG)).isEmpty();
    }

    @Test
    void restart_losesNone_whetherTheBoardIsPausedOrNot(@TempDir Path second, @TempDir Path third) {
        create();
        command("PauseBoard", "pause");
        note("p1");
        note("p2");

        kernel = kernel.restarted(second);
        assertThat(kernel.advance(LONG)).isEmpty();
        assertThat(note("p3")).isEmpty();
        kernel = kernel.restarted(third);

        assertThat(outcomes(command("ResumeBoard", "resume"))).containsExactly("p1", "p2", "p3");
        assertThat(kernel.advance(LONG)).isEmpty();
    }

    @Test
    void boardThatIsPausedAgain_keepsWhatComesThen() {
        create();
        command("PauseBoard", "pause-1");
        note("p1");
        assertThat(outcomes(command("ResumeBoard", "resume-1"))).containsExactly("p1");
        command("PauseBoard", "pause-2");
        note("p2");
        assertThat(kernel.advance(LONG)).isEmpty();
        assertThat(outcomes(command("ResumeBoard", "resume-2"))).containsExactly("p2");
    }

    @Test
    void boardThatEndsInstead_refusesThem() {
        create();
        command("PauseBoard", "pause");
        note("p1");

        assertThat(outcomes(command("CancelBoard", "cancel"))).containsExactly("p1 board-ended");
    }

    @Test
    void whoMayNotSpeakUnasked_isRefusedAtOnce() {
        create();
        command("PauseBoard", "pause");

        assertThat(outcomes(note("other", "p1"))).containsExactly("p1 invocation-required");
        assertThat(outcomes(note("nobody", "p2"))).containsExactly("p2 unknown-worker");
    }

    @Test
    void messageThatCameBeforeItsBoardAndItsPause_waitsForBoth() {
        assertThat(command("PauseBoard", "pause")).isEmpty();
        assertThat(note("p1")).isEmpty();

        assertThat(create())
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardCreated.class, BoardPaused.class);
        assertThat(kernel.advance(LONG)).isEmpty();
        assertThat(outcomes(command("ResumeBoard", "resume"))).containsExactly("p1");
    }

    /** Between the pause and its end is more than is decided of them at once. */
    @Test
    void boardThatGoesOnByACommandThatWaited_decidesThemWithoutWaitingForMore() {
        command("PauseBoard", "pause");
        note("p1");
        for (int i = 0; i < 900; i++) {
            kernel.propose(
                    "b",
                    "{\"proposalId\":\"x" + i + "\",\"boardId\":\"b\",\"worker\":\"other\",\"patch\":[],"
                            + "\"viewHash\":\"" + "a".repeat(12_000) + "\"}");
        }
        command("ResumeBoard", "resume");

        assertThat(create()).extracting(LogEntry::event).noneMatch(BoardResumed.class::isInstance);
        List<String> decided = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            decided.addAll(outcomes(kernel.advance(SOON)));
        }
        assertThat(decided).endsWith("p1");
    }

    @Test
    void moreThanThereIsRoomFor_isRefused_andNoneOfTheOthersIsLost() {
        int room = 1_000;
        create();
        command("PauseBoard", "pause");
        for (int i = 0; i < room; i++) {
            assertThat(note("p" + i)).isEmpty();
        }
        assertThat(outcomes(note("late"))).containsExactly("late paused");

        List<String> decided = new ArrayList<>(outcomes(command("ResumeBoard", "resume")));
        decided.addAll(outcomes(note("next")));
        while (decided.size() < room + 1) {
            List<LogEntry> more = kernel.advance(SOON);
            assertThat(more).isNotEmpty();
            decided.addAll(outcomes(more));
        }
        assertThat(decided).startsWith("p0", "p1").endsWith("p999", "next").hasSize(room + 1);
    }
}
