package io.patchboard.standalone.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import org.junit.jupiter.api.Test;

class TextTest {

    @Test
    void json_small_isShownWhole() {
        Json value = JsonReader.parse("{\"a\":[1,2.5,null],\"b\":{},\"c\":\"x\\ny\"}");

        assertThat(Text.json(value, 80)).isEqualTo("{a: [1, 2.5, null], b: {}, c: \"x\\ny\"}");
    }

    @Test
    void json_large_isCutToTheColumns() {
        Json value = JsonReader.parse("{\"text\":\"" + "x".repeat(200) + "\",\"next\":\"" + "y".repeat(200) + "\"}");

        assertThat(Text.json(value, 90))
                .hasSize(90)
                .startsWith("{text: \"xxx")
                .contains("…\", next: \"yyy")
                .endsWith("…");
    }

    @Test
    void cut_keepsSurrogatePairsWhole() {
        assertThat(Text.cut("🙂🙂🙂", 2)).isEqualTo("🙂…");
    }

    @Test
    void printable_isOneLineThatDoesNothingToATerminal() {
        assertThat(Text.printable("a\u001b[2Jb\nc\u202ed")).isEqualTo("a\\u001b[2Jb c\\u202ed");
    }

    @Test
    void counted_hasTheWordsForOne_andForMany() {
        assertThat(Text.counted(1, "board")).isEqualTo("1 board");
        assertThat(Text.counted(0, "board")).isEqualTo("0 boards");
        assertThat(Text.counted(1, "entry", "entries")).isEqualTo("1 entry");
        assertThat(Text.counted(2, "entry", "entries")).isEqualTo("2 entries");
    }

    @Test
    void brief_cutsAtCodePoints() {
        assertThat(Text.brief("abcdef", 6)).isEqualTo("abcdef");
        assertThat(Text.brief("ab😀def", 4)).isEqualTo("ab😀…");
        assertThat(Text.brief("\n".repeat(1_000), 3)).isEqualTo("  …");
    }

    @Test
    void paint_coloursWhereColoursAre() {
        assertThat(Look.plain().paint(Style.BAD, "x")).isEqualTo("x");
        assertThat(new Look(true, false, Look.UNLIMITED).paint(Style.BAD, "x")).isEqualTo("\u001b[31mx\u001b[0m");
    }

    @Test
    void wrap_breaksAtBlanks() {
        assertThat(Text.wrap("one two three", 8)).containsExactly("one two", "three");
    }
}
