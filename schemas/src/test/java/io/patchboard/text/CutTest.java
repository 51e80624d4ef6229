package io.patchboard.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CutTest {

    private static final String ROCKETS = "\ud83d\ude80\ud83d\ude80";

    @Test
    void cut_longText_noMoreThanSoManyChars() {
        assertThat(Cut.begin("abcdef", 4)).isEqualTo("abcd");
        assertThat(Cut.end("abcdef", 4)).isEqualTo("cdef");
        assertThat(Cut.shortened("abcdef", 4)).isEqualTo("abcd...");
        assertThat(Cut.within("abcdef", 4)).isEqualTo("a...");
        assertThat(Cut.begin("abc", 0)).isEmpty();
        assertThat(Cut.end("abc", 0)).isEmpty();
    }

    @Test
    void cut_shortText_asItIs() {
        assertThat(Cut.begin("abc", 3)).isEqualTo("abc");
        assertThat(Cut.end("abc", 3)).isEqualTo("abc");
        assertThat(Cut.shortened("abc", 3)).isEqualTo("abc");
        assertThat(Cut.within("abc", 3)).isEqualTo("abc");
    }

    @Test
    void cut_withinAPair_leftOutAsAWhole() {
        assertThat(Cut.begin(ROCKETS, 3)).isEqualTo("\ud83d\ude80");
        assertThat(Cut.end(ROCKETS, 3)).isEqualTo("\ud83d\ude80");
        assertThat(Cut.begin(ROCKETS, 1)).isEmpty();
        assertThat(Cut.within(ROCKETS + "...", 6)).isEqualTo("\ud83d\ude80...");
    }
}
