package io.patchboard.standalone.sources.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.patchboard.client.KafkaConnection;
import io.patchboard.client.ask.RequestSender;
import io.patchboard.client.ask.Waiting;
import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.Topics;
import io.patchboard.standalone.crash.CommittedLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever happens to servers with a source, each of its events counts once. */
final class SourcesTest extends SourcesRig {

    @Test
    void boardAndItsPatches_comeFromTwoTopics() throws Exception {
        topic("carts");
        topic("payments");
        Path file = file("carts", """
                sources:
                  carts: {topic: carts, board: {id: "'c-' + event.id", blueprint: order.json, input: {order: event}}}
                  paid:
                    topic: payments
                    correlate: {board: "'c-' + event.cart"}
                    worker: cashier
                    patch: [{op: add, path: /payments/-, value: event.sum}]
                """);
        for (int i = 0; i < 20; i++) {
            shop.send(new ProducerRecord<>("carts", "" + i, "{\"id\": \"" + i + "\"}"));
            shop.send(new ProducerRecord<>("payments", "" + i, "{\"cart\": \"" + i + "\", \"sum\": " + i + "}"));
        }
        shop.send(new ProducerRecord<>("payments", "x", "{\"cart\": \"none\", \"sum\": 1}"));
        shop.flush();

        try (Sources sources = serve(file)) {
            await(
                    "each cart to be paid",
                    () -> boards("c-").values().stream()
                                    .filter(log -> log.stream()
                                            .anyMatch(entry -> entry.event() instanceof PatchCommitted paid
                                                    && paid.source()
                                                            .filter(event -> event.topic()
                                                                    .equals("payments"))
                                                            .isPresent()))
                                    .count()
                            == 20);
            await("the payment of no cart to be refused", () -> boards("c-none").size() == 1);
        }
        assertThat(boards("c-").values().stream()
                        .flatMap(List::stream)
                        .filter(entry -> entry.event() instanceof PatchCommitted)
                        .count())
                .isEqualTo(20);
    }

    @Test
    void patch_findsItsBoardByAValue_andIsKeptWhereThereAreTwoOrNone() throws Exception {
        topic("baskets");
        topic("checkouts");
        Path file = file("baskets", """
                sources:
                  baskets: {topic: baskets, board: {id: "'i-' + event.name", blueprint: order.json, input: {order: event}}}
                  checkouts:
                    topic: checkouts
                    correlate: {index: orderId, value: event.basket}
                    worker: cashier
                    patch: [{op: add, path: /payments/-, value: event.basket}]
                """);
        for (int i = 0; i < 20; i++) {
            shop.send(new ProducerRecord<>("baskets", "" + i, "{\"id\": \"b" + i + "\", \"name\": \"" + i + "\"}"));
        }
        for (String name : List.of("one", "two")) {
            shop.send(new ProducerRecord<>("baskets", name, "{\"id\": \"twice\", \"name\": \"" + name + "\"}"));
        }
        try (Sources sources = serve(file)) {
            await("a board for each basket", () -> boards("i-").size() == 22);
            for (int i = 0; i < 20; i++) {
                shop.send(new ProducerRecord<>("checkouts", "" + i, "{\"basket\": \"b" + i + "\"}"));
            }
            shop.send(new ProducerRecord<>("checkouts", "20", "{\"basket\": \"twice\"}"));
            shop.send(new ProducerRecord<>("checkouts", "21", "{\"basket\": \"never\"}"));
            await(
                    "each payment on its board, and two kept",
                    () -> boards("i-").values().stream()
                                            .filter(log -> log.stream()
                                                    .anyMatch(entry -> entry.event() instanceof PatchCommitted))
                                            .count()
                                    == 20
                            && deadLetters("checkouts").size() == 2);
        }
        assertThat(deadLetters("checkouts").stream().map(record -> header(record, DeadLetters.REASON)))
                .anyMatch(reason -> reason.contains("orderId=twice") && reason.contains("i-one, i-two"))
                .anyMatch(reason -> reason.contains("orderId=never") && reason.contains("there is none"));
    }

    @Test
    void whatIsUnsealed_isPlainInNoTopicButThatOfTheEvents() throws Exception {
        topic("visits");
        Path file = file("visits", """
                sources:
                  visits:
                    topic: visits
                    board:
                      id: "'visit-' + event.patient"
                      blueprint: visit.json
                      input: {name: {$unsealed: {subject: event.patient, value: event.name}}}
                  rounds:
                    every: "* * * * *"
                    catchUp: 2m
                    board:
                      id: "'round-' + time"
                      blueprint: visit.json
                      input: {name: {$unsealed: {subject: "'nurse'", value: "'Lovelace'"}}}
                """);
        Files.writeString(file.resolveSibling("visit.json"), """
                {"apiVersion": "patchboard/v1", "name": "visit",
                 "workers": {"nurse": {"unsolicited": true, "write": [{"op": ["add"], "path": "/seen"}]}},
                 "state": {"schema": {"type": "object", "properties": {"name": {"$sealed": {"type": "string"}}}},
                           "initial": {"name": {"$input": "/name"}}}}""");
        shop.send(new ProducerRecord<>("visits", "k", "{\"patient\": \"patient-1\", \"name\": \"Lovelace\"}"));
        shop.flush();

        try (Sources sources = serve(file)) {
            await(
                    "a visit and a round",
                    () -> commands("\"visit-").size() == 1
                            && !commands("\"round-").isEmpty());
            assertThat(commands("")).noneMatch(text -> text.contains("Lovelace"));
            await(
                    "their boards",
                    () -> boards("visit-").size() == 1 && !boards("round-").isEmpty());
        }
        assertThat(boards("visit-").get("visit-patient-1").get(0).event()).isInstanceOf(BoardCreated.class);
    }

