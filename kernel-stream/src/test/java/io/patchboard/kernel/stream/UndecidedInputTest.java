package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.encoding.RecordEncoder;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.patch.ApplyLimits;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs that pass every check and still cannot be written down; the bounds of the checks are therefore wide. */
final class UndecidedInputTest {

    private static final String BLUEPRINT = """
            {'apiVersion':'patchboard/v1','name':'heap',
             'state':{'schema':{'type':'object'},'initial':{'text':{'$input':'/text'}}},
             'workers':{'digger':{'unsolicited':true,'write':[{'op':['add','copy'],'path':'/**'}]}},
             'complete':{'when':'has(state.done)','result':'/text'}}
            """;

    private static final String TIMED = """
            {'apiVersion':'patchboard/v1','name':'timed',
             'state':{'schema':{'type':'object'},'initial':{}},
             'workers':{'clock':{'write':[{'op':['add'],'path':'/done'}]}},
             'rules':[{'name':'start','on':{'event':'created'},'invoke':'clock'}],
             'policies':{'default':{'timeout':'TIMEOUT'}},'budgets':{'duration':'BUDGET'},
             'complete':{'when':'has(state.done)','result':'/done'}}
            """;

    @TempDir
    private Path stateDir;

    private KernelDriver kernel;

    @BeforeEach
    void start() {
        int most = 64 * 1024 * 1024;
        Limits wide = new Limits(PatchLimits.DEFAULT, new ApplyLimits(120, most), most, most, most, 200);
        kernel = new KernelDriver(stateDir, RecordEncoder.json(), wide, 1024 * 1024);
    }

    @AfterEach
    void stop() {
        kernel.close();
    }

    private List<LogEntry> create(String boardId, int characters) {
        return kernel.command(
                boardId, KernelDriver.createBoard(boardId, BLUEPRINT, "{'text':'" + "x".repeat(characters) + "'}"));
    }

    private List<LogEntry> propose(String proposalId, String patch) {
        return kernel.propose(
                "b1",
                ("{'proposalId':'" + proposalId + "','boardId':'b1','worker':'digger','patch':" + patch + "}")
                        .replace('\'', '"'));
    }

    @Test
    void create_whoseEntryIsTooLarge_isRejectedAndTheNextWorks() {
        assertThat(create("b1", 9 * 256 * 1024))
                .extracting(LogEntry::event)
                .singleElement()
                .isInstanceOfSatisfying(CommandRejected.class, rejected -> {
                    assertThat(rejected.rejection().stage()).isEqualTo(Stage.BUDGET);
                    assertThat(rejected.rejection().code()).isEqualTo("record-bytes");
                    assertThat(rejected.rejection().message())
                            .contains("BoardCreated")
                            .containsPattern("47[0-9]{5}");
                    assertThat(rejected.commandId()).contains("create-b1");
                });
        assertThat(create("b1", 10)).isEmpty();
        assertThat(create("b2", 10)).extracting(LogEntry::event).hasExactlyElementsOfTypes(BoardCreated.class);
    }

    private List<LogEntry> command(String type) {
        return kernel.command("b1", "{\"type\":\"" + type + "\",\"commandId\":\"" + type + "\",\"boardId\":\"b1\"}");
    }

    /** Each of them is decided twice, and the first time as much work as any record may be. */
    @Test
    void messagesThatWaited_andMakeTheBoardTooLarge_areDecidedOneAtATime() {
        create("b1", 6 * 256 * 1024);
        propose("p1", copies("more", 8));
        command("PauseBoard");
        for (int i = 2; i < 5; i++) {
            assertThat(propose("p" + i, copies("most", 2))).isEmpty();
        }

        assertThat(command("ResumeBoard"))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardResumed.class, PatchRejected.class);
        for (int i = 3; i < 5; i++) {
            assertThat(kernel.advance(Duration.ofMillis(25)))
                    .extracting(LogEntry::event)
                    .hasExactlyElementsOfTypes(PatchRejected.class);
        }
        assertThat(kernel.advance(Duration.ofMillis(25))).isEmpty();
    }

    private static String copies(String name, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{'op':'copy','from':'/text','path':'/" + name + i + "'}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    @Test
    void proposal_thatMakesTheBoardTooLarge_isRejectedAndTheNextWorks() {
        create("b1", 6 * 256 * 1024);
        assertThat(propose("p1", copies("more", 8)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class);

        assertThat(propose("p2", copies("most", 2))).singleElement().satisfies(entry -> {
            PatchRejected rejected = (PatchRejected) entry.event();
            assertThat(rejected.rejection().stage()).isEqualTo(Stage.BUDGET);
            assertThat(rejected.rejection().code()).isEqualTo("record-bytes");
            assertThat(rejected.rejection().message()).contains("the stored board");
            assertThat(rejected.proposalId()).contains("p2");
            assertThat(entry.sequence()).isEqualTo(3);
            assertThat(entry.header().version()).isEqualTo(2);
        });
        assertThat(propose("p3", "[{'op':'add','path':'/small','value':1}]"))
                .singleElement()
                .satisfies(entry -> {
                    assertThat(entry.event()).isInstanceOf(PatchCommitted.class);
                    assertThat(entry.sequence()).isEqualTo(4);
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PT20000000000000000S PT20000000000000000S",
                "PT10S PT9000000000000000000S",
                "PT9000000000000000000S PT9000000000000000000S"
            })
    void create_withAbsurdDurations_isRejectedAndTheNextWorks(String durations) {
        assertThat(createTimed(durations)).extracting(LogEntry::event).hasExactlyElementsOfTypes(CommandRejected.class);

        assertThat(kernel.advance(Duration.ofHours(1))).isEmpty();
        assertThat(create("b2", 10)).extracting(LogEntry::event).hasExactlyElementsOfTypes(BoardCreated.class);
    }

    /** Absurd only once the nearer of the two has passed. */
    @ParameterizedTest
    @ValueSource(strings = {"PT20000000000000000S PT1H", "PT10S PT20000000000000000S"})
    void create_withOneAbsurdDuration_neverKeepsOtherBoardsFromWorking(String durations) {
        assertThat(createTimed(durations)).isNotEmpty();

        for (int minute = 0; minute < 70; minute++) {
            kernel.advance(Duration.ofMinutes(1));
        }
        assertThat(create("b2", 10)).extracting(LogEntry::event).hasExactlyElementsOfTypes(BoardCreated.class);
    }

    private List<LogEntry> createTimed(String durations) {
        String[] times = durations.split(" ");
        String absurd = TIMED.replace("TIMEOUT", times[0]).replace("BUDGET", times[1]);
        return kernel.command("b1", KernelDriver.createBoard("b1", absurd, "{}"));
    }
}
