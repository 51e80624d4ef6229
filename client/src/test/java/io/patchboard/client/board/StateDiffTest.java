package io.patchboard.client.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonReader;
import org.junit.jupiter.api.Test;

class StateDiffTest {

    @Test
    void steps_haveWhatTheyRemoveOrReplace() {
        StateDiff diff = StateDiff.between(
                JsonReader.parse("{\"a\":1,\"b\":[1],\"c\":2}"), JsonReader.parse("{\"a\":2,\"b\":[1,3]}"));

        assertThat(JsonArray.copyOf(
                        diff.steps().stream().map(StateDiff.Step::toJson).toList()))
                .containsExactlyInAnyOrder(
                        JsonReader.parse("{\"op\":\"replace\",\"path\":\"/a\",\"value\":2,\"old\":1}"),
                        JsonReader.parse("{\"op\":\"add\",\"path\":\"/b/-\",\"value\":3}"),
                        JsonReader.parse("{\"op\":\"remove\",\"path\":\"/c\",\"old\":2}"));
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
