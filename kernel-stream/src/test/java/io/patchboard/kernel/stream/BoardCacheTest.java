package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.StoredForm;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.kernel.state.BoardSize;
import io.patchboard.kernel.stream.BoardStore.Stored;
import org.junit.jupiter.api.Test;

final class BoardCacheTest {

    private static final long ONE = BoardSize.of(board("b00")).heap();

    private static Board board(String id) {
        return BoardJson.read(
                StoredForm.with(BoardJson.write(Board.absent(id)), "present.value", Json.of("x".repeat(1_000))),
                hash -> null);
    }

    private static Stored stored(String id) {
        return Stored.whole(board(id), 0);
    }

    @Test
    void boards_beyondTheBudget_goInTheOrderOfTheirLastUse() {
        BoardCache cache = new BoardCache(new CacheBudget(3 * ONE));
        cache.put(stored("b01"));
        cache.put(stored("b02"));
        cache.put(stored("b03"));
        assertThat(cache.get("b01")).isPresent();
        cache.put(stored("b04"));

        assertThat(cache.get("b02")).isEmpty();
        assertThat(cache.get("b01")).isPresent();
        assertThat(cache.get("b03")).isPresent();
        assertThat(cache.get("b04")).isPresent();
    }

    @Test
    void board_largerThanTheBudget_isKeptAlone() {
        BoardCache cache = new BoardCache(new CacheBudget(ONE / 2));
        cache.put(stored("b01"));
        assertThat(cache.get("b01")).isPresent();
        cache.put(stored("b02"));
        assertThat(cache.get("b01")).isEmpty();
        assertThat(cache.get("b02")).isPresent();
    }

    @Test
    void boardsOfAllTasks_takeNoMoreThanTheBudget_alsoAfterAnotherTaskCame() {
        CacheBudget budget = new CacheBudget(8 * ONE);
        budget.join();
        BoardCache first = filled(budget);
        assertThat(kept(first)).isEqualTo(8);

        budget.join();
        BoardCache second = filled(budget);
        first.trim();
        assertThat(kept(first)).isEqualTo(4);
        assertThat(kept(second)).isEqualTo(4);

        budget.leave();
        assertThat(kept(filled(budget))).isEqualTo(8);
    }

    @Test
    void clear_forgetsAllBoards_andTheirBytes() {
        BoardCache cache = filled(new CacheBudget(3 * ONE));
        cache.clear();
        assertThat(kept(cache)).isZero();
        cache.put(stored("b10"));
        cache.put(stored("b11"));
        cache.put(stored("b12"));
        assertThat(kept(cache)).isEqualTo(3);
    }

    private static BoardCache filled(CacheBudget budget) {
        BoardCache cache = new BoardCache(budget);
        for (int i = 10; i < 40; i++) {
            cache.put(stored("b" + i));
        }
        return cache;
    }

    private static int kept(BoardCache cache) {
        int kept = 0;
        for (int i = 10; i < 40; i++) {
            kept += cache.get("b" + i).isPresent() ? 1 : 0;
        }
        return kept;
    }
}
