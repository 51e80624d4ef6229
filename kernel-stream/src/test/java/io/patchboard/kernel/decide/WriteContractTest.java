package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which role may do which operation where. */
class WriteContractTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: contracts
            state:
              schema: true
              initial: {claims: [{text: t, status: s}, {text: u}], answer: a, secret: hunter2, box: {}, 'a/b': 1}
            workers:
              appender: {unsolicited: true, write: [{op: [add], path: /claims/-}]}
              editor: {privileged: true, unsolicited: true, write: [{op: [replace], path: '/claims/*/status'}, {op: [add, remove], path: '/claims/*'}]}
              owner: {privileged: true, unsolicited: true, write: [{op: [add, replace, remove], path: /box/**}]}
              root: {unsolicited: true, write: [{op: [replace], path: ''}, {op: [replace], path: /a~1b}]}
              mover: {privileged: true, unsolicited: true, write: [{op: [move], path: '/claims/*'}, {op: [move], path: /box/*}]}
              taker: {privileged: true, unsolicited: true, write: [{op: [move], path: /box/*}]}
              giver: {privileged: true, unsolicited: true, write: [{op: [move], path: '/claims/*'}]}
              copier: {unsolicited: true, read: [/answer], write: [{op: [copy], path: /box/*}]}
              reader: {unsolicited: true, read: [/answer, '/claims/*/text'], write: [{op: [add], path: /box/*}]}
              tester: {unsolicited: true, write: [{op: [test], path: /answer}]}
              writer: {unsolicited: true, write: [{op: [replace], path: /secret}]}
              nobody: {unsolicited: true}
            """;

    private final Scenario board = new Scenario(BLUEPRINT).created();

    private boolean allowed(String worker, String operation) {
        LogEntry entry = board.propose(worker, "[" + operation + "]").get(0);
        if (entry.event() instanceof PatchRejected rejected) {
            assertThat(rejected.stage()).as("%s", rejected).isEqualTo(Stage.AUTHORIZATION);
            assertThat(rejected.rejection().code()).isEqualTo("write-contract");
            assertThat(rejected.rejection().rule()).contains("/workers/" + worker + "/write");
            assertThat(rejected.rejection().message()).startsWith("Expected ").contains(", but got ");
            return false;
        }
        assertThat(entry.event()).isInstanceOf(PatchCommitted.class);
        return true;
    }

    private void assertMay(boolean may, String worker, String op, String path) {
        String value = op.equals("remove") ? "" : ", value: 1";
        assertThat(allowed(worker, "{op: " + op + ", path: '" + path + "'" + value + "}"))
                .as("%s %s %s", worker, op, path)
                .isEqualTo(may);
    }

    @ParameterizedTest
    @CsvSource({
        "appender, add,     /claims/-",
        "editor,   add,     /claims/0",
        "editor,   add,     /claims/-",
        "editor,   remove,  /claims/1",
        "editor,   replace, /claims/0/status",
        "owner,    add,     /box/x",
        "root,     replace, ''",
        "root,     replace, /a~1b",
        "writer,   replace, /secret",
    })
    void granted_isCommitted(String worker, String op, String path) {
        assertMay(true, worker, op, path);
    }

    @ParameterizedTest
    @CsvSource({
        // the end of an array is no index, and the index after the last item is not the end
        "appender, add,     /claims/0",
        "appender, add,     /claims/2",
        "appender, replace, /claims/0",
        "appender, remove,  /claims/0",
        "appender, add,     /claims",
        "appender, add,     /claims/-/text",
        // one segment is one segment
        "editor,   replace, /claims/0",
        "editor,   replace, /claims/0/text",
        "editor,   add,     /claims/0/text",
        "editor,   remove,  /claims",
        "editor,   replace, /claims",
        // everything below is not the place itself
        "owner,    replace, /box",
        "owner,    remove,  /box",
        "owner,    add,     /boxes",
        "owner,    add,     ''",
        "root,     add,     ''",
        "root,     replace, /answer",
        "root,     replace, /a/b",
        "writer,   add,     /secret",
        "writer,   remove,  /secret",
        "nobody,   add,     /x",
        "nobody,   replace, ''",
    })
    void notGranted_isRejected(String worker, String op, String path) {
        assertMay(false, worker, op, path);
    }

    @Test
    void deepGrant_reachesAnyDepth() {
        assertThat(allowed("owner", "{op: add, path: /box/x, value: {y: {}}}")).isTrue();
        assertThat(allowed("owner", "{op: add, path: /box/x/y/z, value: 1}")).isTrue();
        assertThat(allowed("owner", "{op: remove, path: /box/x/y/z}")).isTrue();
    }

    @Test
    void move_needsBothEnds() {
        assertThat(allowed("taker", "{op: move, from: /claims/0, path: /box/x}"))
                .isFalse();
        assertThat(allowed("giver", "{op: move, from: /claims/0, path: /box/x}"))
                .isFalse();
        assertThat(allowed("mover", "{op: move, from: /claims/0, path: /box/x}"))
                .isTrue();
        assertThat(allowed("mover", "{op: copy, from: /claims/0, path: /box/y}"))
                .isFalse();
        assertThat(allowed("mover", "{op: move, from: /secret, path: /box/y}")).isFalse();
    }

    @Test
    void copy_needsASourceThatMayBeRead() {
        assertThat(allowed("copier", "{op: copy, from: /answer, path: /box/x}")).isTrue();
        assertThat(allowed("copier", "{op: copy, from: /secret, path: /box/x}")).isFalse();
        assertThat(allowed("copier", "{op: copy, from: '', path: /box/x}")).isFalse();
        assertThat(allowed("copier", "{op: copy, from: /box/x, path: /box/y}")).isTrue();
        assertThat(allowed("reader", "{op: copy, from: /answer, path: /box/z}")).isFalse();
    }

    @Test
    void copy_ofMoreThanMayBeRead_isRejected() {
        assertThat(allowed("copier", "{op: copy, from: /claims, path: /box/x}")).isFalse();
    }

    @Test
    void test_needsLeaveToReadOrAGrantOfTest() {
        assertThat(allowed("reader", "{op: test, path: /answer, value: a}")).isTrue();
        assertThat(allowed("reader", "{op: test, path: /claims/0/text, value: t}"))
                .isTrue();
        assertThat(allowed("tester", "{op: test, path: /answer, value: a}")).isTrue();
        assertThat(allowed("reader", "{op: test, path: /claims/0, value: t}")).isFalse();
        assertThat(allowed("reader", "{op: test, path: '', value: t}")).isFalse();
        assertThat(allowed("reader", "{op: test, path: /secret, value: a}")).isFalse();
        assertThat(allowed("nobody", "{op: test, path: /secret, value: a}")).isFalse();
    }

    @Test
    void test_ofWhatMayBeWrittenButNotRead_tellsNothing() {
        Rejection rejection = Scenario.only(
                        board.propose("writer", "[{op: test, path: /secret, value: guess}]"), PatchRejected.class)
                .rejection();

        assertThat(rejection.stage()).isEqualTo(Stage.AUTHORIZATION);
        assertThat(rejection.message()).doesNotContain("hunter2");
    }

    @Test
    void pointer_namesTheEndThatIsNotGranted() {
        assertThat(Scenario.only(
                                board.propose(
                                        "taker",
                                        "[{op: move, from: /box/x, path: /box/y}, {op: move, from: /secret, path: /box/x}]"),
                                PatchRejected.class)
                        .rejection()
                        .pointer())
                .isEqualTo("/patch/1/from");
        assertThat(Scenario.only(
                                board.propose("taker", "[{op: move, from: /box/x, path: /secret}]"),
                                PatchRejected.class)
                        .rejection())
                .satisfies(rejection -> {
                    assertThat(rejection.pointer()).isEqualTo("/patch/0/path");
                    assertThat(rejection.message())
                            .isEqualTo("Expected an operation that worker \"taker\" may do (move at /box/*),"
                                    + " but got move at \"/secret\".");
                });
    }

    @Test
    void oneOperationOutside_rejectsTheWholePatch() {
        board.propose("owner", "[{op: add, path: /box/x, value: 1}, {op: add, path: /answer, value: 1}]");
        assertThat(board.board().version()).isEqualTo(1);
    }
}
