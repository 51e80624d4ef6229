package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.RememberedRejection;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A message to a worker quotes only what the worker may read, or has just proposed. The log has all. */
final class DisclosureTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: discretion
            state:
              schema:
                type: object
                properties:
                  box:
                    type: object
                    additionalProperties: {type: object, properties: {choice: {type: string, pattern: '^[A-Z0-9]+$'}}}
                if: {properties: {flag: {const: 2}}}
                then: {properties: {box: {additionalProperties: {properties: {choice: {enum: [NEITHER]}}}}}}
              initial:
                flag: 0
                ops: {a: HUSH1, b: {HUSH2: HUSH3}}
                box: {KEYHUSH: {choice: HUSH4}}
                out: {}
            workers:
              w:
                read: [/out, /ops]
                write: [{op: [add, replace], path: '/out/**'}, {op: [add, replace], path: /flag}, {op: [add], path: '/box/*'},
                  {op: [test], path: '/box/**'}, {op: [test], path: /ops/b}]
                policy: once
              c: {read: [/out, /ops], write: [{op: [add], path: '/out/*'}, {op: [test], path: /ops}]}
              boss: {read: ['/**'], write: [{op: [add], path: '/out/*'}]}
            private: [{path: /ops/a, to: %s}]
            invariants: [%s]
            rules: [{name: start, on: {event: created}, invoke: w}]
            policies:
              default: {retry: {maxAttempts: 9}}
              once: {retry: {maxAttempts: %d}, onExhausted: {catch: %s}}
            """;

    private static Scenario board(String owner, String invariants, int attempts, String catcher) {
        return new Scenario(BLUEPRINT.formatted(owner, invariants, attempts, catcher)).created();
    }

    /** What the worker is told in its next view, and by whoever hands it the entry. */
    private static String told(Scenario board, String patch) {
        WorkerInvoked invoked = board.invocation("w");
        PatchRejected entry = Scenario.only(board.answer(invoked, patch), PatchRejected.class);
        return rejections(board.invocation("w")) + " " + entry.asTold().fields().without("proposal");
    }

    private static String rejections(WorkerInvoked invoked) {
        return JsonPointer.parse("/rejections")
                .resolve(invoked.view())
                .orElseThrow()
                .toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "int(state.ops.a) > 0",
                "timestamp(state.ops.a) > timestamp('2020-01-01T00:00:00Z')",
                "state.ops[state.ops.a] == 1",
                "{'x': 1}[state.ops.a] == 1",
                "size({state.ops.a: 1, state.ops.a: 2}) > 0",
                "double(state.ops.a) > 0.0",
                "int(oldState.ops.a) > 0",
            })
    void invariantThatCannotBeEvaluated_quotesNothingItReads(String rule) {
        Scenario board = board("c", "{name: n, rule: \"state.flag == 0 || " + rule + "\"}", 9, "c");

        String told = told(board, "[{op: add, path: /out/x, value: 1}, {op: replace, path: /flag, value: 1}]");

        assertThat(told).contains("INVARIANT").contains("invariant \\\"n\\\"").doesNotContain("HUSH");
    }

    @Test
    void invariant_placeOfAnother_isCutFromPathAndMessage() {
        Scenario board =
                board("c", "{name: n, path: '/box/*', rule: 'state.flag == 0', message: Say no more.}", 9, "c");

        String told = told(board, "[{op: replace, path: /flag, value: 1}]");

        assertThat(told).contains("\"pointer\":\"/box\"", "Say no more.").doesNotContain("KEYHUSH");
    }

    @Test
    void memberOfDigits_isNoIndex_soAnotherThanTheWorkerNamed_isNotTold() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: digits
                state: {schema: true, initial: {flag: 0, box: {'7700': 1}}}
                workers: {w: {write: [{op: [add], path: '/box/*'}, {op: [replace], path: /flag}]}}
                invariants: [{name: n, path: '/box/*', rule: state.flag == 0 || self == 2}]
                rules: [{name: start, on: {event: created}, invoke: w}]
                """).created();

        String told = told(board, "[{op: add, path: /box/5, value: 2}, {op: replace, path: /flag, value: 1}]");

        assertThat(told).contains("\"pointer\":\"/box\"").doesNotContain("7700");
    }

    @Test
    void indexOfWhatTheWorkerAppended_isTold_whereItMayNotRead() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: appended
                state: {schema: true, initial: {list: [{x: 1}]}}
                workers: {w: {write: [{op: [add], path: /list/-}]}}
                invariants: [{name: n, path: '/list/*/x', rule: self != 3}]
                rules: [{name: start, on: {event: created}, invoke: w}]
                """).created();

        assertThat(told(board, "[{op: add, path: /list/-, value: {x: 3}}]")).contains("\"pointer\":\"/list/1/x\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{op: test, path: /box/KEYHUSH/choice, value: guess}",
                "{op: test, path: /box/KEYHUSH, value: guess}",
                "{op: replace, path: /flag, value: 2}",
                "{op: add, path: /out/x/y, value: 2}",
                "{op: add, path: /box/x/y/z, value: 2}",
            })
    void unreadableValue_isNotQuoted(String operation) {
        Scenario board = board("c", "", 9, "c");

        assertThat(told(board, "[" + operation + "]")).doesNotContain("HUSH4", "HUSH1");
    }

    @Test
    void enum_isToldFromTheSchema_whereTheValueIsNot() {
        assertThat(told(board("c", "", 9, "c"), "[{op: replace, path: /flag, value: 2}]"))
                .contains("\\\"enum\\\" of the schema asks for ([\\\"NEITHER\\\"])")
                .doesNotContain("HUSH");
    }

    @Test
    void whatTheWorkerProposedItself_isQuoted_whereItMayNotRead() {
        assertThat(told(board("c", "", 9, "c"), "[{op: add, path: /box/mine, value: {choice: lower case}}]"))
                .contains("/box/mine/choice", "but got \\\"lower case\\\"");
    }

    @Test
    void readableValue_isQuoted() {
        assertThat(told(board("w", "", 9, "c"), "[{op: test, path: /ops/a, value: guess}]"))
                .contains("but got \\\"HUSH1\\\"");
    }

    @Test
    void log_hasAll() {
        Scenario board = board("c", "", 9, "c");

        told(board, "[{op: replace, path: /flag, value: 2}]");

        PatchRejected entry = board.entries(PatchRejected.class).get(0);
        assertThat(entry.rejection().message()).contains("HUSH4");
        assertThat(entry.rejection().pointer()).isEqualTo("/box/KEYHUSH/choice");
        assertThat(entry.told()).isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{op: test, path: /ops, value: {}}]                                | PRECONDITION",
                "[{op: test, path: /out/x, value: HUSH1}]                           | PRECONDITION",
                "[{op: add, path: /nope/HUSH1, value: HUSH1}]                       | AUTHORIZATION",
                "[{op: add, path: /out/HUSH1/HUSH1, value: HUSH1}]                  | APPLICATION",
                "[{op: HUSH1}]                                                      | SYNTAX",
                "[{op: add, path: /box/HUSH1, value: {choice: lower HUSH1}}]        | SCHEMA",
                "error                                                              | WORKER",
            })
    void catcher_isNotToldTheWordsOfWhoKnowsMore(String patch, String stage) {
        Scenario board = board("w", "", 1, "c");
        WorkerInvoked invoked = board.invocation("w");
        if (patch.equals("error")) {
            board.fail(invoked, "I saw HUSH1");
        } else {
            board.answer(invoked, patch);
        }

        assertThat(rejections(board.invocation("c")))
                .contains(stage, "Expected")
                .doesNotContain("HUSH1");
    }

    @Test
    void catcher_thatMayReadAllThatTheFirstMay_isToldTheSame() {
        Scenario board = board("boss", "", 1, "boss");

        board.fail(board.invocation("w"), "no such file");

        assertThat(board.invocation("boss").view().toString()).contains("no such file");
    }

    @Test
    void replay_ofTheStore_tellsTheSame() {
        Scenario board = board("c", "", 9, "c");
        told(board, "[{op: replace, path: /flag, value: 2}]");

        assertThat(board.board().memory().feedback().get("w"))
                .extracting(RememberedRejection::rejection)
                .containsExactly(board.entries(PatchRejected.class).get(0).rejectionAsTold());
    }
}
