package io.patchboard.standalone.cli.replay;

import static io.patchboard.standalone.cli.replay.InputAuditTest.TOPICS;
import static io.patchboard.standalone.cli.replay.InputAuditTest.created;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.SentRecord;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was lost is told from what may wait, and from what is known by little. */
class LostInputsTest {

    private final InputAudit audit = InputAuditTest.audit(Optional.empty());
    private long offset;

    @BeforeEach
    void createBoard() {
        audit.outcome(created("b"));
    }

    private void passed(String topic, String key, String value) {
        audit.sent(new SentRecord(
                topic,
                0,
                offset++,
                key.getBytes(StandardCharsets.UTF_8),
                value.getBytes(StandardCharsets.UTF_8),
                Instant.EPOCH,
                true,
                false));
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
}
