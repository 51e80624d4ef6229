package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer means the item that its view showed, also if it was moved, and something else stands there by now. */
class CarriedTargetsTest {

    private static final String NOTE = "[{op: add, path: /items/1/note, value: mine}]";

    private final Scenario board = new Scenario("""
            apiVersion: patchboard/v1
            name: carried
            state: {schema: true, initial: {items: [{id: 0}, {id: 1, tags: {}}], out: {}}}
            workers:
              w: {privileged: true, read: [/**], write: [{op: [add], path: /**}]}
              fast: {privileged: true, unsolicited: true, write: [{op: [add, replace, move, copy], path: /**}]}
            rules:
              - {name: start, on: {event: created}, invoke: w}
            policies: {default: {retry: {maxAttempts: 1}}}
            """).created();

    private void meanwhile(String patch) {
        Scenario.only(board.propose("fast", patch), PatchCommitted.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{op: add, path: /out/c, value: {id: 9}}]",
                "[{op: replace, path: /out/c, value: {id: 9}}]",
                "[{op: replace, path: /out, value: {c: {id: 9}}}]",
                "[{op: copy, from: /items/0, path: /out/c}]",
                "[{op: move, from: /items/0, path: /out/c}]",
            })
    void itemThatBecameAMember_andWasReplacedThere_isStale(String replaced) {
        meanwhile("[{op: move, from: /items/1, path: /out/c}]");
        meanwhile(replaced);

        PatchRejected entry = Scenario.only(board.answer(board.invocation("w"), NOTE), PatchRejected.class);

        assertThat(entry.rejection().code()).isEqualTo("stale");
        assertThat(entry.rejection().message()).contains("version 3 removed or replaced it");
    }

    @Test
    void itemThatBecameAMember_isFound_ifOnlyItsContentWasReplaced() {
        meanwhile("[{op: move, from: /items/1, path: /out/c}]");
        meanwhile("[{op: replace, path: /out/c/tags, value: {a: 1}}, {op: move, from: /out/c, path: /out/d}]");

        Scenario.only(board.answer(board.invocation("w"), NOTE), PatchCommitted.class);

        assertThat(board.at("/out/d/note")).isEqualTo(Json.of("mine"));
    }
}
