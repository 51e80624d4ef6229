package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.stage.PatchForm;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.kernel.patch.PatchSyntaxException;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a role's contract says of its patches as a whole. */
class PatchFormTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: form
            state:
              schema: {type: object}
              initial: {claims: [{text: a, status: draft}, {text: b, status: draft}], phase: open, notes: {}}
            workers:
              brief: {unsolicited: true, write: [{op: [add], path: '/notes/*'}], patch: {maxOperations: 2, maxBytes: 120}}
              wary:
                unsolicited: true
                read: ['/**']
                privileged: true
                write: [{op: [add, replace, remove, move, copy], path: '/**'}]
                patch: {requireTest: true}
              careful:
                unsolicited: true
                read: ['/**']
                write: [{op: [replace], path: '/**'}]
                patch: {requireTest: ['/claims/*/status', /phase]}
              shaped:
                read: ['/**']
                write: [{op: [add, test], path: '/notes/*'}]
                view: {maxChars: 2000}
                patch:
                  schema:
                    minItems: 1
                    items: {properties: {value: {type: object, required: [source]}}}
              free: {unsolicited: true, write: [{op: [add], path: '/notes/*'}]}
            rules: [{name: begin, on: {event: created}, invoke: shaped}]
            """;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Scenario board = new Scenario(BLUEPRINT).created();

    private Rejection rejected(String worker, String patch) {
        Json before = board.board().state();
        Rejection rejection =
                Scenario.only(board.propose(worker, patch), PatchRejected.class).rejection();
        assertThat(rejection.stage()).isEqualTo(Stage.SYNTAX);
        assertThat(rejection.message()).startsWith("Expected ");
        assertThat(board.board().state()).isSameAs(before);
        return rejection;
    }

    private void assertCommitted(List<LogEntry> entries) {
        assertThat(entries.get(0).event()).as("%s", entries).isInstanceOf(PatchCommitted.class);
    }

    @Test
    void moreOperationsThanTheContractAllows_rejected() {
        String two = "[{op: add, path: /notes/a, value: 1}, {op: add, path: /notes/b, value: 1}";
        assertCommitted(board.propose("brief", two + "]"));

        Rejection rejection = rejected("brief", two + ", {op: add, path: /notes/c, value: 1}]");

        assertThat(rejection.code()).isEqualTo("patch-operations");
        assertThat(rejection.rule()).contains("/workers/brief/patch/maxOperations");
        assertThat(rejection.message()).contains("at most 2 operations", "\"brief\"", "got 3");
    }

    @Test
    void moreBytesThanTheContractAllows_rejected() {
        Rejection rejection = rejected("brief", "[{op: add, path: /notes/a, value: '" + "x".repeat(120) + "'}]");

        assertThat(rejection.code()).isEqualTo("patch-bytes");
        assertThat(rejection.rule()).contains("/workers/brief/patch/maxBytes");
        assertThat(rejection.message()).contains("at most 120 bytes", "got 163");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{op: replace, path: /claims/0/status, value: ok}                       | /claims/0/status",
                "{op: remove, path: /claims/0}                                          | /claims/0",
                "{op: move, from: /claims/0/text, path: /notes/t}                       | /claims/0/text",
                // of another place, or only of a part
                "{op: test, path: /claims/1/status, value: draft}, {op: replace, path: /claims/0/status, value: ok} |"
                        + " /claims/0/status",
                "{op: test, path: /claims/0/text, value: a}, {op: remove, path: /claims/0}      | /claims/0",
                // of places beside it
                "{op: test, path: /claims/0, value: {text: a, status: draft}}, {op: test, path: /claims/1/status,"
                        + " value: draft}, {op: remove, path: /claims/1/text} | /claims/1/text",
                // too late
                "{op: replace, path: /phase, value: x}, {op: test, path: /phase, value: x}      | /phase",
                // of another item, which was there before
                "{op: test, path: /claims/0/text, value: a},"
                        + " {op: test, path: /claims/0, value: {text: a, status: draft}},"
                        + " {op: remove, path: /claims/0}, {op: remove, path: /claims/0} | /claims/0",
                "{op: test, path: /claims/1/text, value: b}, {op: add, path: /claims/0, value: {}},"
                        + " {op: remove, path: /claims/1/text} | /claims/1/text",
                "{op: test, path: /claims/1, value: {text: b, status: draft}}, {op: move, from: /claims/1, path:"
                        + " /claims/0}, {op: remove, path: /claims/1} | /claims/1",
                "{op: test, path: /phase, value: open}, {op: test, path: /claims/1, value: {text: b, status: draft}},"
                        + " {op: move, from: /claims/1, path: /phase}, {op: remove, path: /phase/text} | /phase/text",
            })
    void changeWithoutATestBeforeIt_rejected(String operations, String place) {
        Rejection rejection = rejected("wary", "[" + operations + "]");

        assertThat(rejection.code()).isEqualTo("patch-test");
        assertThat(rejection.rule()).contains("/workers/wary/patch/requireTest");
        assertThat(rejection.message()).contains("{\"op\":\"test\",\"path\":\"" + place + "\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{op: test, path: /phase, value: open}, {op: replace, path: /phase, value: x}",
                // a test of what it is in
                "{op: test, path: /claims/1, value: {text: b, status: draft}}, {op: remove, path: /claims/1/status}",
                "{op: test, path: /claims/1/status, value: draft}, {op: test, path: /claims/1, value: {text: b,"
                        + " status: draft}}, {op: remove, path: /claims/1/text}",
                // items before one that goes, and all of a tested array, stay tested; so do members
                "{op: test, path: /claims/0/text, value: a},"
                        + " {op: test, path: /claims/1, value: {text: b, status: draft}},"
                        + " {op: remove, path: /claims/1}, {op: remove, path: /claims/0/text}",
                "{op: test, path: /claims, value: [{text: a, status: draft}, {text: b, status: draft}]},"
                        + " {op: remove, path: /claims/0}, {op: remove, path: /claims/0}",
                "{op: test, path: /claims/1/text, value: b}, {op: add, path: /claims/-, value: 1},"
                        + " {op: add, path: /notes/n, value: 1}, {op: remove, path: /claims/1/text}",
                "{op: test, path: /claims/1/text, value: b}, {op: test, path: /phase, value: open},"
                        + " {op: add, path: /claims/0, value: 1}, {op: test, path: /claims/2/text, value: b},"
                        + " {op: remove, path: /claims/2/text}, {op: remove, path: /phase}",
                // what adds takes nothing away
                "{op: add, path: /notes/n, value: 1}",
                "{op: copy, from: /phase, path: /notes/p}",
            })
    void changeWithATestBeforeIt_committed(String operations) {
        assertCommitted(board.propose("wary", "[" + operations + "]"));
    }

    @Test
    void testOfAPlaceDeepDown_isLookedForInOneGo_andThatIsCharged() throws PatchSyntaxException {
        WorkerRole wary = board.board().rules().worker("wary").orElseThrow();
        String deep = "/a".repeat(20_000);
        Json sent = Texts.json("[{op: test, path: /b, value: 1}, {op: replace, path: " + deep + ", value: 1}]");
        Patch patch = Patch.parse(sent, PatchLimits.DEFAULT);
        Work work = Work.unbounded();

        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertThat(PatchForm.violation(wary, sent, patch, work))
                .map(Rejection::code)
                .contains("patch-test");
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(10 << 20);
        assertThat(work.done()).isGreaterThanOrEqualTo(20_000 * 10);
    }

    @Test
    void testBeforeItemsMoved_isSaidToBeTooEarly() {
        assertThat(rejected(
                                "wary",
                                "[{op: test, path: /claims/0, value: {text: a, status: draft}},"
                                        + " {op: remove, path: /claims/0}, {op: remove, path: /claims/0}]")
                        .message())
                .contains("the patch has none behind what may have brought another value there. Put ");
    }

    @Test
    void testIsRequiredOnlyWhereTheContractSaysSo() {
        assertCommitted(board.propose("careful", "[{op: replace, path: /claims/0/text, value: c}]"));
        assertThat(rejected("careful", "[{op: replace, path: /claims/0/status, value: ok}]")
                        .code())
                .isEqualTo("patch-test");
    }

    @Test
    void anotherShapeThanTheContractAsksFor_rejectedWithThePlaceInThePatch() {
        WorkerInvoked invoked = board.invocation("shaped");

        Rejection rejection = Scenario.only(
                        board.answer(invoked, "[{op: add, path: /notes/a, value: {text: t}}]"), PatchRejected.class)
                .rejection();

        assertThat(rejection.stage()).isEqualTo(Stage.SYNTAX);
        assertThat(rejection.code()).isEqualTo("patch-shape");
        assertThat(rejection.pointer()).isEqualTo("/patch/0/value");
        assertThat(rejection.rule().orElseThrow()).startsWith("/workers/shaped/patch/schema");
        assertThat(rejection.message()).contains("source");
    }

    @Test
    void requestToSeeMore_isNoPartOfTheShape() {
        WorkerInvoked invoked = board.invocation("shaped");

        assertCommitted(board.answer(invoked, "[{op: add, path: /$expand/-, value: /phase}]"));
    }

    @Test
    void view_showsTheConstraintsBesideTheGrants_andOnlyWhereThereAreSome() {
        WorkerInvoked invoked = board.invocation("shaped");

        assertThat(JsonPointer.parse("/patch").resolve(invoked.view()))
                .contains(Texts.json(
                        "{schema: {items: {properties: {value: {required: [source], type: object}}}, minItems: 1}}"));
        assertThat(board.board().rules().workers().get("free").view().fixed().names())
                .containsExactly("instruction", "contract", "schema");
    }
}
