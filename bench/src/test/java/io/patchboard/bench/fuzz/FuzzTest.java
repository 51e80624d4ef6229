package io.patchboard.bench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.bench.cli.Bench;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A small fuzz, with a seed that stays. For another: {@code bench fuzz --records N --seed S}. */
final class FuzzTest {

    @Test
    void boards_areOfValidBlueprints() {
        for (int board = 0; board < 8; board++) {
            assertThat(BlueprintCompiler.compile(FuzzBoards.blueprint(board))).isInstanceOf(CompileResult.Valid.class);
        }
    }

    @Test
    void records_ofOneSeed_areTheSame() {
        FuzzRecords first = new FuzzRecords(7, new ArrayDeque<>());
        FuzzRecords second = new FuzzRecords(7, new ArrayDeque<>());
        for (int i = 0; i < 2_000; i++) {
            Fuzzed one = first.next();
            Fuzzed other = second.next();
            assertThat(Arrays.equals(one.value(), other.value()) && Arrays.equals(one.key(), other.key()))
                    .isTrue();
        }
    }

    @Test
    @Tag("long")
    void fuzz_small_findsNothing() {
        assertThat(Bench.commandLine().execute("fuzz", "--records", "1000", "--kills", "1"))
                .isZero();
    }
}
