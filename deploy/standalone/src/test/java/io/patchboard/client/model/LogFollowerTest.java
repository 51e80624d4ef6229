package io.patchboard.client.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.broker.KnownTopics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real broker, because positions and visibility are what it is about. Each test has its own boards. */
class LogFollowerTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    private static Path data;

    private static EmbeddedBroker broker;
    private static LogTopics topics;

    @TempDir
    private Path dir;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(data));
        topics = new LogTopics(broker.bootstrapServers());
    }

    @AfterAll
    static void stop() {
        topics.close();
        broker.close();
    }

    private BoardModel caughtUp() throws Exception {
        BoardModel model = BoardModel.follow(KafkaConnection.to(broker.bootstrapServers()), dir);
        model.caughtUp().get(LONG.toSeconds(), TimeUnit.SECONDS);
        return model;
    }

    private static Optional<Json> state(BoardModel model, String boardId) {
        return model.one(boardId, projection -> projection.board().state());
    }

    private static List<Long> log(BoardModel model, String boardId) {
        List<Long> sequences = new ArrayList<>();
        model.logs().read(boardId, 1, entry -> sequences.add(entry.sequence()));
        return sequences;
    }

    @Test
    void whatWasThere_isKnownOnceItHasCaughtUp_andWhatComesSoonAfter() throws Exception {
        List<LogEntry> log = SampleLog.completed("there").entries();
        topics.commit(log.subList(0, 5));
        topics.abort(log.subList(5, 6));
        topics.commit(new SampleLog("unknown").rejected("p-1", "").entries());

        try (BoardModel model = caughtUp()) {
            assertThat(log(model, "there")).containsExactly(1L, 2L, 3L, 4L, 5L);
            assertThat(state(model, "there")).contains(JsonReader.parse("{\"count\":1}"));
            assertThat(state(model, "unknown")).isEmpty();
            assertThat(model.list(BoardQuery.ALL, BoardPage.Place.FIRST, 100).boards().stream()
                            .map(Summary::boardId))
                    .contains("there")
                    .doesNotContain("unknown");

            topics.commit(log.subList(5, 7));

            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(log(model, "there")).hasSize(7));
            assertThat(model.keptBoards()).isEqualTo(1);
        }
    }

    @Test
    void restarted_itGoesOnWhereItWas() throws Exception {
        SampleLog log = new SampleLog("goes-on").created();
        topics.commit(log.entries());
        try (BoardModel first = caughtUp()) {
            assertThat(log(first, "goes-on")).containsExactly(1L);
        }
        topics.commit(log.committed("p-1", "", 5).entries().subList(1, 2));
        // What was kept is not read again, which an entry that is there alone shows.
        try (ModelStore store = ModelStore.open(dir)) {
            LogEntry foreign = SampleLog.completed("kept-alone").entries().get(0);
            store.put(List.of(new ModelStore.Row(Summary.News.of(foreign), SampleLog.bytes(foreign))), 0, Map.of());
        }

        try (BoardModel second = caughtUp()) {
            assertThat(log(second, "goes-on")).containsExactly(1L, 2L);
            assertThat(state(second, "goes-on")).contains(JsonReader.parse("{\"count\":5}"));
            assertThat(log(second, "kept-alone")).containsExactly(1L);
        }
    }

    @Test
    void topicThatIsAnotherOne_hasTheModelMadeAgain() throws Exception {
        String queue = "patchboard.invocations.made-again";
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            KnownTopics.create(admin, List.of(new NewTopic(queue, 1, (short) 1)));
            topics.commit(new SampleLog("made-again").created().entries());
            caughtUp().close();
            try (ModelStore store = ModelStore.open(dir)) {
                LogEntry foreign =
                        SampleLog.completed("of-the-old-log").entries().get(0);
                store.put(List.of(new ModelStore.Row(Summary.News.of(foreign), SampleLog.bytes(foreign))), 0, Map.of());
            }
            admin.deleteTopics(List.of(queue)).all().get();
            await().atMost(LONG).until(() -> !admin.listTopics().names().get().contains(queue));
        }

        try (BoardModel model = caughtUp()) {
            assertThat(log(model, "made-again")).containsExactly(1L);
            assertThat(log(model, "of-the-old-log")).isEmpty();
        }
    }
}
