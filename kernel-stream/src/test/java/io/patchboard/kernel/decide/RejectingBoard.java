package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.patch.ApplyLimits;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;

/** A board that rejects a proposal in every stage. */
abstract class RejectingBoard {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: stages
            state:
              schema:
                type: object
                additionalProperties: false
                properties:
                  a: {type: integer, maximum: 10}
                  b: {type: integer}
                  text: {type: string}
                  list: {type: array, items: {type: integer}}
              initial: {a: 1, list: [1, 2]}
            workers:
              w:
                unsolicited: true
                read: [/a]
                privileged: true
                write: [{op: [add, replace, remove, test], path: /**}, {op: [copy], path: /list/-}, {op: [copy], path: /list}]
              narrow:
                unsolicited: true
                read: [/a]
                write: [{op: [replace], path: /a}]
              invited:
                read: [/a]
                privileged: true
                write: [{op: [add, replace, remove], path: /**}]
            rules: [{name: start, on: {event: created}, invoke: invited}]
            invariants: [{name: a-is-odd, rule: "state.a % 2 == 1"}]
            """;

    private static final Limits SMALL =
            new Limits(new PatchLimits(5, 2_000), new ApplyLimits(20, 1_000), 300, 50, 100_000, 20);

    final Scenario board = new Scenario(Texts.json(BLUEPRINT), SMALL).created();

    Rejection rejected(String worker, String patch) {
        return Scenario.only(board.propose(worker, patch), PatchRejected.class).rejection();
    }

    static void assertRejection(Rejection rejection, Stage stage, String code, String pointer, String message) {
        assertThat(rejection.stage()).isEqualTo(stage);
        assertThat(rejection.code()).isEqualTo(code);
        assertThat(rejection.pointer()).isEqualTo(pointer);
        assertThat(rejection.message()).isEqualTo(message);
    }
}
