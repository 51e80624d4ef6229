package io.patchboard.standalone.sources.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.ask.RequestSender;
import io.patchboard.client.ask.Waiting;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.Source;
import io.patchboard.standalone.crash.CommittedLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Orders, one in a hundred of which is broken, through a source that is killed: counted at both ends. There are 100,000
 * of them with {@code -Dpatchboard.events=100000}.
 */
@Tag("long")
final class KilledSourcesTest extends SourcesRig {

    private static final String LOG = "patchboard.committed";

    @Test
    void eachEventCountsOnce_acrossAKill_andWhenItIsReadAgain() throws Exception {
        assertEachCountsOnce("few", 300, 1);
    }

    @Test
    void manyEvents_countOnce_acrossKills_andWhenTheyAreReadAgain() throws Exception {
        assertEachCountsOnce("many", Integer.getInteger("patchboard.events", 5_000), 4);
    }

    /** Two servers share the source, and each of them is killed. */
    @Test
    void patchesOfAKey_countOnce_inTheirOrder_acrossKills_andWhenTheyAreReadAgain() throws Exception {
        int orders = 5;
        int lines = 60;
        topic("lines");
        Path file = file("lines", """
                sources:
                  lines:
                    topic: lines
                    correlate: {board: "'o-' + event.order"}
                    worker: cashier
                    patch: [{op: add, path: /payments/-, value: event.line}]
                """);
        try (RequestSender sender = new RequestSender(connection)) {
            for (int order = 0; order < orders; order++) {
                Waiting.on(sender.send(new CreateBoard(
                        "c-" + order,
                        "o-" + order,
                        JsonReader.parse(BLUEPRINT),
                        JsonReader.parse("{\"order\": " + order + "}"))));
            }
        }
        for (int line = 0; line < lines; line++) {
            for (int order = 0; order < orders; order++) {
                String event = "{\"order\": \"" + order + "\", \"line\": " + line + "}";
                shop.send(new ProducerRecord<>("lines", "" + order, event));
            }
        }
        shop.flush();
        int all = orders * lines;
        Process one = process(file);
        Process other = process(file);
        try {
            await("some to be read", () -> read("lines", "lines") > 0);
            one.destroyForcibly().waitFor();
            await("all to be read, or half", () -> read("lines", "lines") >= all / 2);
        } finally {
            one.destroyForcibly().waitFor();
            other.destroyForcibly().waitFor();
        }
        try (Sources sources = serve(file)) {
            await("all to be read", () -> read("lines", "lines") == all);
        }
        await("each line on its board", () -> lines().values().stream().allMatch(on -> on.size() >= lines));
        readAgain("lines");
        try (Sources sources = serve(file)) {
            await("all to be read again", () -> read("lines", "lines") == all);
        }
        shop.send(new ProducerRecord<>("patchboard.commands", "barrier-lines", "garbage"))
                .get();
        await("what came before it", () -> boards("barrier-lines").size() == 1);
        List<Integer> inOrder = IntStream.range(0, lines).boxed().toList();
        assertThat(lines().values())
                .hasSize(orders)
                .allSatisfy(on -> assertThat(on).isEqualTo(inOrder));
    }

