package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import org.junit.jupiter.api.Test;

class BoardStatusTest {

    @Test
    void itemOfABoardBelow_tellsHowLongAHeldPatchIs_inItsPlace() {
        JsonObject gate = (JsonObject) JsonReader.parse("{\"item\":7,\"held\":{\"by\":\"ada\",\"patch\":[1,2,3]}}");
        JsonObject incident = (JsonObject) JsonReader.parse("{\"item\":7}");

        assertThat(BoardStatus.withoutPatch(gate))
                .isEqualTo(JsonReader.parse("{\"item\":7,\"held\":{\"by\":\"ada\",\"patchBytes\":7}}"));
        assertThat(BoardStatus.withoutPatch(incident)).isEqualTo(incident);
    }
}
