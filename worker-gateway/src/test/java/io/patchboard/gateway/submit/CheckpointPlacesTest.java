package io.patchboard.gateway.submit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CheckpointPlacesTest {

    private final CheckpointPlaces places = new CheckpointPlaces(3);

    @Test
    void put_moreThanItHolds_forgetsThoseThatWereWrittenLongestAgo() {
        places.put("a", "b-1", 0, 1);
        places.put("b", "b-1", 0, 2);
        places.put("c", "b-2", 1, 1);
        places.put("a", "b-1", 0, 3);

        places.put("d", "b-2", 1, 2);

        assertThat(places.of("b")).isEmpty();
        assertThat(places.ofBoard("b-1")).containsExactly("a");
        assertThat(places.ofBoard("b-2")).containsExactly("c", "d");
        assertThat(places.of("a").orElseThrow().offset()).isEqualTo(3);
    }

    @Test
    void remove_ofTheLastKey_forgetsTheBoard() {
        places.put("a", "b-1", 0, 1);

        places.remove("a");
        places.remove("a");

        assertThat(places.of("a")).isEmpty();
        assertThat(places.ofBoard("b-1")).isEmpty();
    }

    @Test
    void placesOfABoard_haveItsIdOnce() {
        places.put("a", new String("b-1"), 0, 1);
        places.put("b", new String("b-1"), 0, 2);

        assertThat(places.of("a").orElseThrow().board())
                .isSameAs(places.of("b").orElseThrow().board());
    }
}
