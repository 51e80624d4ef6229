package io.patchboard.standalone.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.client.model.BoardIndexes;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Source;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of an event. */
final class MappingTest {

    private static final String ORDERS = """
            sources:
              orders:
                topic: orders
                when: "!has(event.test)"
                board:
                  id: "'order-' + string(event.id)"
                  blueprint: review@3
                  input: {order: event, from: "headers.?shop.orValue('web')", at: time, fixed: [1, true, "'as it is'"]}
                  labels: {customer: event.customer}
            """;

    private static final String PAYMENTS = """
            sources:
              payments:
                topic: payments
                correlate: {board: "'order-' + event.order"}
                worker: cashier
                patch:
                  - {op: test, path: /status, value: "'open'"}
                  - {op: add, path: "'/payments/' + key", value: {sum: event.sum, ref: "topic + string(offset)"}}
            """;

    private static final Json REVIEW = JsonReader.parse("{\"name\":\"review\"}");

    @TempDir
    Path dir;

    private static Event event(String value, Map<String, String> headers) {
        return Event.of(
                new Source("orders", 2, 17),
                Instant.parse("2026-03-01T10:00:00Z"),
                Optional.of("k-1"),
                headers,
                Optional.empty(),
                JsonReader.parse(value));
    }

    private static Event event(String value) {
        return event(value, Map.of());
    }

    private static Mapping mapping(String yaml) throws ConfigException {
        return new Mapping(
                SourcesFile.parse(yaml, Path.of("sources.yaml")).get(0),
                (name, board) -> {
                    assertThat(name).hasToString("review@3");
                    return REVIEW;
                },
                new Correlation(
                        (index, value) -> new BoardIndexes.Found(List.of(index + "-" + value), Instant.EPOCH),
                        InstantSource.system()));
    }

    private static CreateBoard board(String yaml, Event event) throws Exception {
        return (CreateBoard) mapping(yaml).map(event).orElseThrow();
    }

    @Test
    void event_isForTheBoardThatHasItsValue() throws Exception {
        PatchProposal made =
                (PatchProposal) mapping("""
                        sources:
                          payments:
                            topic: payments
                            correlate: {index: orderId, value: event.order}
                            worker: cashier
                            patch: [{op: add, path: /payments/-, value: event}]
                        """).map(event("{\"order\": 42}")).orElseThrow();

        assertThat(made.boardId()).isEqualTo("orderId-42");
    }

    @Test
    void event_makesABoard_whichSaysWhatItIsMadeOf() throws Exception {
        CreateBoard made = board(ORDERS, event("{\"id\": 7, \"customer\": \"ada\"}", Map.of("shop", "berlin")));

        assertThat(made.boardId()).isEqualTo("order-7");
        assertThat(made.blueprint()).isEqualTo(REVIEW);
        assertThat(made.input()).isEqualTo(JsonReader.parse("""
                        {"order": {"id": 7, "customer": "ada"}, "from": "berlin", "at": "2026-03-01T10:00:00.000Z",
                         "fixed": [1, true, "as it is"]}"""));
        assertThat(made.labels()).contains(JsonReader.parse("{\"customer\":\"ada\"}"));
        assertThat(made.source()).contains(new Source("orders", 2, 17));
        assertThat(made.header().commandId()).isEqualTo("source:orders:orders-2@17");
        assertThat(made.header().by()).contains("source:orders");
    }

    @Test
    void board_withoutAnId_isCalledByTheUniqueIndexOfItsBlueprint() throws Exception {
        Json unique = JsonReader.parse("""
                {"name": "order", "indexes": {"orderId": {"path": "/order/id", "unique": true}},
                 "state": {"initial": {"order": {"$input": "/order"}}}}""");
        Mapping mapping = new Mapping(
                SourcesFile.parse(
                                "sources: {orders: {topic: orders, board: {blueprint: order@latest, input: {order: event}}}}",
                                Path.of("sources.yaml"))
                        .get(0),
                (name, board) -> unique,
                new Correlation((index, value) -> new BoardIndexes.Found(List.of(), Instant.EPOCH), Instant::now));

        assertThat(mapping.map(event("{\"id\": \"17\"}")).orElseThrow().boardId())
                .isEqualTo("order-17");
    }

