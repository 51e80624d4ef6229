package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import org.junit.jupiter.api.Test;

/** How much a board may point to. */
class BlobBudgetTest {

    private static String blob(String digit) {
        return "{$blob: {sha256: '" + digit.repeat(64) + "', bytes: 60, type: image/png}}";
    }

    private static String put(String blobs) {
        return "[{op: replace, path: /photos, value: [" + blobs + "]}]";
    }

    @Test
    void blobBytes_rejectAStateThatPointsToMore_countingEachBlobOnce() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                name: photos
                state:
                  schema: {properties: {photos: {items: {$blob: {}}}}}
                  initial: {photos: []}
                workers: {w: {read: [/photos], write: [{op: [replace], path: /photos}]}}
                rules:
                  - {name: start, on: {event: created}, invoke: w}
                  - {name: next, on: {path: /photos, op: [replace]}, invoke: w}
                budgets: {blobBytes: 100}
                """).created();

        assertThat(board.answer(board.invocation("w"), put(blob("a") + "," + blob("a")))
                        .getFirst()
                        .event())
                .isInstanceOf(PatchCommitted.class);
        PatchRejected rejected = Scenario.only(
                board.answer(board.invocation("w"), put(blob("a") + "," + blob("b"))), PatchRejected.class);
        assertThat(rejected.stage()).isEqualTo(Stage.BUDGET);
        assertThat(rejected.rejection().code()).isEqualTo("blob-bytes");
        assertThat(rejected.rejection().message()).contains("at most 100 bytes").contains("would have 120");
    }
}
