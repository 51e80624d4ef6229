package io.patchboard.standalone.cli.replay;

import static io.patchboard.standalone.cli.replay.InputAuditTest.TOPICS;
import static io.patchboard.standalone.cli.replay.InputAuditTest.created;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was lost is told from what may wait, and from what is known by little. */
class LostInputsTest {

    private static final Json WITHHELD = JsonObject.of("withheld", Json.of("It may have what is to be sealed."));

    private final InputAudit audit = InputAuditTest.audit(Optional.empty());
    private long offset;

    @BeforeEach
    void createBoard() {
        audit.outcome(created("b"));
    }

    private static LogEntry rejected(String id, RejectionCode code, Json proposal) {
        return new LogEntry(
                InputAuditTest.header("b"),
                new PatchRejected(
                        Optional.of(id),
                        Optional.of("w"),
                        Optional.empty(),
                        Rejection.of(code, "", "Expected a signature."),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(proposal)));
    }

    private void passed(String topic, String key, String value) {
        audit.sent(InputAuditTest.record(topic, offset++, key, value, true, false));
    }

    private List<String> missing() {
        audit.finish();
        return audit.findings().stream().map(Finding::expected).toList();
    }

    @Test
    void whatNeverWaitsForABoard_isMissing_thoughThereIsNone() {
        passed(TOPICS.commands(), "new", """
                {"type":"CreateBoard","commandId":"c-1","boardId":"new","blueprint":{},"input":{}}""");
        passed(TOPICS.proposals(), "", InputAuditTest.proposal("b", "w", "", "p-1"));
        passed(TOPICS.commands(), "new", """
                {"type":"PauseBoard","commandId":"c-2","boardId":"new"}""");

        assertThat(missing()).containsExactly("an outcome of command c-1", "an outcome of proposal p-1");
    }

    @Test
    void rejectionOfWhatAStrangerSent_isNoOutcomeOfWhatTheAuthorSent() {
        String strangers = InputAuditTest.proposal("b", "w", "", "p-1");
        audit.outcome(rejected("p-1", RejectionCode.UNSIGNED, JsonReader.parse(strangers)));
        passed(TOPICS.proposals(), "b", strangers);
        passed(TOPICS.proposals(), "b", strangers.replace("\"patch\":[]", "\"patch\":[1]"));

        assertThat(missing()).containsExactly("an outcome of proposal p-1");
    }

    @Test
    void whatIsWithheld_andHasNoId_hasARejectionEach() {
        audit.outcome(new LogEntry(
                InputAuditTest.header("b"),
                new PatchRejected(
                        Optional.empty(),
                        Optional.of("w"),
                        Optional.empty(),
                        Rejection.of(RejectionCode.FIELD, "/proposalId", "Expected an id."),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(WITHHELD))));
        String unsealed = "{\"boardId\":\"b\",\"worker\":\"w\",\"patch\":[{\"value\":{\"$unsealed\":{}}}]}";
        passed(TOPICS.proposals(), "b", unsealed.replace("$unsealed", "plain"));
        passed(TOPICS.proposals(), "b", unsealed);
        passed(TOPICS.proposals(), "b", unsealed);

        assertThat(audit.findings())
                .extracting(Finding::found)
                .containsExactly("none; it is at patchboard.proposals-0@0", "none; it is at patchboard.proposals-0@2");
    }

    @Test
    void whatIsWithheld_isKnownByItsId_thoughAnybodyMayHaveSentIt() {
        audit.outcome(rejected("p-1", RejectionCode.SIGNATURE, WITHHELD));
        audit.outcome(new LogEntry(
                InputAuditTest.header("b"),
                new CommandRejected(
                        Optional.of("c-1"),
                        Rejection.of(RejectionCode.UNSIGNED, "", "Expected a signature."),
                        List.of(),
                        Optional.of(WITHHELD))));
        passed(TOPICS.proposals(), "b", InputAuditTest.proposal("b", "w", "", "p-1"));
        passed(TOPICS.commands(), "b", """
                {"type":"PauseBoard","commandId":"c-1","boardId":"b"}""");

        assertThat(missing()).isEmpty();
    }
}
