package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes in, a rejected record out, and the next good proposal works. */
class BadInputTest {

    private static final String BLUEPRINT = blueprint("true", "{'xs':[]}", "");

    @TempDir
    private Path stateDir;

    private KernelDriver kernel;
    private int proposals;

    @BeforeEach
    void start() {
        kernel = new KernelDriver(stateDir);
    }

    @AfterEach
    void stop() {
        kernel.close();
    }

    private static String blueprint(String schema, String initial, String rest) {
        return "{'apiVersion':'patchboard/v1','name':'bad','state':{'schema':" + schema + ",'initial':" + initial
                + "},'workers':{'w':{'unsolicited':true,'read':['/**'],'write':[{'op':['add','replace','remove','copy'],"
                + "'path':'/**'}]},'v':{'read':['/xs/0']}}" + rest + "}";
    }

    private void create(String boardId, String blueprint) {
        create(boardId, blueprint, "{}");
    }

    private void create(String boardId, String blueprint, String input) {
        assertThat(kernel.command(boardId, KernelDriver.createBoard(boardId, blueprint, input)))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(BoardCreated.class);
    }

    private List<LogEntry> propose(String boardId, String patch) {
        return kernel.propose(
                boardId,
                "{\"proposalId\":\"p-" + ++proposals + "\",\"boardId\":\"" + boardId + "\",\"worker\":\"w\",\"patch\":"
                        + patch.replace('\'', '"') + "}");
    }

    private PatchRejected rejected(String boardId, String patch) {
        List<LogEntry> entries = propose(boardId, patch);
        assertThat(entries).hasSize(1);
        assertThat(entries.get(0).event()).isInstanceOf(PatchRejected.class);
        return (PatchRejected) entries.get(0).event();
    }

    private void assertWorks(String boardId) {
        assertThat(propose(boardId, "[{'op':'add','path':'/ok','value':" + proposals + "}]"))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(PatchCommitted.class);
    }

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

    private static LogEntry onlyOne(List<LogEntry> entries) {
        assertThat(entries).hasSize(1);
        return entries.get(0);
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

        LogEntry proposal = onlyOne(kernel.withHeader(false, bytes("b"), data, "__value_schema_id"));
        LogEntry command = onlyOne(kernel.withHeader(true, bytes("b"), data, "__value_schema_id"));

        assertDecode((RejectedEvent) proposal.event(), "schema-id-header");
        assertDecode((RejectedEvent) command.event(), "schema-id-header");
        assertThat(((RejectedEvent) proposal.event()).rejection().message()).contains("__value_schema_id");
        assertWorks("b");
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

    @Test
    void regexBombInASchema_isLinear() {
        create("b", blueprint("{'properties':{'x':{'pattern':'^(a+)+$'}}}", "{}", ""));

        PatchRejected entry = rejected("b", "[{'op':'add','path':'/x','value':'" + "a".repeat(50_000) + "b'}]");

        assertThat(entry.stage()).isEqualTo(Stage.SCHEMA);
        assertThat(entry.rejection().code()).isEqualTo("pattern");
        assertWorks("b");
    }

    @Test
    void regexThatIsTooLarge_isAnInvalidBlueprint() {
        LogEntry entry = onlyOne(kernel.command(
                "b",
                KernelDriver.createBoard(
                        "b", blueprint("{'properties':{'x':{'pattern':'((a{1000}){1000}){1000}'}}}", "{}", ""), "{}")));
        assertThat(((CommandRejected) entry.event()).rejection().code()).isEqualTo("blueprint");
        assertThat(((CommandRejected) entry.event()).errors())
                .singleElement()
                .satisfies(error -> assertThat(error.pointer()).isEqualTo("/state/schema/properties/x/pattern"));
        create("b2", BLUEPRINT);
    }

    private static String numbers(int count) {
        StringBuilder numbers = new StringBuilder("[0");
        for (int i = 1; i < count; i++) {
            numbers.append(',').append(i);
        }
        return numbers.append(']').toString();
    }

    @Test
    void invariantOverAHugeList_cannotBeEvaluated() {
        create(
                "b",
                blueprint(
                        "true",
                        "{'xs':[]}",
                        ",'invariants':[{'name':'square','rule':'state.xs.all(a, state.xs.all(b, a != b || a == b))'}]"));

        PatchRejected entry = rejected("b", "[{'op':'replace','path':'/xs','value':" + numbers(5_000) + "}]");

        assertThat(entry.stage()).isEqualTo(Stage.INVARIANT);
        assertThat(entry.rejection().code()).isEqualTo("evaluation");
        assertThat(entry.rejection().rule()).contains("square");
        assertThat(entry.rejection().message()).contains("cost limit");
        assertWorks("b");
    }

    @Test
    void ruleOverAHugeListForEachOfItsItems_isBounded() {
        create(
                "b",
                blueprint(
                        "true",
                        "{'xs':[]}",
                        ",'rules':[{'name':'r','on':{'path':'/xs/*'},'invoke':'v','when':"
                                + "'state.xs.all(a, state.xs.all(b, a != b || a == b))'}]"));

        assertThat(propose("b", "[{'op':'replace','path':'/xs','value':" + numbers(20_000) + "}]"))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class);
        assertWorks("b");
    }

