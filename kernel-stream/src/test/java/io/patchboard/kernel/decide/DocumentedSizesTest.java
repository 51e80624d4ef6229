package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectionCode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code docs/blueprint.md} says that fits into the work of one record: so much does, twice as much does not. */
@Tag("long")
class DocumentedSizesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "25000 | rules: [{name: r, on: {path: '/items/*'}, when: item < 0, invoke: w}]",
                "25000 | invariants: [{name: i, path: '/items/*', rule: self >= 0}]",
                "2800  | rules: [{name: r, on: {path: '/items/*'}, delay: PT1H, invoke: w}]",
            })
    void items_thatComeInOneCommit(int most, String demand) {
        assertThat(first(withItems(most, demand))).isInstanceOf(PatchCommitted.class);
        assertThat(first(withItems(2 * most, demand)))
                .isInstanceOfSatisfying(
                        PatchRejected.class,
                        it -> assertThat(it.rejection().is(RejectionCode.COST)).isTrue());
    }

    @Test
    void items_thatAnInvariantGoesThrough() {
        String invariant = "invariants: [{name: i, rule: \"state.items.all(x, x >= 0 && x < 5)\"}]";

        assertThat(first(withItems(50_000, invariant))).isInstanceOf(PatchCommitted.class);
    }

    @ParameterizedTest
    @CsvSource({"10000, 1000", "100000, 500"})
    void operations_onAnArray(int items, int operations) {
        Scenario board = board("");
        board.propose("w", "[{\"op\": \"replace\", \"path\": \"/items\", \"value\": " + each(items, "1") + "}]");

        List<LogEntry> entries =
                board.propose("w", each(operations, "{\"op\": \"add\", \"path\": \"/items/7\", \"value\": 1}"));

        assertThat(first(entries)).isInstanceOf(PatchCommitted.class);
    }

    private static List<LogEntry> withItems(int count, String demand) {
        return board(demand)
                .propose("w", "[{\"op\": \"replace\", \"path\": \"/items\", \"value\": " + each(count, "1") + "}]");
    }

    private static Scenario board(String demand) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: sizes
                state: {schema: {}, initial: {items: []}}
                workers: {w: {unsolicited: true, write: [{op: [add, replace], path: /**}]}}
                """ + demand).created();
    }

    private static String each(int count, String item) {
        return IntStream.range(0, count).mapToObj(i -> item).collect(Collectors.joining(",", "[", "]"));
    }

    private static Object first(List<LogEntry> entries) {
        return entries.get(0).event();
    }
}
