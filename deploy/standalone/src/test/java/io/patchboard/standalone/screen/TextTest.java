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
    void wrap_breaksAtBlanks() {
        assertThat(Text.wrap("one two three", 8)).containsExactly("one two", "three");
    }
}