    private static List<String> commands(String with) {
        return CommittedLog.records(broker.bootstrapServers(), "patchboard.commands"::equals).stream()
                .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                .filter(text -> text.contains(with))
                .toList();
    }

    @Test
    void eventsWait_forABlueprintThatIsNotPublishedYet() throws Exception {
        topic("late");
        Path file = file(
                "late",
                "sources: {late: {topic: late, board: {id: \"'l-' + event\", blueprint: order, input: {order: event}}}}");
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            shop.send(new ProducerRecord<>("late", "k", "\"" + i + "\""));
            ids.add("l-" + i);
        }
        shop.flush();

        try (Sources sources = serve(file)) {
            await(
                    "the source to have its partitions",
                    () -> !admin.describeConsumerGroups(List.of("patchboard.source.late"))
                            .all()
                            .get()
                            .get("patchboard.source.late")
                            .members()
                            .isEmpty());
            assertThat(boards("l-")).isEmpty();
            try (CatalogTopic catalog = new CatalogTopic(connection)) {
                catalog.publish((JsonObject) JsonReader.parse(BLUEPRINT), "ada", Optional.empty());
            }
            await("a board of each", () -> boards("l-").keySet().containsAll(ids));
        }
        assertThat(deadLetters("late")).isEmpty();
    }

    @Tag("long")
    @Test
    void source_waitsWhileItsQuotaIsUsedUp() throws Exception {
        topic("parcels");
        Path file = file("parcels", """
                sources:
                  parcels:
                    topic: parcels
                    quota: {atWork: 4}
                    board: {id: "'q-' + event", blueprint: order.json, input: {order: event}}
                """);
        int parcels = 7;
        for (int i = 0; i < parcels; i++) {
            shop.send(new ProducerRecord<>("parcels", "" + i, "\"" + i + "\""));
        }
        shop.flush();
        Set<String> ended = new TreeSet<>();
        try (Sources sources = serve(file);
                RequestSender sender = new RequestSender(connection)) {
            while (ended.size() < parcels) {
                int wanted = Math.min(parcels, ended.size() + 4);
                await("as many boards as may be at work", () -> boards("q-").size() >= wanted);
                Set<String> atWork = new TreeSet<>(boards("q-").keySet());
                atWork.removeAll(ended);
                assertThat(atWork).hasSizeLessThanOrEqualTo(4).isNotEmpty();
                String next = atWork.iterator().next();
                Waiting.on(sender.send(new CancelBoard(CommandHeader.of("end-" + next, next, "ada", "It is sent."))));
                ended.add(next);
                await("it has ended", () -> boards("q-").get(next).size() == 2);
            }
        }
        assertThat(boards("q-")).hasSize(parcels);
    }

    /** A broker that makes what is written to would make the kernel's topics with other settings. */
    @Test
    void whereNoKernelIs_andNoTopic_nothingIsMade() throws Exception {
        Path file = file(
                "nowhere",
                "sources: {none: {topic: none, board: {blueprint: order.json}},"
                        + " tick: {every: '* * * * *', catchUp: 5m, board: {blueprint: order.json, input: {order: date}}}}");
        KafkaConnection elsewhere =
                new KafkaConnection(connection.bootstrapServers(), Map.of(), new Topics("elsewhere."));

        try (Sources sources = Sources.start(file, elsewhere, new SimpleMeterRegistry(), indexed);
                Sources here = serve(file)) {
            await("what is due here", () -> boards("tick-").size() >= 5);
        }
        assertThat(admin.listTopics().names().get())
                .doesNotContain("none")
                .noneMatch(topic -> topic.startsWith("elsewhere."));
    }

    @Test
    void changedFile_isServedAsItIsThen() throws Exception {
        topic("first");
        topic("second");
        String yaml =
                "sources: {moved: {topic: first, board: {id: \"'m-' + event\", blueprint: order.json, input: {order: event}}}}";
        Path file = file("moved", yaml);

        try (Sources sources = serve(file)) {
            shop.send(new ProducerRecord<>("first", "k", "\"1\"")).get();
            await("a board of the first topic", () -> boards("m-1").size() == 1);
            Files.writeString(file, "sources: {moved: nonsense}");
            shop.send(new ProducerRecord<>("first", "k", "\"2\"")).get();
            await("the sources of before to go on", () -> boards("m-2").size() == 1);
            Files.writeString(file, yaml.replace("first", "second"));
            shop.send(new ProducerRecord<>("second", "k", "\"3\"")).get();
            await("a board of the second topic", () -> boards("m-3").size() == 1);
        }
    }
}