    @Test
    void invariantThatIsNearlyTooCostlyForEachOfManyItems_isBounded() {
        create(
                "b",
                blueprint(
                        "true",
                        "{'xs':[]}",
                        ",'invariants':[{'name':'each','path':'/xs/*','rule':'state.xs.all(a, a >= 0)'}]"));

        PatchRejected entry = rejected("b", "[{'op':'replace','path':'/xs','value':" + numbers(20_000) + "}]");

        assertThat(entry.rejection().code()).isEqualTo("cost");
        assertWorks("b");
    }

    @Test
    void initialStateThatRepeatsALargeInput_isRejected() {
        StringBuilder initial = new StringBuilder("{'a0':{'$input':''}");
        for (int i = 1; i < 20_000; i++) {
            initial.append(",'a").append(i).append("':{'$input':''}");
        }
        String command = KernelDriver.createBoard(
                "b", blueprint("true", initial.append('}').toString(), ""), "{'x':'" + "y".repeat(1_000_000) + "'}");

        CommandRejected entry =
                (CommandRejected) onlyOne(kernel.command("b", command)).event();

        assertThat(entry.rejection().message()).startsWith("Expected ").contains(", but ");
        create("b2", BLUEPRINT);
    }

    @Test
    void initialStateDeeperThanAnyReaderReads_isRejected() {
        String initial = "{'x':" + "[".repeat(80) + "{'$input':''}" + "]".repeat(80) + "}";
        String input = "{'y':" + "[".repeat(80) + "]".repeat(80) + "}";

        CommandRejected entry = (CommandRejected) onlyOne(
                        kernel.command("b", KernelDriver.createBoard("b", blueprint("true", initial, ""), input)))
                .event();

        assertThat(entry.stage()).isEqualTo(Stage.SYNTAX);
        assertThat(entry.rejection().code()).isEqualTo("over-limit");
        assertThat(entry.rejection().message()).contains("levels of nesting");
        create("b2", BLUEPRINT);
    }

    @Test
    void longPaths_areQuotedShort() {
        create("b", BLUEPRINT);
        String path = "/" + "k".repeat(900_000);

        for (String patch : List.of(
                "[{'op':'move','from':'/xs','path':'" + path + "'}]",
                "[{'op':'remove','path':'" + path + "'}]",
                "[{'op':'add','path':'" + path + "/x','value':1}]",
                "[{'op':'test','path':'" + path + "','value':1}]",
                "[{'op':'x" + path + "'}]")) {
            PatchRejected entry = rejected("b", patch);
            assertThat(entry.rejection().message().length()).isLessThan(10_000);
            assertThat(entry.rejection().pointer().length()).isLessThan(10_000);
        }
        assertThat(kernel.largestBoard()).isLessThan(100_000);
        assertWorks("b");
    }

