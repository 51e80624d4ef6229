package io.patchboard.standalone.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.read.LogRecord;
import io.patchboard.standalone.read.SampleLog;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoardAuditTest {

    private final BoardAudit audit = new BoardAudit("b", new Applier(new Blueprints()), true);

    private List<Finding> findings(List<LogRecord> log) {
        log.forEach(audit::accept);
        return audit.findings();
    }

    @Test
    void honestLog_hasNoFindings() {
        assertThat(findings(SampleLog.completed("b").records())).isEmpty();
        assertThat(audit.entries()).isEqualTo(7);
    }

    @Test
    void gap_isFound_andTheStateBeforeItIsKept() {
        List<LogRecord> log = SampleLog.completed("b").records();

        assertThat(findings(List.of(log.get(0), log.get(1), log.get(4))))
                .contains(new Finding("b", 5, "sequence", "3", "5"));
        assertThat(audit.board().sequence()).isEqualTo(2);
    }

    @Test
    void proposalWithTwoOutcomes_isFound() {
        assertThat(findings(new SampleLog("b")
                        .created()
                        .committed("p-1", "", 1)
                        .rejected("p-1", "")
                        .records()))
                .extracting(Finding::sequence, Finding::field)
                .containsExactly(tuple(3L, "proposalId"));
    }

    @Test
    void invocationWithTwoOutcomes_orNeverMade_isFound() {
        assertThat(findings(new SampleLog("b")
                        .created()
                        .invoked("i-1")
                        .committed("p-1", "i-1", 1)
                        .rejected("p-2", "i-1")
                        .rejected("p-3", "i-9")
                        .records()))
                .extracting(Finding::sequence)
                .containsOnly(4L, 5L);
    }

    @Test
    void changedState_isFoundByItsHash() {
        List<LogEntry> entries = SampleLog.completed("b").entries();
        JsonObject changed = entries.get(2)
                .toJson()
                .with("patch", JsonReader.parse("[{\"op\":\"replace\",\"path\":\"/count\",\"value\":99}]"));
        LogRecord forged = SampleLog.record(LogEntry.fromJson(changed));

        assertThat(findings(List.of(SampleLog.record(entries.get(0)), SampleLog.record(entries.get(1)), forged)))
                .extracting(Finding::field)
                .containsExactlyInAnyOrder("hash", "stateHash");
    }

    @Test
    void fieldThatNoHashCovers_isFound() {
        LogEntry entry = SampleLog.completed("b").entries().get(0);
        byte[] value = entry.toJson()
                .with("note", JsonReader.parse("\"trust me\""))
                .toString()
                .getBytes(StandardCharsets.UTF_8);

        assertThat(findings(List.of(new LogRecord("t", 0, 0, entry, value))))
                .extracting(Finding::field, Finding::found)
                .containsExactly(tuple("record", "note"));
    }
}
