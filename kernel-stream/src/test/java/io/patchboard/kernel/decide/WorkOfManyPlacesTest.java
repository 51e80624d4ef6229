package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.CostlyBoard.each;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What grows with how many places a blueprint names, how deep they are, and how large what is there is, is charged. */
class WorkOfManyPlacesTest {

    static final String ON_GO = "[{'name': 'r', 'on': {'path': '/go'}, 'invoke': 'v'}]";
    static final String GO = "[{'op': 'add', 'path': '/go', 'value': 1}]";

    /** @param v what the blueprint says of the worker that is invoked */
    static Scenario board(String schema, String initial, String v, String rules, String rest) {
        return new Scenario("""
                {'apiVersion': 'patchboard/v1', 'name': 'places', 'state': {'schema': %s, 'initial': %s},
                 'workers': {'v': {%s}, 'w': {'privileged': true, 'unsolicited': true, 'read': ['/none'],
                   'write': [{'op': ['add', 'remove', 'replace', 'move'], 'path': '/**'}]}},
                 'rules': %s %s}
                """.formatted(schema, initial, v, rules, rest).replace('\'', '"')).created();
    }

    private long work;

    static long work(Scenario board, String patch) {
        assertThat(propose(board, patch)).extracting(LogEntry::event).hasAtLeastOneElementOfType(PatchCommitted.class);
        return board.work();
    }

    private static List<LogEntry> propose(Scenario board, String patch) {
        return board.propose("w", patch.replace('\'', '"'));
    }

    private static void assertTooMuch(List<LogEntry> entries, String forWhat) {
        PatchRejected rejected = Scenario.only(entries, PatchRejected.class);
        assertThat(rejected.rejection().code()).isEqualTo("cost");
        assertThat(rejected.rejection().message()).contains("for " + forWhat);
    }

    private static Scenario requiring(int names, int grants) {
        String write = each(grants, i -> "{'op': ['add'], 'path': '/o/k" + i + "'}");
        return board(
                "{'properties': {'o': {'required': " + each(names, i -> "'k" + i + "'") + "}}}",
                "{'xs': ['" + "x".repeat(20_000) + "']}",
                "'read': ['/xs'], 'view': {'maxChars': 9000}, 'write': " + write,
                ON_GO,
                "");
    }

    @Test
    void namesThatTheSchemaRequires_areAddedOncePerObject_howeverManyGrantsAreOfItsMembers() {
        long fewNames = work(requiring(10, 1), GO);
        long oneGrant = work(requiring(2_000, 1), GO);
        long manyGrants = work(requiring(2_000, 100), GO);

        assertThat(oneGrant - fewNames).as("names are charged").isGreaterThan(1_990 * 10);
        assertThat(manyGrants - oneGrant).as("grants alone are").isBetween(100L * 10, 2_000L * 100);
    }

    private static Scenario reading(int reads, String first) {
        return board(
                "true",
                "{'xs': " + each(1_000, i -> "{}") + "}",
                "'read': " + each(reads, i -> i == 0 ? "'" + first + "'" : "'/z" + i + "'"),
                ON_GO,
                "");
    }

    @Test
    void readsThatNameNothing_areCharged() {
        long one = work(reading(1, "/z"), GO);

        assertThat(work(reading(1_001, "/z"), GO) - one).isGreaterThanOrEqualTo(3_000);
        assertThat(work(reading(1, "/xs/*/name"), GO) - one).as("items passed").isGreaterThanOrEqualTo(5_000);
    }

    /** A value of 1,000 items that is so deep. */
    private static String deep(int depth) {
        return "{'a': ".repeat(depth) + each(1_000, i -> Integer.toString(i)) + "}".repeat(depth);
    }

    private static long workOfRule(int depth) {
        String rule = "[{'name': 'r', 'on': {'op': ['add'], 'path': '/x" + "/a".repeat(depth)
                + "/*'}, 'forEach': '/none', 'invoke': 'v'}]";
        return work(board("true", "{}", "'read': ['/xs']", rule, ""), adding(depth));
    }