    /** What was committed on each order's board, as it came. */
    private static Map<String, List<Integer>> lines() {
        return boards("o-").entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        board -> board.getValue().stream()
                                .filter(entry -> entry.event() instanceof PatchCommitted)
                                .map(entry -> JsonPlace.of(((PatchCommitted) entry.event()).patch())
                                        .items()
                                        .get(0)
                                        .integer("value")
                                        .orElse(-1L)
                                        .intValue())
                                .toList()));
    }

    private static void assertEachCountsOnce(String name, int events, int kills) throws Exception {
        topic(name);
        Path file = file(
                name,
                "sources: {" + name + ": {topic: " + name + ", board: {id: \"'" + name
                        + "-' + event.id\", blueprint: order.json, input: {order: event}}}}");
        Map<Source, Integer> sent = send(name, events);
        for (int killed = 0; killed < kills; killed++) {
            long enough = (long) events * (killed + 1) / (kills + 2);
            Process process = process(file);
            try {
                await("events to be read by process " + process.pid(), () -> read(name, name) >= enough);
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
        Instant begun = Instant.now();
        try (Sources sources = serve(file)) {
            await("all events to be read", () -> read(name, name) == events);
        }
        int broken =
                (int) sent.values().stream().filter(KilledSourcesTest::isBroken).count();
        await("a board of each event", () -> places(name).size() == events - broken);
        System.out.println(events + " events: the rest, and their boards, took "
                + Duration.between(begun, Instant.now()).toSeconds() + " s after the last kill");
        Map<Source, String> made = places(name);
        made.forEach((place, board) -> assertThat(board).isEqualTo(name + "-" + sent.get(place)));
        assertDeadLetters(name, sent);

        readAgain(name);
        try (Sources sources = serve(file)) {
            await("all events to be read again", () -> read(name, name) == events);
            shop.send(new ProducerRecord<>(name, "k0", "{\"id\": \"last\"}")).get();
            await("the last event's board", () -> places(name).size() == events - broken + 1);
        }
        CommittedLog.each(
                broker.bootstrapServers(),
                topic -> topic.equals("patchboard.rejected"),
                raw -> assertThat(entry(raw).boardId()).doesNotStartWith(name + "-"));
    }

    private static boolean isBroken(int event) {
        return event % 100 == 7;
    }

    /** What an order looks like, with what orders have beside their ids. */
    private static String order(int event) {
        if (isBroken(event)) {
            return event % 200 == 7 ? "{\"id\": \"" + event + "\", \"lines\": [" : "{\"no\": \"id\"}";
        }
        return "{\"id\": \"" + event + "\", \"customer\": {\"name\": \"Zoë " + event % 997
                + "\", \"city\": \"Köln\"}, \"lines\": [{\"sku\": \"A-" + event % 31 + "\", \"count\": " + event % 5
                + ", \"price\": " + event % 211 + ".90}], \"paid\": " + (event % 2 == 0) + "}";
    }

    /** @return which event stands where */
    private static Map<Source, Integer> send(String topic, int events) throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            sent.add(shop.send(new ProducerRecord<>(topic, "k" + i % 17, order(i))));
        }
        Map<Source, Integer> places = new HashMap<>();
        for (int i = 0; i < events; i++) {
            RecordMetadata at = sent.get(i).get();
            places.put(new Source(topic, at.partition(), at.offset()), i);
        }
        return places;
    }

    /** The boards of a source, each of which was made once, by what their log says of where they come from. */
    private static Map<Source, String> places(String name) {
        Map<Source, String> boards = new HashMap<>();
        CommittedLog.each(broker.bootstrapServers(), LOG::equals, raw -> {
            if (new String(raw.key(), StandardCharsets.UTF_8).startsWith(name + "-")) {
                LogEntry entry = entry(raw);
                assertThat(entry.sequence()).isEqualTo(1);
                Source place = ((BoardCreated) entry.event()).source().orElseThrow();
                assertThat(boards.put(place, entry.boardId())).isNull();
            }
        });
        return boards;
    }

    private static LogEntry entry(ConsumerRecord<byte[], byte[]> raw) {
        return LogEntry.fromJson((JsonObject) JsonReader.parse(new String(raw.value(), StandardCharsets.UTF_8)));
    }

    private static void assertDeadLetters(String name, Map<Source, Integer> sent) {
        List<ConsumerRecord<byte[], byte[]>> dead = deadLetters(name);
        assertThat(dead.stream().map(record -> sent.get(place(record))))
                .containsExactlyInAnyOrderElementsOf(sent.values().stream()
                        .filter(KilledSourcesTest::isBroken)
                        .toList());
        assertThat(dead).allSatisfy(record -> {
            String original = new String(record.value(), StandardCharsets.UTF_8);
            assertThat(original).isEqualTo(order(sent.get(place(record))));
            assertThat(header(record, DeadLetters.REASON)).startsWith("Expected ");
            assertThat(header(record, DeadLetters.PLACE))
                    .isEqualTo(original.contains("no") ? "/sources/" + name + "/board/id" : "");
        });
    }

    private static void readAgain(String name) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> beginning = IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopicPartition(name, partition))
                .collect(Collectors.toMap(Function.identity(), partition -> new OffsetAndMetadata(0)));
        String group = "patchboard.source." + name;
        await(
                "those that were killed to be taken for gone",
                () -> admin.describeConsumerGroups(List.of(group))
                        .all()
                        .get()
                        .get(group)
                        .members()
                        .isEmpty());
        admin.alterConsumerGroupOffsets(group, beginning).all().get();
    }
}
