package io.patchboard.kernel.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RingTest {

    private record Item(long sequence, String text) implements Ring.Item {

        @Override
        public Footprint size() {
            return Footprint.ofItem(text);
        }
    }

    private static final Item ONE = new Item(1, "a");
    private static final Item TWO = new Item(2, "bb");
    private static final Item THREE = new Item(3, "ccc");

    @Test
    void append_toAFullRing_forgetsTheOldest() {
        assertThat(Ring.copyOf(List.of(ONE, TWO)).append(THREE, 2)).containsExactly(TWO, THREE);
    }

    @Test
    void append_leavesTheRingBeforeAsItWas() {
        Ring<Item> before = Ring.copyOf(List.of(ONE));
        assertThat(before.append(TWO, 5).append(THREE, 5)).hasSize(3);
        assertThat(before).containsExactly(ONE);
    }

    @Test
    void latest_areTheNewest() {
        Ring<Item> ring = Ring.copyOf(List.of(ONE, TWO, THREE));
        assertThat(ring.latest(2)).containsExactly(TWO, THREE);
        assertThat(ring.latest(0)).isEmpty();
        assertThat(ring.latest(4)).isSameAs(ring);
    }

    @Test
    void total_afterWhateverChanges_isThatOfTheItems() {
        Random random = new Random(1);
        Ring<Item> ring = Ring.empty();
        for (int i = 0; i < 1_000; i++) {
            Item item = new Item(i, "x".repeat(random.nextInt(9)));
            int index = ring.isEmpty() ? 0 : random.nextInt(ring.size());
            ring = switch (ring.isEmpty() ? 0 : random.nextInt(8)) {
                case 5 -> ring.with(index, item);
                case 6 -> ring.without(index);
                case 7 -> ring.latest(index);
                default -> ring.append(item, 1 + random.nextInt(20));
            };
            assertThat(ring.total()).isEqualTo(Ring.copyOf(List.copyOf(ring)).total());
        }
    }
}
