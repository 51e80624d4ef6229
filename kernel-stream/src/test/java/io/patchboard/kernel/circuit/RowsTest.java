package io.patchboard.kernel.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowsTest {

    private static Links links(Links before, int... sequences) {
        Links links = before;
        for (int sequence : sequences) {
            links = links.append(link(sequence), 100);
        }
        return links;
    }

    private static Link link(long sequence) {
        return new Link(
                sequence, sequence - 1, sequence % 3 == 0 ? Link.IDLE : sequence, "w".repeat((int) sequence % 4));
    }

    @Test
    void append_twiceToTheSame_makesTwoThatDoNotSeeEachOther() {
        Links before = links(Links.NONE, 1, 2);

        Links one = links(before, 3, 4);
        Links other = links(before, 5, 6);

        assertThat(before).containsExactly(link(1), link(2));
        assertThat(one).containsExactly(link(1), link(2), link(3), link(4));
        assertThat(other).containsExactly(link(1), link(2), link(5), link(6));
    }

    @Test
    void append_toWhatWasCutOff_leavesWhatItWasCutFrom() {
        SeenStates all = SeenStates.copyOf(List.of(new SeenState(1, 10), new SeenState(2, 20)));
        SeenStates latest = all.latest(1);

        assertThat(latest.append(new SeenState(3, 30), 9)).containsExactly(new SeenState(2, 20), new SeenState(3, 30));
        assertThat(all.append(new SeenState(4, 40), 2)).containsExactly(new SeenState(2, 20), new SeenState(4, 40));
        assertThat(all).hasSize(2);
        assertThat(latest).hasSize(1);
    }

    /** As a list that is copied each time would have it, whichever version somebody goes on with. */
    @Test
    void anyVersion_goneOnWith_isAsAListWouldBe() {
        Random random = new Random(1);
        List<Links> versions = new ArrayList<>(List.of(Links.NONE));
        List<List<Link>> expected = new ArrayList<>(List.of(List.of()));
        for (int i = 1; i <= 2_000; i++) {
            int version = Math.max(0, versions.size() - 1 - random.nextInt(3));
            int kept = 1 + random.nextInt(40);
            versions.add(versions.get(version).append(link(i), kept));
            List<Link> list = new ArrayList<>(expected.get(version));
            list.add(link(i));
            expected.add(List.copyOf(list.subList(Math.max(0, list.size() - kept), list.size())));
        }
        assertThat(versions).isEqualTo(expected);
        for (Links links : versions) {
            assertThat(links.total()).isEqualTo(Links.copyOf(links).total());
        }
    }

    @Test
    void total_countsTheTextsThatAStoreHolds() {
        Links links = Links.copyOf(List.of(new Link(1, 0, Link.IDLE, "abc"), new Link(2, 0, 7, "")));

        assertThat(links.total())
                .isEqualTo(Footprint.ofItem("no-op", "abc").plus(Footprint.ofItem("0000000000000007", "")));
        assertThat(SeenStates.copyOf(List.of(new SeenState(1, -1))).total())
                .isEqualTo(Footprint.ofItem("ffffffffffffffff"));
        assertThat(Keys.number("ffffffffffffffff0123")).isEqualTo(-1);
        assertThat(Keys.digits(Keys.number("0123456789abcdef"))).isEqualTo("0123456789abcdef");
    }
}
