package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Partitioning;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes in, a rejected record out, and the next good proposal works. */
class BadInputTest extends BadInputRig {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] filled(int size, char with) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) with);
        bytes[0] = '{';
        return bytes;
    }

    private static String record(String fields) {
        return "{\"type\":\"PauseBoard\",\"commandId\":\"c\",\"proposalId\":\"q\",\"boardId\":\"b\",\"worker\":\"w\","
                + "\"patch\":[]," + fields + "}";
    }

    static Stream<Arguments> badRecords() {
        return Stream.of(
                Arguments.of("no value", "b", null, "empty"),
                Arguments.of("empty", "b", new byte[0], "empty"),
                Arguments.of("garbage", "b", bytes("garbage"), "encoding"),
                Arguments.of("array", "b", bytes("[]"), "encoding"),
                Arguments.of("half an object", "b", bytes("{\"boardId\":"), "json"),
                Arguments.of("two objects", "b", bytes("{}{}"), "json"),
                Arguments.of("50 MB", "b", filled(50 * 1024 * 1024, ' '), "size"),
                Arguments.of(
                        "nested 10,000 deep",
                        "b",
                        bytes(record("\"x\":" + "[".repeat(10_000) + "]".repeat(10_000))),
                        "json"),
                Arguments.of("a number of 10,000 digits", "b", bytes(record("\"x\":" + "9".repeat(10_000))), "json"),
                Arguments.of("an exponent of 999999999", "b", bytes(record("\"x\":1e999999999")), "json"),
                Arguments.of(
                        "bytes that are not UTF-8",
                        "b",
                        new byte[] {'{', '"', 'a', '"', ':', '"', (byte) 0xC3, (byte) 0x28, '"', '}'},
                        "json"),
                Arguments.of("half a surrogate pair", "b", bytes(record("\"x\":\"\\ud800\"")), "json"),
                Arguments.of("a name twice", "b", bytes(record("\"x\":1,\"x\":2")), "json"),
                Arguments.of("no fields", "b", bytes("{}"), "field"),
                Arguments.of("another board's key", "other", bytes(record("\"x\":1")), "key-mismatch"),
                Arguments.of("no key", null, bytes(record("\"x\":1")), "key"),
                Arguments.of("empty key", "", bytes(record("\"x\":1")), "key"),
                Arguments.of("reserved key", "!partition-0", bytes(record("\"x\":1")), "key"),
                Arguments.of("key with a zero", "b\0p", bytes(record("\"x\":1")), "key"),
                Arguments.of("long key", "b".repeat(801), bytes(record("\"x\":1")), "key"),
                Arguments.of("Avro of nothing", "b", new byte[] {(byte) 0xC3, 1}, "encoding"),
                Arguments.of("unknown Avro", "b", new byte[] {(byte) 0xC3, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9}, "schema-id"),
                Arguments.of("no registry", "b", new byte[] {0, 0, 0, 0, 1, 2}, "schema-id"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badRecords")
    void badRecord_onEitherTopic_isRejectedAndTheNextGoodOneWorks(String what, String key, byte[] value, String code) {
        create("b", BLUEPRINT);
        byte[] keyBytes = key == null ? null : bytes(key);

        LogEntry proposal = onlyOne(kernel.propose(keyBytes, value));
        assertThat(proposal.event()).as(what).isInstanceOf(PatchRejected.class);
        assertDecode((PatchRejected) proposal.event(), code);
        LogEntry command = onlyOne(kernel.command(keyBytes, value));
        assertThat(command.event()).as(what).isInstanceOf(CommandRejected.class);
        assertDecode((CommandRejected) command.event(), code);

        assertWorks("b");
    }

    static Stream<Arguments> unreadableAnswers() {
        return Stream.of(
                Arguments.of("an exponent of 1001", "1e1001"),
                Arguments.of("2,000 digits", "9".repeat(2_000)),
                Arguments.of("nested 150 deep", "[".repeat(150) + "]".repeat(150)),
                Arguments.of("nested 90,000 deep", "[".repeat(90_000) + "]".repeat(90_000)),
                Arguments.of("half a surrogate pair", "\"\\ud800\""),
                Arguments.of("a name twice", "{\"x\":1,\"x\":2}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unreadableAnswers")
    void answerThatCannotBeRead_hasAnOutcomeUnderItsIds_andEndsItsInvocation(String what, String patch) {
        WorkerInvoked invoked = invited();

        List<LogEntry> entries = kernel.propose("b", answer(invoked, patch));

        PatchRejected entry = (PatchRejected) entries.get(0).event();
        assertDecode(entry, "json");
        assertThat(entry.proposalId()).contains("a-1");
        assertThat(entry.worker()).contains("v");
        assertThat(entry.invocationId()).contains(invoked.invocationId());
        assertThat(entries.get(1).event())
                .isInstanceOfSatisfying(
                        WorkerInvoked.class,
                        again -> assertThat(again.attempt()).isEqualTo(2));
        assertThat(kernel.propose("b", answer(invoked, patch))).isEmpty();
        assertThat(kernel.propose("b", answer(invoked, "[]").replace("a-1", "a-2")))
                .extracting(LogEntry::event)
                .singleElement()
                .isInstanceOfSatisfying(
                        PatchRejected.class,
                        late -> assertThat(late.rejection().code()).isEqualTo("already-answered"));
    }

    private WorkerInvoked invited() {
        create("b", blueprint("true", "{'xs':[]}", ",'rules':[{'name':'r','on':{'path':'/go'},'invoke':'v'}]"));
        return (WorkerInvoked)
                propose("b", "[{'op':'add','path':'/go','value':1}]").get(1).event();
    }

    private static String answer(WorkerInvoked invoked, String patch) {
        return "{\"proposalId\":\"a-1\",\"boardId\":\"b\",\"worker\":\"v\",\"patch\":" + patch + ",\"invocationId\":\""
                + invoked.invocationId() + "\"}";
    }

    @Test
    void answerThatEndsHalfway_hasTheIdsThatWereThere() {
        WorkerInvoked invoked = invited();

        PatchRejected entry =
                (PatchRejected) kernel.propose("b", answer(invoked, "[]").replaceFirst(",\"patch.*", ""))
                        .get(0)
                        .event();

        assertDecode(entry, "json");
        assertThat(entry.proposalId()).contains("a-1");
        assertThat(entry.worker()).contains("v");
        assertThat(entry.invocationId()).isEmpty();
    }

    @Test
    void badKey_isRejectedUnderTheIdsOfWhatItIsTheKeyOf() {
        PatchRejected entry =
                (PatchRejected) onlyOne(kernel.propose(new byte[] {(byte) 0xFF}, bytes(record("\"x\":1e1001"))))
                        .event();

        assertDecode(entry, "key");
        assertThat(entry.proposalId()).contains("q");
        assertThat(entry.worker()).contains("w");
    }

    @Test
    void answerUnderAnotherBoardsKey_isOneOfThatBoard() {
        WorkerInvoked invoked = invited();

        PatchRejected entry = (PatchRejected)
                kernel.propose("b", answer(invoked, "[]").replace("\"boardId\":\"b\"", "\"boardId\":\"c\""))
                        .get(0)
                        .event();

        assertDecode(entry, "key-mismatch");
        assertThat(entry.invocationId()).contains(invoked.invocationId());
    }

    private static void assertDecode(RejectedEvent entry, String code) {
        assertThat(entry.stage()).isEqualTo(Stage.DECODE);
        assertThat(entry.rejection().code()).isEqualTo(code);
        assertThat(entry.rejection().message())
                .startsWith("Expected ")
                .contains(", but ")
                .hasSizeLessThan(1_000);
    }

    @Test
    void schemaIdInAHeader_isRefusedByThatName() {
        create("b", BLUEPRINT);
        byte[] data = bytes(record("\"x\":1"));
        Headers id = new RecordHeaders().add("__value_schema_id", new byte[] {0, 0, 0, 0, 1});

        LogEntry proposal = onlyOne(kernel.withHeaders(false, bytes("b"), data, id));
        LogEntry command = onlyOne(kernel.withHeaders(true, bytes("b"), data, id));

        assertDecode((RejectedEvent) proposal.event(), "schema-id-header");
        assertDecode((RejectedEvent) command.event(), "schema-id-header");
        assertThat(((RejectedEvent) proposal.event()).rejection().message()).contains("__value_schema_id");
        assertWorks("b");
    }

    @Test
    void schemaIdInAHeader_tooLargeForItsBoardsPartition_beginsNoSecondLog(@TempDir Path dir) {
        Headers id = new RecordHeaders().add("__value_schema_id", new byte[] {0, 0, 0, 0, 1});
        byte[] elsewhere = bytes("b1");
        assertThat(Partitioning.partition(elsewhere, 4)).isNotZero();
        try (KernelDriver first = new KernelDriver(dir, 4)) {
            for (boolean command : new boolean[] {false, true}) {
                List<LogEntry> entries =
                        first.withHeaders(command, elsewhere, new byte[RecordSizes.MAX_VALUE_BYTES + 1], id);
                assertThat(onlyOne(entries).boardId()).isEqualTo("!partition-0");
            }
        }
    }

    @Test
    void keyThatIsNotUtf8_isRejected() {
        assertThat(onlyOne(kernel.propose(new byte[] {(byte) 0xFF}, bytes("{}")))
                        .boardId())
                .isEqualTo("!partition-0");
    }

    @Test
    void reservedBoard_cannotBeCreated() {
        LogEntry entry =
                onlyOne(kernel.command("!partition-0", KernelDriver.createBoard("!partition-0", BLUEPRINT, "{}")));
        assertThat(entry.event()).isInstanceOf(CommandRejected.class);
    }

    @Test
    void hugeType_isQuotedShort() {
        RejectedEvent entry = (RejectedEvent) onlyOne(kernel.command(
                        "b", "{\"type\":\"" + "x".repeat(1_000_000) + "\",\"commandId\":\"c\",\"boardId\":\"b\"}"))
                .event();
        assertThat(entry.rejection().message()).hasSizeLessThan(5_000);
    }
}
