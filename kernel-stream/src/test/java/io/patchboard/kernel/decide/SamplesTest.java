package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The published samples show what a kernel makes, as far as one board can have all of a record's fields. */
class SamplesTest {

    private static LogEntry sample(String type) throws IOException {
        return LogEntry.fromJson(json(type));
    }

    private static JsonObject json(String type) throws IOException {
        try (InputStream text = SamplesTest.class.getResourceAsStream("/samples/" + type + ".json")) {
            return (JsonObject) JsonReader.parse(new String(text.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void invocation_isTheOneThatAKernelMakesForTheBoardOfTheSamples() throws Exception {
        LogEntry creation = sample("BoardCreated");
        BoardCreated created = (BoardCreated) creation.event();
        WorkerInvoked shown = (WorkerInvoked) sample("WorkerInvoked").event();
        Scenario board = new Scenario(created.blueprint(), Limits.DEFAULT);

        List<LogEntry> log =
                board.command(new CreateBoard("c-1", creation.boardId(), created.blueprint(), created.input()));
        WorkerInvoked made = board.invocation("extractor");

        assertThat(((BoardCreated) log.get(0).event()).state()).isEqualTo(created.state());
        assertThat(shown.view()).isEqualTo(made.view());
        assertThat(shown.viewHash()).isEqualTo(made.viewHash());
        assertThat(shown.instruction()).isEqualTo(made.instruction());
        assertThat(shown.writes()).isEqualTo(made.writes());
        assertThat(shown.queue()).isEqualTo(made.queue());
        assertThat(shown.trigger().rule()).isEqualTo(made.trigger().rule());
        assertThat(shown.trigger().path()).isEqualTo(made.trigger().path());
        assertThat(shown.baseVersion()).isEqualTo(made.baseVersion());
        assertThat(sample("WorkerInvoked").header().version())
                .isEqualTo(
                        board.entriesWith(WorkerInvoked.class).get(0).header().version());
    }
}
