package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is private to one role does not exist for the others. */
class PrivateTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: private
            state:
              schema:
                type: object
                properties:
                  claims: {type: array, items: {type: object, properties: {text: {type: string}, verdict: {enum: [HUSH1, HUSH2]}}}}
              initial:
                claims: [{text: a, verdict: HUSH1}, {text: b, verdict: HUSH2}]
                vault: {HUSH3: 1, deep: {x: HUSH4}}
                notes: [HUSH5, HUSH6]
                see: /vault/deep
            workers:
              critic:
                read: ['/**']
                privileged: true
                write: [{op: [add, replace, remove, move, copy, test], path: '/**'}]
              judge: {read: ['/**'], write: [{op: [test], path: '/**'}]}
            private:
              - {path: '/claims/*/verdict', to: judge}
              - {path: /vault, to: judge}
              - {path: '/notes/*', to: judge}
            rules:
              - {name: a, on: {event: created}, invoke: critic}
              - {name: b, on: {event: created}, invoke: judge}
            policies: {default: {retry: {maxAttempts: 9}}}
            """;

    private final Scenario board = new Scenario(BLUEPRINT).created();

    @Test
    void view_isCutForOthers_andWholeForTheOwner() {
        assertThat(board.invocation("judge").view().toString())
                .contains("HUSH1", "HUSH2", "HUSH3", "HUSH4", "HUSH5", "HUSH6");
        assertThat(JsonPointer.parse("/state")
                        .resolve(board.invocation("critic").view()))
                .contains(Texts.json("{/claims: [{text: a}, {text: b}], /notes: [], /see: /vault/deep}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{op: test, path: /claims/0/verdict, value: HUSH1}",
                "{op: test, path: /claims/0, value: {text: a}}",
                "{op: test, path: '', value: {}}",
                "{op: test, path: /vault/deep/x, value: y}",
                "{op: copy, from: /vault/deep, path: /mine}",
                "{op: copy, from: /claims, path: /mine}",
                "{op: move, from: /notes/0, path: /mine}",
            })
    void lookingAtIt_isRefused_atAboveAndBelow(String operation) {
        PatchRejected refused =
                Scenario.only(board.answer(board.invocation("critic"), "[" + operation + "]"), PatchRejected.class);

        assertThat(refused.rejection().code()).isEqualTo("private");
        assertThat(board.invocation("critic").view().toString().replace(operation, ""))
                .doesNotContain("HUSH3", "HUSH4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/vault", "/vault/deep", "/claims/0/verdict", "/notes/0"})
    void expansion_isRefused(String handle) {
        List<LogEntry> entries =
                board.answer(board.invocation("critic"), "[{op: add, path: /$expand/-, value: '" + handle + "'}]");

        assertThat(Scenario.only(entries, PatchRejected.class).rejection().code())
                .isEqualTo("read-contract");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{op: replace, path: /claims/0, value: 1}, {op: remove, path: /vault/nope}]",
                "[{op: add, path: /vault/HUSH3/x, value: 1}]",
                "[{op: remove, path: /notes/9}]",
                "[{op: replace, path: /claims/1/text, value: 2}]",
            })
    void rejections_doNotTell(String patch) {
        Scenario.only(board.answer(board.invocation("critic"), patch), PatchRejected.class);

        WorkerInvoked again = board.invocation("critic");

        assertThat(again.view().toString()).contains("rejections").doesNotContain("HUSH");
    }

    @Test
    void dependency_intoIt_isNotNamed() {
        assertThat(board.invocation("critic").view().toString()).doesNotContain("dependencies");
        assertThat(board.at("/see")).isEqualTo(Json.of("/vault/deep"));
    }
}
