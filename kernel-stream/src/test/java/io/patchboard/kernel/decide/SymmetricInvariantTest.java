package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An invariant about pairs is asked where one of a pair changed, and at no other place. */
class SymmetricInvariantTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: rooms
            workers: {w: {privileged: true, unsolicited: true, write: [{op: [add, remove, replace], path: '/**'}]}}
            invariants:
              - name: no-overlap
                path: /bookings/*
                symmetric: SYMMETRIC
                rule: "RULE"
            state:
              schema: true
              initial: {bookings: {a: {id: a, from: 0, to: 5}, b: {id: b, from: 5, to: 9}, c: {id: c, from: 20, to: 30}}}
            """;

    private static final String DISJOINT =
            "state.bookings.all(k, k == self.id || state.bookings[k].to <= self.from || self.to <= state.bookings[k].from)";

    private static Scenario board(boolean symmetric, String rule) {
        return new Scenario(BLUEPRINT.replace("SYMMETRIC", "" + symmetric).replace("RULE", rule)).created();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "[{op: replace, path: /bookings/b/to, value: 20}]; true",
                "[{op: replace, path: /bookings/b/to, value: 21}]; false",
                "[{op: replace, path: /bookings/c/from, value: 8}]; false",
                "[{op: add, path: /bookings/d, value: {id: d, from: 9, to: 20}}]; true",
                "[{op: add, path: /bookings/d, value: {id: d, from: 4, to: 6}}]; false",
                "[{op: replace, path: /bookings/a/to, value: 4}, {op: replace, path: /bookings/b/from, value: 4}]; true",
                "[{op: replace, path: /bookings/b, value: {id: b, from: 0, to: 1}}]; false",
            })
    void pair_thatIsBroken_isFoundWhicheverChanged(String patch, boolean holds) {
        Class<?> expected = holds ? PatchCommitted.class : PatchRejected.class;
        assertThat(board(true, DISJOINT).propose("w", patch).get(0).event()).isInstanceOf(expected);
        assertThat(board(false, DISJOINT).propose("w", patch).get(0).event()).isInstanceOf(expected);
    }

    @Test
    void place_thatDidNotChange_isNotAsked() {
        String upToNow = "state.bookings.all(k, state.bookings[k].to <= 30) || self.id == 'a'";
        String patch = "[{op: replace, path: /bookings/a/to, value: 31}]";
        assertThat(board(true, upToNow).propose("w", patch).get(0).event()).isInstanceOf(PatchCommitted.class);
        assertThat(board(false, upToNow).propose("w", patch).get(0).event()).isInstanceOf(PatchRejected.class);
    }

    @Test
    void symmetric_withoutPlaces_isRefused() {
        assertThatThrownBy(() -> new Scenario(BLUEPRINT
                                .replace("SYMMETRIC", "true")
                                .replace("RULE", "true")
                                .replace("/bookings/*", "/bookings"))
                        .created())
                .hasMessageContaining("Expected a path with a wildcard")
                .hasMessageContaining("\"/bookings\"");
    }
}
