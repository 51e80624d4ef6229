package io.patchboard.client.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real broker, because transaction markers and visibility are what it is about. Each test has its own boards. */
class LogReaderTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    static Path dir;

    private static EmbeddedBroker broker;
    private static LogTopics topics;
    private static LogReader reader;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir));
        topics = new LogTopics(broker.bootstrapServers());
        reader = new LogReader(KafkaConnection.to(broker.bootstrapServers()));
    }

    @AfterAll
    static void stop() {
        topics.close();
        broker.close();
    }

    private static List<Long> sequences(List<LogRecord> log) {
        return log.stream().map(LogRecord::sequence).toList();
    }

    @Test
    void scan_tellsHowFarItIs_upToAll() {
        for (int i = 0; i < 50; i++) {
            topics.commit(SampleLog.completed("far-" + i).entries());
        }
        List<Integer> told = new ArrayList<>();

        reader.scan(Optional.empty(), new LogListener() {
            @Override
            public boolean entry(LogRecord next) {
                return true;
            }

            @Override
            public void progress(int percent) {
                told.add(percent);
            }
        });

        assertThat(told).isSorted().endsWith(100).allMatch(percent -> percent >= 0);
    }

    @Test
    void manyBoards_areReadWhole_andAbortedTransactionsAreNot() {
        for (int i = 0; i < 200; i++) {
            List<LogEntry> entries = SampleLog.completed("many-" + i).entries();
            topics.commit(entries.subList(0, 3));
            if (i % 10 == 0) {
                topics.abort(entries.subList(3, 5));
            }
            topics.commit(entries.subList(3, 7));
        }

        ReadLogs logs = ReadLogs.by(reader, Optional.empty());

        assertThat(logs.boards().tailMap("many-").headMap("many-~"))
                .hasSize(200)
                .allSatisfy((id, log) -> assertThat(sequences(log)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L));
    }

    @Test
    void oneBoard_isReadAlone() {
        topics.commit(SampleLog.completed("one").entries());
        topics.commit(SampleLog.completed("another").entries());

        ReadLogs logs = ReadLogs.by(reader, Optional.of("one"));

        assertThat(logs.boards()).containsOnlyKeys("one");
        assertThat(sequences(logs.of("one"))).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
        assertThat(logs.problems()).isEmpty();
        assertThat(ReadLogs.by(reader, Optional.of("nobody")).boards()).isEmpty();
    }

    @Test
    void unreadableRecords_areReported_andTheRestIsRead() {
        topics.commit(SampleLog.completed("odd").entries());
        topics.commit("patchboard.committed", "odd", "no JSON");
        topics.commit(
                "patchboard.rejected",
                "odd",
                new String(
                        SampleLog.bytes(new SampleLog("foreign")
                                .rejected("p", "")
                                .entries()
                                .get(0)),
                        StandardCharsets.UTF_8));

        ReadLogs logs = ReadLogs.by(reader, Optional.of("odd"));

        assertThat(logs.of("odd")).hasSize(7);
        assertThat(logs.problems())
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem.kind()).isEqualTo(LogProblem.Kind.UNREADABLE))
                .anySatisfy(problem -> assertThat(problem.message()).contains("foreign", "record's key"));
    }

    @Test
    void gap_isLeftOut_andRepeatsAreReported() {
        List<LogEntry> entries = SampleLog.completed("gap").entries();
        topics.commit(entries.subList(0, 2));
        topics.commit(entries.subList(1, 2));
        topics.commit(entries.subList(3, 5));

        ReadLogs logs = ReadLogs.by(reader, Optional.of("gap"));

        assertThat(sequences(logs.of("gap"))).containsExactly(1L, 2L, 4L, 5L);
        assertThat(logs.problems()).extracting(LogProblem::sequence).containsExactly(2L);
    }

    @Test
    void following_tellsWhatIsThereAndWhatComes_inOrder() throws Exception {
        List<LogEntry> entries = SampleLog.completed("follow").entries();
        topics.commit(entries.subList(0, 3));
        CompletableFuture<Void> caughtUp = new CompletableFuture<>();
        List<Long> told = new ArrayList<>();

        CompletableFuture<Follow.End> end = CompletableFuture.supplyAsync(
                () -> reader.follow("follow", Follow.FROM_BEGINNING.within(LONG), listener(told, 7, caughtUp)),
                Thread::startVirtualThread);
        caughtUp.get(5, TimeUnit.MINUTES);
        topics.commit(entries.subList(3, 7));

        assertThat(end.get(5, TimeUnit.MINUTES)).isEqualTo(Follow.End.STOPPED);
        assertThat(told).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
    }

    @Test
    void following_fromNow_tellsOnlyWhatComes_alsoOnNewTopics() throws Exception {
        List<LogEntry> entries = SampleLog.completed("now").entries();
        topics.commit(entries.subList(0, 3));
        CompletableFuture<Void> caughtUp = new CompletableFuture<>();
        List<Long> told = new ArrayList<>();

        CompletableFuture<Follow.End> end = CompletableFuture.supplyAsync(
                () -> reader.followAll(Follow.FROM_NOW.within(LONG), listener(told, 2, caughtUp)),
                Thread::startVirtualThread);
        caughtUp.get(5, TimeUnit.MINUTES);
        topics.commit(
                "patchboard.invocations.new-queue",
                "now",
                new String(SampleLog.bytes(entries.get(3)), StandardCharsets.UTF_8));
        topics.commit(entries.subList(4, 5));

        assertThat(end.get(5, TimeUnit.MINUTES)).isEqualTo(Follow.End.STOPPED);
        assertThat(told).containsExactly(4L, 5L);
    }

    @Test
    void following_endsAtTheTimeout_andWhenInterrupted() throws Exception {
        assertThat(reader.follow("nobody", Follow.FROM_NOW.within(Duration.ofMillis(300)), next -> true))
                .isEqualTo(Follow.End.TIMED_OUT);

        CompletableFuture<Void> caughtUp = new CompletableFuture<>();
        CompletableFuture<Follow.End> end = new CompletableFuture<>();
        Thread follower = new Thread(() -> end.complete(
                reader.follow("nobody", Follow.FROM_NOW.within(LONG), listener(new ArrayList<>(), 1, caughtUp))));
        follower.start();
        caughtUp.get(5, TimeUnit.MINUTES);
        follower.interrupt();
        assertThat(end.get(5, TimeUnit.MINUTES)).isEqualTo(Follow.End.INTERRUPTED);
    }

    @Test
    void finding_looksAtOutcomesOnly_andToldHowFarItMayGo() {
        List<LogEntry> entries = SampleLog.completed("find").entries();
        topics.commit(entries);

        // A transaction is committed before its records can be read.
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(reader.find("find", entry -> entry.sequence() == 1, LONG))
                        .contains(entries.get(0)));
        assertThat(reader.find("find", entry -> false, LONG)).isEmpty();
        assertThatThrownBy(() -> reader.find("find", entry -> false, Duration.ZERO.minusNanos(1)))
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("find");
    }

    private static LogListener listener(List<Long> told, int enough, CompletableFuture<Void> caughtUp) {
        return new LogListener() {
            @Override
            public boolean entry(LogRecord next) {
                told.add(next.sequence());
                return told.size() < enough;
            }

            @Override
            public void caughtUp() {
                caughtUp.complete(null);
            }
        };
    }
}