    @Test
    void event_isAPatch_ofAWorkerThatMayProposeUnasked() throws Exception {
        PatchProposal made = (PatchProposal) mapping(PAYMENTS)
                .map(event("{\"order\": \"9\", \"sum\": 1.50}"))
                .orElseThrow();

        assertThat(made.boardId()).isEqualTo("order-9");
        assertThat(made.worker()).isEqualTo("cashier");
        assertThat(made.invocationId()).isEmpty();
        assertThat(made.patch()).isEqualTo(JsonReader.parse("""
                        [{"op": "test", "path": "/status", "value": "open"},
                         {"op": "add", "path": "/payments/k-1", "value": {"sum": 1.50, "ref": "orders17"}}]"""));
        assertThat(made.by()).contains("source:payments");
        assertThat(made.source()).contains(new Source("orders", 2, 17));
    }

    @Test
    void sameEvent_hasTheSameIds_andAnotherHasOthers() throws Exception {
        String order = "{\"id\": 7, \"customer\": \"ada\"}";
        Event other = Event.of(
                new Source("orders", 2, 18),
                Instant.EPOCH,
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                JsonReader.parse(order));

        assertThat(board(ORDERS, event(order))).isEqualTo(board(ORDERS, event(order)));
        assertThat(board(ORDERS, other).header().commandId())
                .isNotEqualTo(board(ORDERS, event(order)).header().commandId());
    }

    @Test
    void idOfALongTopic_isItsHash() throws Exception {
        Event event = Event.of(
                new Source("t".repeat(249), 0, 0),
                Instant.EPOCH,
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                JsonReader.parse("{}"));

        CreateBoard made = board("sources: {a: {topic: t, board: {blueprint: review@3}}}", event);

        assertThat(made.header().commandId()).startsWith("source:sha256:").hasSizeLessThan(200);
        assertThat(made.boardId()).startsWith("source:sha256:");
    }

    @Test
    void unwanted_isSkipped() throws Exception {
        assertThat(mapping(ORDERS).map(event("{\"test\": true}"))).isEmpty();
    }