    @Test
    void longNamesInAStateThatIsInvalid_areQuotedShort() {
        create("b", blueprint("{'additionalProperties':{'type':'string'}}", "{}", ""));

        PatchRejected entry = rejected("b", "[{'op':'add','path':'/" + "k".repeat(900_000) + "','value':1}]");

        assertThat(entry.stage()).isEqualTo(Stage.SCHEMA);
        assertThat(entry.rejection().message().length()).isLessThan(10_000);
        assertThat(entry.rejection().pointer().length()).isLessThan(10_000);
    }

    @Test
    void thousandsOfInvocationsAtOnce_areBounded() {
        create(
                "b",
                blueprint(
                        "true",
                        "{'xs':[]}",
                        ",'rules':[{'name':'r','on':{'path':'/xs/*'},'invoke':'v'}],'budgets':{'invocations':100000}"));

        PatchRejected entry = rejected("b", "[{'op':'replace','path':'/xs','value':" + numbers(20_000) + "}]");

        assertThat(entry.stage()).isEqualTo(Stage.BUDGET);
        assertThat(entry.rejection().code()).isEqualTo("cost");
        assertWorks("b");
    }

    @Test
    void manyViewsOfALargeState_areBounded() {
        create("b", blueprint("true", "{'xs':[]}", ",'rules':[{'name':'r','on':{'path':'/todo/*'},'invoke':'w'}]"));
        for (int i = 0; i < 4; i++) {
            propose("b", "[{'op':'add','path':'/big" + i + "','value':" + numbers(130_000) + "}]");
        }

        assertThat(propose("b", "[{'op':'add','path':'/todo','value':" + numbers(900) + "}]"))
                .as("a commit, and 900 invocations that are made or wait for a later decision")
                .hasSize(901);
    }

    @Test
    void moreViewsThanTheMemoryHolds_areMadeOneAfterTheOther() {
        create(
                "b",
                blueprint(
                                "true",
                                "{'big':{'$input':'/big'}}",
                                ",'rules':[{'name':'r','on':{'path':'/todo/*'},'invoke':'w'}]")
                        .replace("'unsolicited':true", "'unsolicited':true,'view':{'maxChars':1000000}"),
                "{'big':'" + "x".repeat(900_000) + "'}");

        List<LogEntry> entries = propose("b", "[{'op':'add','path':'/todo','value':" + numbers(150) + "}]");

        assertThat(entries).hasSize(151).extracting(LogEntry::event).first().isInstanceOf(PatchCommitted.class);
        assertThat(entries)
                .extracting(LogEntry::event)
                .filteredOn(WorkerInvoked.class::isInstance)
                .hasSizeBetween(1, 10);
    }

    @Test
    void changesUnderAnOldView_areBounded() {
        create(
                "b",
                blueprint(
                        "true",
                        "{'xs':[],'n':0}",
                        ",'rules':[{'name':'r','on':{'event':'created'},'invoke':'v'}],"
                                + "'policies':{'default':{'timeout':'P30D'}}"));
        StringBuilder patch = new StringBuilder("[");
        for (int i = 0; i < 500; i++) {
            patch.append(i == 0 ? "" : ",")
                    .append("{'op':'add','path':'/k")
                    .append(i)
                    .append("','value':%d}");
        }
        patch.append(']');
        for (int round = 0; round < 100; round++) {
            assertThat(propose("b", patch.toString().replace("%d", Integer.toString(round))))
                    .extracting(LogEntry::event)
                    .hasExactlyElementsOfTypes(PatchCommitted.class);
        }
        assertThat(kernel.largestBoard()).isLessThan(300_000);
    }
}
