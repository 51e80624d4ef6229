package io.patchboard.client.ask;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.SampleLog;
import io.patchboard.record.LogEntry;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Outcomes that nobody remembers, where there is no broker that could tell. */
class OutcomesTest {

    private final List<LogEntry> log = SampleLog.completed("b").entries();

    @AutoClose
    private final Outcomes outcomes = new Outcomes(
            KafkaConnection.to("127.0.0.1:1"),
            any -> {},
            (board, which) ->
                    Optional.of(board.equals("b") ? log.stream().filter(which).toList() : List.of()));

    @Test
    void whereLogsAreKept_outcomesAreFoundWithoutTheTopics() {
        assertThat(find(RequestKey.proposal("b", "p-1"))).contains(log.get(2));
        assertThat(find(RequestKey.proposal("b", "p-3"))).contains(log.get(5));
        assertThat(find(RequestKey.command("b", "c-1"))).contains(log.get(0));
    }

    @Test
    void whereLogsAreKept_itIsKnownThatThereIsNone() {
        assertThat(find(RequestKey.command("b", "p-1"))).isEmpty();
        assertThat(find(RequestKey.proposal("other", "p-1"))).isEmpty();
    }

    private Optional<LogEntry> find(RequestKey key) {
        return outcomes.find(key).toCompletableFuture().join();
    }
}