    /** In each of its modes it is the same event. */
    @Test
    void cloudEvent_isItsData_withItsAttributesBeside() throws Exception {
        String yaml = """
                sources: {a: {topic: t, when: "ce.type == 'paid'", board: {id: ce.id, blueprint: review@3, input: {sum: event.sum}}}}
                """;
        Event binary = event("{\"sum\": 3}", Map.of("ce_specversion", "1.0", "ce_id", "e-1", "ce_type", "paid"));
        Event structured = event(
                "{\"specversion\": \"1.0\", \"id\": \"e-1\", \"type\": \"paid\", \"data\": {\"sum\": 3}}",
                Map.of("content-type", "application/cloudevents+json; charset=utf-8"));

        for (Event event : List.of(binary, structured)) {
            BoardRecord made = mapping(yaml).map(event).orElseThrow();
            assertThat(made.boardId()).isEqualTo("e-1");
            assertThat(((CreateBoard) made).input()).isEqualTo(JsonReader.parse("{\"sum\": 3}"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"customer\": \"ada\"} | /sources/orders/board/id | id",
                "{\"id\": [1], \"customer\": \"ada\"} | /sources/orders/board/id | string",
                "{\"id\": 1} | /sources/orders/board/labels/customer | customer",
                "[] | /sources/orders/when | event.test",
                "7 | /sources/orders/when | event.test",
            })
    void whatCannotBeMapped_isToldWithItsPlace(String value, String place, String word) throws Exception {
        Mapping mapping = mapping(ORDERS);

        assertThatThrownBy(() -> mapping.map(event(value)))
                .isInstanceOfSatisfying(
                        UnmappedException.class, e -> assertThat(e.place()).isEqualTo(place))
                .hasMessageContaining("Expected ")
                .hasMessageContaining(word);
    }

    @Test
    void conditionThatIsNone_isToldWithItsPlace() throws Exception {
        Mapping mapping = mapping("sources: {a: {topic: t, when: event.paid, board: {blueprint: review@3}}}");

        assertThatThrownBy(() -> mapping.map(event("{\"paid\": 1}")))
                .isInstanceOfSatisfying(
                        UnmappedException.class, e -> assertThat(e.place()).isEqualTo("/sources/a/when"))
                .hasMessage("Expected when to be true or false, but it is neither.");
    }

    @ParameterizedTest
    @CsvSource({"''", "'!reserved'", "'a\\nb'"})
    void idThatNoBoardCanHave_isNone(String id) throws Exception {
        Mapping mapping = mapping("sources: {a: {topic: t, board: {id: event.id, blueprint: review@3}}}");
        Event event = event("{\"id\": \"" + id + "\"}");

        assertThatThrownBy(() -> mapping.map(event))
                .isInstanceOf(UnmappedException.class)
                .hasMessageContaining("Expected the id of a board");
    }

    @Test
    void blueprintInAFile_isUsed_andLookedAtBefore() throws Exception {
        Path file = dir.resolve("sources.yaml");
        String yaml = "sources: {a: {topic: t, board: {blueprint: b.yaml}}}";
        Files.writeString(dir.resolve("b.yaml"), "{apiVersion: patchboard/v1, name: b, state: {schema: {}}}");

        assertThatThrownBy(() -> SourcesFile.parse(yaml, file))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("/sources/a/board/blueprint")
                .hasMessageContaining("errors, the first at");

        Files.writeString(
                dir.resolve("b.yaml"),
                "{apiVersion: patchboard/v1, name: b, state: {schema: {}, initial: {}}, workers: {w: {unsolicited: true}}}");
        assertThat(SourcesFile.parse(yaml, file)).hasSize(1);
    }

    @Test
    void mistakes_areToldAllAtOnce() {
        assertThatThrownBy(() -> SourcesFile.parse("""
                        sources:
                          "a b": {topic: t, board: {blueprint: x}}
                          b: {topc: t, board: {blueprint: "no name"}}
                          c: {topic: t, when: "event.", board: {blueprint: x, inputs: {}}}
                          d: {topic: t, when: "'a'", board: {blueprint: x}, patch: []}
                          e: {topic: t}
                          f: {topic: t, worker: w, patch: [{op: ad, pth: /x}, 7]}
                          h: {topic: t, board: {blueprint: "no name"}}
                          g: {topic: t, correlate: {board: evnt.id}, worker: w, patch: {}}
                          i: {topic: t, correlate: {board: key}, worker: w, patch: [{op: add, path: appeal, value: 1}]}
                        """, Path.of("s.yaml")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll(
                        "s.yaml: Expected a name of 1 to 100 letters, digits, dots, underscores and dashes at /sources/a b",
                        "at /sources/b/topc, but got \"topc\". Did you mean \"topic\"?",
                        "Expected either topic, or every at /sources/b, but got neither.",
                        "Expected a name such as review, review@3 or review@latest, or a file such as review.yaml at"
                                + " /sources/h/board/blueprint, but got \"no name\".",
                        "At /sources/c/when: Expected a CEL expression",
                        "at /sources/c/board/inputs, but got \"inputs\". Did you mean \"input\"?",
                        "At /sources/d/when: Expected a condition that is true or false",
                        "Expected either board, or correlate, worker and patch at /sources/d, but got board and patch.",
                        "at /sources/e, but got neither board nor patch.",
                        "Expected an expression for the board's id (or index, and value) at /sources/f/correlate/board, but"
                                + " got none.",
                        "at /sources/f/patch/0/op, but got \"ad\". Did you mean \"add\"?",
                        "at /sources/f/patch/0/pth, but got \"pth\". Did you mean \"path\"?",
                        "Expected an object at /sources/f/patch/1",
                        "At /sources/g/correlate/board: ",
                        "Did you mean \"event\"?",
                        "of its own. A JSON Pointer begins with a slash, as \"/payments/-\".",
                        "Expected a list of operations of JSON Patch at /sources/g/patch, but got");
    }
}
