package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.kernel.state.BoardMemory;
import org.junit.jupiter.api.Test;

/** What a board weighs for what it can undo. */
class CompensationSizeTest {

    /** What it weighs is added up commit by commit, and is what a board that was loaded finds. */
    @Test
    void whatWasDone_weighsWhatItWeighsWhenItIsLoaded() {
        Scenario shop = CompensationTest.sent();
        BoardMemory memory = shop.board().memory();

        assertThat(memory.compensations().done()).hasSize(2);
        assertThat(memory.compensations().patches().bytes()).isPositive();
        Board loaded = BoardJson.read(
                BoardJson.write(shop.board()), hash -> shop.board().rules());
        assertThat(loaded.memory().compensations()).isEqualTo(memory.compensations());
        assertThat(loaded.memory().compensations().done().total())
                .isEqualTo(memory.compensations().done().total());
    }
}
