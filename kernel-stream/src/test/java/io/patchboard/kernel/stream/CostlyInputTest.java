package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Records that are well-formed and would take much time or room are bounded, and the next good proposal works. */
class CostlyInputTest extends BadInputRig {

    private PatchRejected rejected(String boardId, String patch) {
        List<LogEntry> entries = propose(boardId, patch);
        assertThat(entries).hasSize(1);
        assertThat(entries.get(0).event()).isInstanceOf(PatchRejected.class);
        return (PatchRejected) entries.get(0).event();
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
    void manyLongNumbers_areRejected_withTheirPlace() {
        create("b", BLUEPRINT);
        String number = "7".repeat(1_000);

        PatchRejected entry = rejected("b", patchOf(Collections.nCopies(501, number)));

        assertThat(entry.stage()).isEqualTo(Stage.DECODE);
        assertThat(entry.rejection().code()).isEqualTo("json");
        assertThat(entry.rejection().message()).contains("more than 18 digits", "(line 1, column ");
        assertThat(propose("b", patchOf(Collections.nCopies(499, number))))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class);
        assertWorks("b");
    }

    private static String patchOf(List<String> numbers) {
        return "[{'op':'replace','path':'/xs','value':[" + String.join(",", numbers) + "]}]";
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
        assertThat(kernel.stores().largestBoard()).isLessThan(100_000);
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
        assertThat(kernel.stores().largestBoard()).isLessThan(300_000);
    }
}