    private static long workOfInvariant(int depth) {
        String invariant = ", 'invariants': [{'name': 'i', 'path': '/x" + "/a".repeat(depth) + "/*', 'rule': 'true'}]";
        return work(board("true", "{}", "'read': ['/xs']", "[]", invariant), adding(depth));
    }

    private static String adding(int depth) {
        return "[{'op': 'add', 'path': '/x', 'value': " + deep(depth) + "}]";
    }

    @Test
    void placesDeepDown_areChargedForTheirDepth() {
        assertThat(workOfRule(80) - workOfRule(2)).isGreaterThan(1_000 * 50 * 4);
        assertThat(workOfInvariant(80) - workOfInvariant(2)).isGreaterThan(1_000 * 40 * 9);
    }

    /** Of a condition that reads all items of a batch, for each of ten places. */
    private static long workOfItems(int depth) {
        String place = "/x" + "/a".repeat(depth);
        Scenario board = board(
                "true",
                "{'ys': " + each(10, i -> "1") + ", 'x': " + "{'a': ".repeat(depth) + "[]" + "}".repeat(depth) + "}",
                "'read': ['/go']",
                "[{'name': 'r', 'on': {'path': '" + place + "/*', 'op': ['add']}, 'batch': {'age': 'PT1M'},"
                        + " 'forEach': '/ys/*', 'when': 'size(items) < 0', 'invoke': 'v'}]",
                "");
        work(board, each(100, i -> "{'op': 'add', 'path': '" + place + "/-', 'value': 1}"));
        board.tick(Duration.ofMinutes(2));
        return board.work();
    }

    @Test
    void itemsOfABatchDeepDown_areChargedForTheirDepth_eachTimeThatTheyAreRead() {
        assertThat(workOfItems(80) - workOfItems(2)).isGreaterThan(10 * 100 * 9 * 40);
    }

    /** So many rules look at whether values changed that are written anew. */
    private List<LogEntry> comparing(int rules, int values) {
        String rule = ", 'on': {'op': ['replace', 'remove'], 'path': '/big/*'}, 'forEach': '/none', 'invoke': 'v'}";
        Scenario board = board("true", "{}", "'read': ['/xs']", each(rules, i -> "{'name': 'r" + i + "'" + rule), "");
        String put = "[{'op': 'add', 'path': '/big', 'value': {'a': " + each(values, i -> "1.5") + ", 'b': %d}}]";
        work(board, put.formatted(1));
        List<LogEntry> entries = propose(board, put.formatted(2));
        work = board.work();
        return entries;
    }

    @Test
    void valuesThatAreWrittenAnewAsTheyWere_areChargedForBeingCompared_perRule() {
        comparing(1, 10_000);
        long one = work;
        comparing(11, 10_000);

        assertThat(work - one).isGreaterThan(10 * 40_000 / 4);
        assertTooMuch(comparing(500, 100_000), "finding out which places");
    }

    private static long workOfFollowing(int items, String patch) {
        Scenario board = board(
                "true",
                "{'xs': [], 'ys': []}",
                "'read': [{'path': '/go', 'unchecked': true}]",
                "[{'name': 'r', 'on': {'path': '/xs/*', 'op': ['add']}, 'batch': {'age': 'PT1M'}, 'invoke': 'v'}]",
                "");
        work(board, each(items, i -> "{'op': 'add', 'path': '/xs/-', 'value': 1}"));
        board.tick(Duration.ofMinutes(2));
        assertThat(board.board().open()).hasSize(1);
        return work(board, patch);
    }

    /** One invocation about 500 items follows each of them. */
    @Test
    void itemsOfABatch_areChargedForBeingFollowed_each() {
        String shifts = each(50, i -> "{'op': 'add', 'path': '/xs/0', 'value': 1}");
        String moves = each(50, i -> "{'op': 'move', 'from': '/xs/0', 'path': '/xs/-'}");

        assertThat(workOfFollowing(500, shifts) - workOfFollowing(1, shifts)).isGreaterThan(499 * 50 * 3);
        assertThat(workOfFollowing(500, moves) - workOfFollowing(1, moves)).isGreaterThan(499 * 50 * 3 * 4);
    }

