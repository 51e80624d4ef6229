package io.patchboard.standalone.cli.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.screen.Look;
import java.util.List;
import org.junit.jupiter.api.Test;

class StateDiffTest {

    private static List<String> lines(String before, String after) {
        return StateDiff.between(JsonReader.parse(before), JsonReader.parse(after)).steps().stream()
                .map(step -> DiffStates.line(step, Look.plain()))
                .toList();
    }

    @Test
    void changes_areShownWithWhatWasThere() {
        assertThat(lines("{\"a\":1,\"b\":[1,2]}", "{\"a\":2,\"b\":[1,2,3]}"))
                .containsExactlyInAnyOrder("~ /a 1 -> 2", "+ /b/- 3");
        assertThat(lines("{\"a\":1,\"b\":2}", "{\"a\":1}")).containsExactly("- /b 2");
        assertThat(lines("{\"a\":1}", "{\"a\":1.0}")).isEmpty();
    }

    @Test
    void numbers_areNotRounded() {
        String numbers = "[100,1234567890123456789012345678900,0.1234567890123456789012345678901]";

        StateDiff diff = StateDiff.between(JsonReader.parse("{}"), JsonReader.parse("{\"n\":" + numbers + "}"));

        assertThat(diff.patch())
                .isEqualTo(JsonReader.parse("[{\"op\":\"add\",\"path\":\"/n\",\"value\":" + numbers + "}]"));
        assertThat(diff.patch().toString()).contains("[100,");
    }

    @Test
    void jackson_andBack_isTheSame() {
        Json value = JsonReader.parse("{\"s\":\"é\\u0000\",\"n\":[1,-0.5,1000],\"t\":true,\"z\":null,\"o\":{}}");

        assertThat(StateDiff.toJson(StateDiff.toNode(value))).isEqualTo(value);
        assertThat(StateDiff.toJson(StateDiff.toNode(value)).toString()).isEqualTo(value.toString());
    }
}
