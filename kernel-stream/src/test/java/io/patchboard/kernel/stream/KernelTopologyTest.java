package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.encoding.RecordEncoder;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KernelTopologyTest {

    private static final String BLUEPRINT = """
            {'apiVersion':'patchboard/v1','name':'notes',
             'state':{'schema':{'type':'object','properties':{'notes':{'type':'array','items':{'type':'string'}},
                                'summary':{'type':'string'}},'additionalProperties':false},
                      'initial':{'notes':{'$input':'/notes'}}},
             'workers':{'summarizer':{'read':['/notes/*'],'write':[{'op':['add'],'path':'/summary'}]},
                        'scribe':{'unsolicited':true,'read':['/notes/*'],'write':[{'op':['add'],'path':'/notes/-'}]}},
             'rules':[{'name':'summarize','on':{'event':'created'},'invoke':'summarizer'}],
             'policies':{'default':{'timeout':'PT10S','retry':{'maxAttempts':2}}},
             'complete':{'when':'has(state.summary)','result':'/summary'}}
            """;

    @TempDir
    private Path stateDir;

    private KernelDriver kernel;

    @BeforeEach
    void start() {
        kernel = new KernelDriver(stateDir);
    }

    @AfterEach
    void stop() {
        kernel.close();
    }

    private WorkerInvoked createBoard() {
        List<LogEntry> entries =
                kernel.command("b1", KernelDriver.createBoard("b1", BLUEPRINT, "{'notes':['one','two']}"));
        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardCreated.class, WorkerInvoked.class);
        return (WorkerInvoked) entries.get(1).event();
    }

    private static String answer(String proposalId, WorkerInvoked invoked, String patch) {
        return "{\"proposalId\":\"" + proposalId + "\",\"boardId\":\"b1\",\"worker\":\"" + invoked.worker()
                + "\",\"invocationId\":\"" + invoked.invocationId() + "\",\"patch\":" + patch + "}";
    }

    @Test
    void create_withRuleOnCreated_invokesTheWorkerWithItsView() {
        WorkerInvoked invoked = createBoard();

        assertThat(invoked.baseVersion()).isEqualTo(1);
        assertThat(invoked.view().toString()).contains("\"/notes/0\":\"one\"").contains("\"/notes/1\":\"two\"");
        assertThat(invoked.invocationId()).matches("inv-[0-9a-f]{32}");
    }

    @Test
    void answer_thatCompletes_endsTheBoard() {
        WorkerInvoked invoked = createBoard();

        List<LogEntry> entries = kernel.propose(
                "b1", answer("p1", invoked, "[{\"op\":\"add\",\"path\":\"/summary\",\"value\":\"done\"}]"));

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, BoardCompleted.class);
        assertThat(((BoardCompleted) entries.get(1).event()).result()).isEqualTo(Json.of("done"));
        assertThat(entries).extracting(LogEntry::sequence).containsExactly(3L, 4L);
    }

    @Test
    void proposal_deliveredTwice_hasOneOutcome() {
        WorkerInvoked invoked = createBoard();
        String answer = answer("p1", invoked, "[{\"op\":\"add\",\"path\":\"/summary\",\"value\":\"done\"}]");

        assertThat(kernel.propose("b1", answer)).hasSize(2);
        assertThat(kernel.propose("b1", answer)).isEmpty();
    }

    @Test
    void invocation_withoutAnswer_timesOutAndIsMadeAgain() {
        WorkerInvoked first = createBoard();

        List<LogEntry> entries = kernel.advance(Duration.ofSeconds(11));

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, WorkerInvoked.class);
        PatchRejected timeout = (PatchRejected) entries.get(0).event();
        assertThat(timeout.stage()).isEqualTo(Stage.TIMEOUT);
        assertThat(timeout.invocationId()).contains(first.invocationId());
        assertThat(((WorkerInvoked) entries.get(1).event()).attempt()).isEqualTo(2);
    }

    @Test
    void garbage_onEitherTopic_isRejectedAndTheNextProposalWorks() {
        WorkerInvoked invoked = createBoard();

        assertThat(kernel.propose("b1", "garbage")).singleElement().satisfies(e -> {
            assertThat(((PatchRejected) e.event()).stage()).isEqualTo(Stage.DECODE);
            assertThat(e.sequence()).isEqualTo(3);
        });
        assertThat(kernel.propose(null, new byte[] {0, 1}))
                .singleElement()
                .satisfies(e -> assertThat(e.boardId()).isEqualTo("!partition-0"));
        assertThat(kernel.command("b1", "[]")).hasSize(1);

        assertThat(kernel.propose("b1", answer("p1", invoked, "[]"))).isNotEmpty();
    }

    @Test
    void unsolicitedProposal_isCommittedWithTheIndexThatItGot() {
        createBoard();
        assertThat(kernel.propose("b1", scribble("u1")))
                .extracting(LogEntry::event)
                .singleElement()
                .isInstanceOfSatisfying(
                        PatchCommitted.class,
                        e -> assertThat(e.patch().toString())
                                .isEqualTo("[{\"op\":\"add\",\"path\":\"/notes/2\",\"value\":\"more\"}]"));
    }

    private static String scribble(String proposalId) {
        return "{\"proposalId\":\"" + proposalId + "\",\"boardId\":\"b1\",\"worker\":\"scribe\",\"patch\":"
                + "[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"more\"}]}";
    }

    @Test
    void restart_goesOnWhereItWas(@TempDir Path newStateDir) {
        WorkerInvoked invoked = createBoard();
        String before = scribble("u1");
        kernel.propose("b1", before);

        kernel = kernel.restarted(newStateDir);

        assertThat(kernel.propose("b1", before)).isEmpty();
        assertThat(kernel.propose("b1", scribble("u2")))
                .singleElement()
                .extracting(LogEntry::sequence)
                .isEqualTo(4L);
        List<LogEntry> entries = kernel.propose(
                "b1", answer("p1", invoked, "[{\"op\":\"add\",\"path\":\"/summary\",\"value\":\"done\"}]"));
        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, BoardCompleted.class);
        assertThat(entries.get(1).header().version()).isEqualTo(4);
    }

    @Test
    void timers_fireOnce_andSurviveARestart(@TempDir Path newStateDir) {
        createBoard();
        assertThat(kernel.advance(Duration.ofSeconds(9))).isEmpty();

        kernel = kernel.restarted(newStateDir);

        assertThat(kernel.advance(Duration.ofMillis(500))).isEmpty();
        assertThat(kernel.advance(Duration.ofSeconds(1)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, WorkerInvoked.class);
        assertThat(kernel.advance(Duration.ofSeconds(5))).isEmpty();
        assertThat(kernel.advance(Duration.ofSeconds(6)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchRejected.class, BranchStopped.class);
        assertThat(kernel.advance(Duration.ofHours(1))).isEmpty();
    }

    @Test
    void timeBudget_warnsAndEndsByTimer_eachOnce_acrossARestart(@TempDir Path newStateDir) {
        String limited = BLUEPRINT.replace("'name':'notes'", "'name':'limited','budgets':{'duration':'PT5S'}");
        kernel.command("b1", KernelDriver.createBoard("b1", limited, "{'notes':[]}"));
        assertThat(kernel.advance(Duration.ofMillis(3_900))).isEmpty();

        kernel = kernel.restarted(newStateDir);

        assertThat(kernel.advance(Duration.ofMillis(200)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BudgetWarning.class);
        assertThat(kernel.advance(Duration.ofMillis(800))).isEmpty();
        assertThat(kernel.advance(Duration.ofMillis(200)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardHalted.class);
        assertThat(kernel.advance(Duration.ofHours(1))).isEmpty();
    }

    @Test
    void boards_doNotKnowOfEachOther() {
        createBoard();
        String other = BLUEPRINT.replace("'name':'notes'", "'name':'others'");
        kernel.command("b2", KernelDriver.createBoard("b2", other, "{'notes':[]}"));

        assertThat(kernel.propose("b2", scribble("u1").replace("b1", "b2")))
                .singleElement()
                .extracting(LogEntry::sequence)
                .isEqualTo(3L);
        assertThat(kernel.propose("b1", scribble("u1"))).hasSize(1);
    }

    @Test
    void unknownQueue_isRejected() {
        String blueprint = BLUEPRINT.replace("'summarizer':{", "'summarizer':{'queue':'nowhere',");

        assertThat(kernel.command("b1", KernelDriver.createBoard("b1", blueprint, "{'notes':[]}")))
                .extracting(LogEntry::event)
                .singleElement()
                .isInstanceOfSatisfying(CommandRejected.class, e -> {
                    assertThat(e.stage()).isEqualTo(Stage.ADMISSION);
                    assertThat(e.rejection().code()).isEqualTo("unknown-queue");
                    assertThat(e.rejection().pointer()).isEqualTo("/blueprint/workers/summarizer/queue");
                });
    }

    @Test
    void defectInDeciding_costsTheInputItsOutcomeAndNobodyElse(@TempDir Path other) {
        Predicate<String> defect = queue -> {
            if (queue.equals("defect")) {
                throw new IllegalStateException("a defect");
            }
            return true;
        };
        try (KernelDriver defective =
                new KernelDriver(other, RecordEncoder.json(), Limits.DEFAULT, 1024 * 1024, defect)) {
            String blueprint = BLUEPRINT.replace("'summarizer':{", "'summarizer':{'queue':'defect',");

            assertThat(defective.command("b1", KernelDriver.createBoard("b1", blueprint, "{'notes':[]}")))
                    .extracting(LogEntry::event)
                    .singleElement()
                    .isInstanceOfSatisfying(CommandRejected.class, e -> {
                        assertThat(e.commandId()).contains("create-b1");
                        assertThat(e.stage()).isEqualTo(Stage.DECODE);
                        assertThat(e.rejection().code()).isEqualTo("internal-error");
                        assertThat(e.rejection().message())
                                .startsWith("Expected ")
                                .contains(", but ");
                    });
            assertThat(defective.command("b2", KernelDriver.createBoard("b2", BLUEPRINT, "{'notes':[]}")))
                    .hasSize(2);
        }
    }

    @Test
    void largeProposal_isRepeatedAsItsSizeHashAndBeginning() {
        createBoard();
        String large = scribble("u1").replace("more", "x".repeat(100_000));

        assertThat(kernel.propose("b1", large.replace("scribe", "nobody")))
                .extracting(LogEntry::event)
                .singleElement()
                .isInstanceOfSatisfying(PatchRejected.class, e -> {
                    JsonObject echo = (JsonObject) e.proposal().orElseThrow();
                    assertThat(echo.names()).containsExactly("bytes", "sha256", "beginning");
                    assertThat(echo.get("sha256"))
                            .contains(Json.of(CanonicalJson.sha256(
                                    large.replace("scribe", "nobody").getBytes(StandardCharsets.UTF_8))));
                    assertThat(e.proposalId()).contains("u1");
                });
        assertThat(kernel.propose("b1", large.replace("u1", "u2")))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class);
    }

    @Test
    void timesOfRecords_mayBeAnything() {
        createBoard();
        assertThat(kernel.propose("b1", scribble("u1"), 0))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class);
        assertThat(kernel.propose("b1", scribble("u2"), Long.MAX_VALUE))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class);
        assertThat(kernel.propose("b1", scribble("u3"), 0))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class);
        assertThat(kernel.advance(Duration.ofHours(1))).isNotNull();
        String another = KernelDriver.createBoard("b2", BLUEPRINT, "{'notes':[]}");
        assertThat(kernel.command("b2", another)).hasSize(2);
    }
}
