package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.encoding.RecordEncoder;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.record.BoardCompleted;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records in, log entries out: each record has its outcome, whatever is wrong with it. */
final class KernelTopologyTest extends KernelRig {

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