    private static long workOfCard(int items, String show) {
        Scenario board = board(
                "true",
                "{'xs': " + each(items, i -> "{'a': 1}") + "}",
                "'read': ['/xs']",
                "[]",
                ", 'gates': [{'name': 'g', 'on': {'path': '/go'}, 'card': {'show': ['" + show + "']}}]");
        PatchHeld held = Scenario.only(propose(board, GO), PatchHeld.class);
        assertThat(held.card().shown()).hasSizeLessThanOrEqualTo(6);
        return board.work();
    }

    @Test
    void whatACardShows_isLookedForUntilThereIsEnough_andThatIsCharged() {
        assertThat(workOfCard(5_000, "/xs/*") - workOfCard(10, "/xs/*")).isLessThan(5_000);
        assertThat(workOfCard(5_000, "/xs/*/b") - workOfCard(10, "/xs/*/b")).isGreaterThanOrEqualTo(4_990 * 50);
    }

    private static long workOfFeedback(int grants, int rejections) {
        Scenario board = board(
                "true",
                "{}",
                "'read': ['/xs'], 'view': {'maxChars': 90000}, 'write': "
                        + each(grants, i -> "{'op': ['add'], 'path': '/q" + i + "/*/y'}"),
                "[{'name': 'r', 'on': {'event': 'created'}, 'delay': 'PT1H', 'invoke': 'v'}]",
                ", 'circuit': {'invalidStreak': 100, 'sameRejection': 100}");
        for (int i = 0; i < rejections; i++) {
            propose(board, "[{'op': 'remove', 'path': '/none" + i + "'}]");
        }
        assertThat(board.tick(Duration.ofHours(2)))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(WorkerInvoked.class);
        return board.work();
    }

    @Test
    void placesOfRejections_areChargedForBeingHeldAgainstAContract_eachOnce() {
        assertThat(workOfFeedback(500, 30) - workOfFeedback(500, 0)).isBetween(30 * 500 * 2L, 30 * 500 * 4L);
    }

    private static long workOfMasking(int members, int depth) {
        Scenario board = board(
                "true",
                "{}",
                "'handles': true, 'read': ['/go']",
                ON_GO,
                ", 'taint': {'untrusted': ['" + "/a".repeat(depth) + "/*']}");
        work(
                board,
                "[{'op': 'add', 'path': '/a', 'value': " + "{'a': ".repeat(depth - 1)
                        + each(members, i -> "'k" + i + "': 1")
                                .replace('[', '{')
                                .replace(']', '}')
                        + "}".repeat(depth - 1) + "}]");
        return work(board, GO);
    }

    @Test
    void handles_areCharged_andTheSchemaIsFollowedOnceForAllMembersOfAnObject() {
        long few = workOfMasking(10, 50);
        long many = workOfMasking(1_010, 50);

        assertThat(many - few).isBetween(1_000L * 60, 1_000L * 500);
    }

    private static Scenario near(int grants) {
        return board(
                "true",
                "{'ops': " + each(100, i -> "{'m': 1}") + "}",
                "'read': ['/ops/0'], 'neighbourhood': {'radius': 2}, 'view': {'maxChars': 90000}, 'write': "
                        + each(grants, i -> "{'op': ['add'], 'path': '/ops/*/g" + i + "'}"),
                "[{'name': 'r', 'on': {'op': ['replace'], 'path': '/ops/*/m'}, 'invoke': 'v'}]",
                ", 'neighbourhoods': [{'from': '/ops/*/m', 'to': '/ops/*/m', 'kind': 'time'}]");
    }

    @Test
    void contractWithinANeighbourhood_isChargedBeforeItIsMade() {
        String touch = "[{'op': 'add', 'path': '/ops/-', 'value': {'m': 2}},"
                + " {'op': 'replace', 'path': '/ops/0/m', 'value': 1.0},"
                + " {'op': 'replace', 'path': '/ops/100/m', 'value': 1}]";

        assertThat(propose(near(2), touch)).extracting(LogEntry::event).hasAtLeastOneElementOfType(WorkerInvoked.class);
        assertTooMuch(propose(near(1_500), touch), "writing the log");
    }
}
