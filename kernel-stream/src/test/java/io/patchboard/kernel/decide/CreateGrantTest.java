package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A grant of {@code create}: an {@code add} to where nothing is. */
class CreateGrantTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: create
            state:
              schema: {type: object}
              initial: {notes: {old: first}, log: [a, b], secret: {k: 4711}, gone: {x: 1}}
            workers:
              writer:
                unsolicited: true
                read: [/notes, /log]
                privileged: true
                write: [{op: [create], path: '/notes/*'}, {op: [create], path: '/log/*'}, {op: [create, remove], path: '/gone/*'}]
              blind: {unsolicited: true, write: [{op: [create], path: '/secret/*'}]}
              both: {unsolicited: true, write: [{op: [create], path: '/notes/*'}, {op: [add], path: '/notes/old'}]}
              invited: {read: [/notes], write: [{op: [create], path: '/notes/*'}]}
              second: {read: [/notes], write: [{op: [create], path: '/notes/*'}]}
            rules:
              - {name: one, on: {event: created}, invoke: invited}
              - {name: two, on: {event: created}, invoke: second}
            """;

    private final Scenario board = new Scenario(BLUEPRINT).created();

    private static void assertCommitted(List<LogEntry> entries) {
        assertThat(entries.get(0).event()).as("%s", entries).isInstanceOf(PatchCommitted.class);
    }

    private PatchRejected exists(List<LogEntry> entries, String place) {
        PatchRejected rejected = Scenario.only(entries, PatchRejected.class);
        assertThat(rejected.stage()).as("%s", rejected).isEqualTo(Stage.APPLICATION);
        assertThat(rejected.rejection().code()).isEqualTo("exists");
        assertThat(rejected.rejection().pointer()).isEqualTo(place);
        return rejected;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{op: add, path: /notes/new, value: 1}",
                "{op: add, path: /log/-, value: c}",
                "{op: add, path: /log/2, value: c}",
                // what it may take away it may put something in the place of
                "{op: remove, path: /gone/x}, {op: add, path: /gone/x, value: 2}",
            })
    void addWhereNothingIs_committed(String operations) {
        assertCommitted(board.propose("writer", "[" + operations + "]"));
    }

    @Test
    void addWhereSomethingIs_rejectedWithWhatStandsThere() {
        PatchRejected rejected =
                exists(board.propose("writer", "[{op: add, path: /notes/old, value: 2}]"), "/notes/old");

        assertThat(rejected.rejection().message())
                .isEqualTo("Expected nothing at \"/notes/old\", where worker \"writer\" may create and not overwrite,"
                        + " but got \"first\". Add under another name, or leave it as it is.");
        assertThat(rejected.rejection().rule()).contains("/workers/writer/write");
        assertThat(board.at("/notes/old").toString()).isEqualTo("\"first\"");
    }

    @Test
    void insertionBeforeAnItem_rejected() {
        exists(board.propose("writer", "[{op: add, path: /log/0, value: z}]"), "/log/0");
    }

    @Test
    void patchThatCreatesTwiceAtOnePlace_rejected() {
        exists(
                board.propose("writer", "[{op: add, path: /notes/n, value: 1}, {op: add, path: /notes/n, value: 2}]"),
                "/notes/n");
    }

    @Test
    void otherOperationsAreNotGranted() {
        for (String operation : List.of(
                "{op: replace, path: /notes/old, value: 2}",
                "{op: copy, from: /log, path: /notes/new}",
                "{op: remove, path: /notes/old}")) {
            PatchRejected rejected = Scenario.only(board.propose("writer", "[" + operation + "]"), PatchRejected.class);
            assertThat(rejected.stage()).isEqualTo(Stage.AUTHORIZATION);
        }
    }

    @Test
    void addIsGrantedBesideIt_mayOverwrite() {
        assertCommitted(board.propose("both", "[{op: add, path: /notes/old, value: 2}]"));
        assertCommitted(board.propose("both", "[{op: add, path: /notes/new, value: 2}]"));
        exists(board.propose("both", "[{op: add, path: /notes/new, value: 3}]"), "/notes/new");
    }

    @Test
    void failingTestBeside_theEarlierStageIsTold() {
        exists(
                board.propose(
                        "writer",
                        "[{op: test, path: /notes/old, value: wrong}, {op: add, path: /notes/old, value: 2}]"),
                "/notes/old");
    }

    @Test
    void valueThatTheWorkerMayNotRead_isNotTold() {
        PatchRejected rejected = exists(board.propose("blind", "[{op: add, path: /secret/k, value: 1}]"), "/secret/k");

        assertThat(rejected.rejectionAsTold().message())
                .contains("something is there")
                .doesNotContain("4711");
    }

    @Test
    void twoThatWereInvitedAtOnce_theSecondDoesNotOverwrite() {
        WorkerInvoked first = board.invocation("invited");
        WorkerInvoked second = board.invocation("second");
        assertCommitted(board.answer(first, "[{op: add, path: /notes/n, value: 1}]"));

        exists(board.answer(second, "[{op: add, path: /notes/n, value: 2}]"), "/notes/n");

        assertThat(board.at("/notes/n").toString()).isEqualTo("1");
    }
}
