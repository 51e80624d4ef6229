package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.EditBoard;
import io.patchboard.record.MarkBoard;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Provenance;
import io.patchboard.record.RestoreBoard;
import io.patchboard.record.WorkerInvoked;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a fallback writes says so, until somebody else writes it. */
class DegradedTest {

    private static final Set<Provenance> DEGRADED = Set.of(Provenance.DEGRADED);

    /** A planner that may fail, a template in its place, and one who publishes. */
    private static final String TRIP = """
            apiVersion: patchboard/v1
            name: trip
            state:
              schema: true
              initial: {wish: "", plan: {}, notes: [], phase: open, alarms: 0}
            workers:
              guest: {unsolicited: true, write: [{op: [replace], path: /wish}]}
              planner: {privileged: true, read: [/wish], write: [{op: [add, replace], path: /plan/*}, {op: [replace], path: /plan}], policy: caught}
              template: {degraded: true, read: [/wish], write: [{op: [add, replace], path: /plan/*}]}
              clerk: {unsolicited: true, privileged: true, read: [''], write: [{op: [add, replace, remove], path: /**}, {op: [move, copy], path: /**}]}
              watch: {read: [/plan], write: [{op: [replace], path: /alarms}]}
            policies: {caught: {retry: {maxAttempts: 1}, outage: {patience: PT0S}, onExhausted: {catch: template}}}
            rules:
              - {name: plan, on: {op: [replace], path: /wish}, invoke: planner}
              - {name: look, on: {path: '/plan/*'}, when: "degraded('/plan/hotel')", invoke: watch}
            """;

    private static final String PUBLISHED_IS_WHOLE = """
            invariants:
              - {name: whole, rule: "state.phase != 'published' || !degraded('/plan')"}
            """;

    private static Scenario trip(String more) {
        return new Scenario(TRIP + more).created();
    }

    /** The planner fails, and the template takes over. */
    private static Scenario fallen(String more) {
        Scenario board = trip(more);
        board.propose("guest", "[{op: replace, path: /wish, value: sea}]");
        board.fail(board.invocation("planner"), "no model");
        board.answer(board.invocation("template"), "[{op: add, path: /plan/hotel, value: any}]");
        return board;
    }

    private static boolean degraded(Scenario board, String place) {
        return board.board().present().origins().degraded(JsonPointer.parse(place));
    }

    private static CommandHeader header(String id) {
        return CommandHeader.of(id, Scenario.BOARD, "ada", "It is right.");
    }

    @Test
    void whatAFallbackWrites_isMarked_andNothingElse() {
        Scenario board = fallen("");

        PatchCommitted commit = board.entries(PatchCommitted.class).get(1);
        assertThat(commit.worker()).isEqualTo("template");
        assertThat(commit.marks()).isEqualTo(DEGRADED);
        assertThat(board.entries(PatchCommitted.class).get(0).marks()).isEmpty();
        assertThat(degraded(board, "/plan/hotel")).isTrue();
        assertThat(degraded(board, "/plan")).as("something in it is").isTrue();
        assertThat(degraded(board, "/wish")).isFalse();
    }

    @Test
    void whoWritesOverIt_takesTheMarkAway_evenWithAnEqualValue() {
        Scenario board = fallen("");

        board.propose("clerk", "[{op: replace, path: /plan/hotel, value: any}]");

        assertThat(degraded(board, "")).isFalse();
        assertThat(board.board().version()).as("nothing has changed").isEqualTo(3);
    }

    @Test
    void aFallbackThatWritesAnEqualValue_hasWrittenNothing() {
        Scenario board = trip("");
        board.propose("clerk", "[{op: add, path: /plan/hotel, value: any}]");
        board.propose("guest", "[{op: replace, path: /wish, value: sea}]");
        board.fail(board.invocation("planner"), "no model");

        board.answer(board.invocation("template"), "[{op: replace, path: /plan/hotel, value: any}]");

        assertThat(degraded(board, "")).isFalse();
    }

    @Test
    void aCopyKeepsTheMark_andWhoReadsIt_doesNotGetIt() {
        Scenario board = fallen("");

        board.propose(
                "clerk", "[{op: copy, from: /plan/hotel, path: /notes/-}, {op: add, path: /notes/-, value: any}]");

        assertThat(degraded(board, "/notes/0")).isTrue();
        assertThat(degraded(board, "/notes/1")).as("the clerk's own words").isFalse();
    }

    @Test
    void aRuleAsksForIt() {
        assertThat(fallen("").invocations("watch")).hasSize(1);
        Scenario board = trip("");
        board.propose("clerk", "[{op: add, path: /plan/hotel, value: grand}]");
        assertThat(board.entries(WorkerInvoked.class)).isEmpty();
    }

    @Test
    void anInvariantAsksForIt_whoeverChangesAnythingElse() {
        Scenario board = fallen(PUBLISHED_IS_WHOLE);

        board.propose("clerk", "[{op: replace, path: /phase, value: published}]");

        PatchRejected rejected = board.entries(PatchRejected.class).get(1);
        assertThat(rejected.rejection().rule()).contains("whole");
        board.propose(
                "clerk",
                "[{op: replace, path: /plan/hotel, value: grand}, {op: replace, path: /phase, value: published}]");
        assertThat(board.at("/phase").toString()).isEqualTo("\"published\"");
    }

