package io.patchboard.kernel.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EditedListTest {

    private int asked;

    /** All have one hash, as those of somebody who wants to have them compared with each other. */
    private final class Item {

        @Override
        public boolean equals(Object other) {
            asked++;
            return this == other;
        }

        @Override
        public int hashCode() {
            asked++;
            return 0;
        }
    }

    private List<Item> items(int count) {
        return IntStream.range(0, count).mapToObj(i -> new Item()).toList();
    }

    @Test
    void addNew_looksAtNoOther() {
        List<Item> before = items(50);
        Item item = new Item();
        EditedList<Item> list = new EditedList<>(before);

        list.addNew(item, 100);

        assertThat(asked).isZero();
        assertThat(list.done()).hasSize(51).last().isSameAs(item);
        assertThat(before).hasSize(50);
    }

    @Test
    void addNew_toAsManyAsThereMayBe_dropsTheOldest() {
        List<Integer> before = List.of(1, 2, 3);
        EditedList<Integer> list = new EditedList<>(before);

        list.addNew(4, 3);
        list.addNew(5, 3);

        assertThat(list.done()).containsExactly(3, 4, 5);
        assertThat(before).containsExactly(1, 2, 3);
    }

    @Test
    void renewAll_putsWhatEqualsAnItemInItsPlaceAtTheEnd() {
        EditedList<Integer> list = new EditedList<>(List.of(1, 2, 3));

        list.renewAll(List.of(2, 4), 3);

        assertThat(list.done()).containsExactly(3, 2, 4);
    }
}
