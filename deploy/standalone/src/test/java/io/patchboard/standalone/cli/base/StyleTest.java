package io.patchboard.standalone.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StyleTest {

    @Test
    void controlCharacters_becomeSpaces() {
        assertThat(Style.harmless("a\u001b[2Jb\nc\u202ed")).isEqualTo("a [2Jb c d");
    }

    @Test
    void brief_cutsAtCodePoints() {
        assertThat(Style.brief("abcdef", 6)).isEqualTo("abcdef");
        assertThat(Style.brief("ab😀def", 4)).isEqualTo("ab😀…");
    }

    @Test
    void plain_hasNoColours() {
        assertThat(Style.PLAIN.bad("x")).isEqualTo("x");
        assertThat(Style.COLOURED.bad("x")).isEqualTo("\u001b[31mx\u001b[0m");
    }
}