    @Test
    void anInvariantOfAPath_isAskedAgain_whereAnotherWritesAnEqualValue() {
        String rule = """
                invariants:
                  - {name: own, path: '/plan/*', rule: "self != 'grand' || !degraded(path)"}
                """;
        Scenario board = trip(rule);
        board.propose("clerk", "[{op: add, path: /plan/hotel, value: grand}]");
        board.propose("guest", "[{op: replace, path: /wish, value: sea}]");
        board.fail(board.invocation("planner"), "no model");

        board.answer(
                board.invocation("template"),
                "[{op: replace, path: /plan/hotel, value: grand}, {op: add, path: /plan/train, value: any}]");

        assertThat(board.entries(PatchRejected.class).get(1).rejection().pointer())
                .isEqualTo("/plan/hotel");
    }

    @Test
    void theEndSaysWhetherTheResultIs() {
        String complete = "complete: {when: \"state.phase == 'done'\", result: %s}\n";
        Scenario board = fallen(complete.formatted("/plan"));
        board.propose("clerk", "[{op: replace, path: /phase, value: done}]");
        assertThat(board.entries(BoardCompleted.class).get(0).marks()).isEqualTo(DEGRADED);

        Scenario other = fallen(complete.formatted("/wish"));
        other.propose("clerk", "[{op: replace, path: /phase, value: done}]");
        assertThat(other.entries(BoardCompleted.class).get(0).marks()).isEmpty();
    }

    @Test
    void aGoalCanWaitForIt() {
        Scenario board = fallen("complete: {when: \"'hotel' in state.plan && !degraded('')\"}\n");
        assertThat(board.entries(BoardCompleted.class)).isEmpty();

        board.propose("clerk", "[{op: replace, path: /plan/hotel, value: grand}]");

        assertThat(board.entries(BoardCompleted.class)).hasSize(1);
    }

    @Test
    void whatAnOperatorWrites_isNotMarked_andAMarkBringsBackWhatWas() {
        Scenario board = fallen("");
        board.command(new MarkBoard(header("c-mark"), "fallen"));
        board.command(new EditBoard(header("c-edit"), Texts.json("[{op: replace, path: /plan, value: {hotel: sea}}]")));
        assertThat(degraded(board, "")).isFalse();

        board.command(new RestoreBoard(header("c-restore"), Optional.of("fallen"), Optional.empty()));

        assertThat(degraded(board, "/plan/hotel")).isTrue();
        assertThat(degraded(board, "/wish")).isFalse();
    }

    @Test
    void aFallbacksResult_thatIsBoundAgain_isMarkedAgain() {
        String keyed = TRIP.replace("policy: caught}", "policy: caught, idempotencyKey: state.wish}")
                .replace("template: {", "template: {idempotencyKey: state.wish, ");
        Scenario board = new Scenario(keyed).created();
        board.propose("guest", "[{op: replace, path: /wish, value: sea}]");
        board.fail(board.invocation("planner"), "no model");
        board.answer(board.invocation("template"), "[{op: add, path: /plan/hotel, value: any}]");
        board.propose(
                "clerk", "[{op: replace, path: /plan/hotel, value: grand}, {op: replace, path: /wish, value: hut}]");
        assertThat(degraded(board, "")).isFalse();

        board.propose("guest", "[{op: replace, path: /wish, value: sea}]");

        PatchCommitted again = board.entries(PatchCommitted.class).get(4);
        assertThat(again.repeats()).isPresent();
        assertThat(again.worker()).isEqualTo("planner");
        assertThat(again.marks()).isEqualTo(DEGRADED);
        assertThat(degraded(board, "/plan/hotel")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true  | true  | true  | /workers/second
            true  | true  | false | /workers/second
            true  | false | false | ''
            false | true  | true  | ''
            """)
    void fallbacksAreTwoAtMost(boolean first, boolean second, boolean third, String problem) {
        CompileResult result = BlueprintCompiler.compile(Texts.json("""
                apiVersion: patchboard/v1
                name: chain
                state: {schema: true, initial: {}}
                workers:
                  model: {policy: one}
                  first: {policy: two, degraded: %s}
                  second: {policy: three, degraded: %s}
                  third: {degraded: %s}
                policies:
                  one: {onExhausted: {catch: first}}
                  two: {onExhausted: {catch: second}}
                  three: {onExhausted: {catch: third}}
                """.formatted(first, second, third)));

        if (problem.isEmpty()) {
            assertThat(result).isInstanceOf(CompileResult.Valid.class);
        } else {
            assertThat(((CompileResult.Invalid) result).problems())
                    .singleElement()
                    .satisfies(found -> {
                        assertThat(found.pointer()).isEqualTo(problem);
                        assertThat(found.message()).contains("at most two fallbacks", "\"third\"");
                    });
        }
    }
}
