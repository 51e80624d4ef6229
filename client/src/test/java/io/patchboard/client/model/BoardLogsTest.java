package io.patchboard.client.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.calls.Deadline;
import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.EntryDecoder;
import io.patchboard.client.log.SampleLog;
import io.patchboard.client.log.UnreadableEntryException;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.state.History.InvocationEnd;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.StateHash;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is read of a long log when one thing of it is asked for, in entries that were decoded. */
class BoardLogsTest extends StoreRig {

    private static final int MORE = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final EntryDecoder decoder = EntryDecoder.of(KafkaConnection.to("127.0.0.1:1"));
    private int decoded;

    private BoardLogs logs() {
        EntryDecoder counting = new EntryDecoder() {
            @Override
            public LogEntry decode(byte[] value) throws UnreadableEntryException {
                decoded++;
                return decoder.decode(value);
            }

            @Override
            public LogEntry decodeWithoutBulk(byte[] value) throws UnreadableEntryException {
                decoded++;
                return decoder.decodeWithoutBulk(value);
            }
        };
        return new BoardLogs(store(), counting, Instant::now, () -> Long.MAX_VALUE);
    }

    @Test
    void whoChooses_looksAtSoManyEntriesInOneGo_andGoesOnBehindThem() {
        SampleLog log = new SampleLog("b").created();
        while (log.entries().size() < BoardLogs.MOST_LOOKED_AT + MORE) {
            log.rejected("p-" + log.entries().size(), "");
        }
        put(log.ended().entries());
        BoardLogs logs = logs();
        List<Long> chosen = new ArrayList<>();

        logs.chosen("b", 1, BoardLogsTest::isEnd, entry -> chosen.add(entry.sequence()));
        assertThat(chosen).isEmpty();
        assertThat(decoded).isEqualTo(BoardLogs.MOST_LOOKED_AT);
        logs.all("b", 1, BoardLogsTest::isEnd, entry -> chosen.add(entry.sequence()));
        assertThat(decoded).isEqualTo(2 * BoardLogs.MOST_LOOKED_AT);

        logs.chosen("b", BoardLogs.MOST_LOOKED_AT + 1, BoardLogsTest::isEnd, entry -> chosen.add(entry.sequence()));
        assertThat(chosen).containsExactly(BoardLogs.MOST_LOOKED_AT + MORE + 1L);
    }

    @Test
    void whoChoosesFromAll_isGivenWholeEntries_orToldThatThereWasNoTime() {
        SampleLog log = new SampleLog("b").created().invoked("i-1").committed("p-1", "i-1", 1);
        put(log.ended().entries());

        assertThat(logs().chosen("b", entry -> entry.type().equals("PatchCommitted"), Deadline.in(PATIENCE)))
                .contains(List.of(log.entries().get(2)));
        assertThat(logs().chosen("b", entry -> false, Deadline.in(PATIENCE))).contains(List.of());
        assertThat(logs().chosen("b", entry -> true, Deadline.in(Duration.ZERO)))
                .isEmpty();
    }

    private static boolean isEnd(LogEntry entry) {
        return entry.type().equals("BoardCompleted");
    }

    @Test
    void invocationThatAnEntryAnswers_isFoundWithoutALookAtTheLog() {
        SampleLog log = new SampleLog("b").created();
        for (int i = 0; i < 100; i++) {
            log.invoked("i-" + i);
        }
        put(log.rejected("p-1", "i-99").rejected("p-2", "made-up").entries());
        BoardLogs logs = logs();

        assertThat(logs.invocation(log.entries().get(101)))
                .contains(log.entries().get(100));
        assertThat(logs.invocation(log.entries().get(102))).isEmpty();
        assertThat(decoded).isEqualTo(1);
    }

    @Test
    void endOfAnInvocation_isThatOfTheWholeLog() {
        SampleLog log = new SampleLog("b").created();
        for (int i = 1; i <= 6; i++) {
            log.invoked("i-" + i);
        }
        log.committed("p-1", "i-1", 1)
                .rejected("p-2", "i-2")
                .rejected("p-3", "")
                .add(expired("i-3"));
        log.add(new BoardRestored(
                Optional.empty(),
                Optional.of("m"),
                1,
                JsonArray.EMPTY,
                StateHash.of(JsonReader.parse("{\"count\":0}")),
                List.of("i-4"),
                List.of(),
                Optional.empty()));
        put(log.entries());
        SeenIds seen = new SeenIds();
        log.entries().forEach(seen::remember);

        for (String id : List.of("i-1", "i-2", "i-3", "i-4", "i-5", "made-up", "")) {
            assertThat(store().<InvocationEnd>read(tables -> Invocations.end(tables, "b", id)))
                    .as(id)
                    .isEqualTo(seen.endOf(id));
        }
        assertThat(seen.endOf("i-3")).isEqualTo(InvocationEnd.EXPIRED);
        assertThat(seen.endOf("i-4")).isEqualTo(InvocationEnd.SUPERSEDED);
    }

    private static PatchRejected expired(String invocationId) {
        return new PatchRejected(
                Optional.empty(),
                Optional.of("counter"),
                Optional.of(invocationId),
                new Rejection(Stage.TIMEOUT, "timeout", "", Optional.empty(), "Expected an answer."),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
