package io.patchboard.standalone.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.board.StateDiff;
import io.patchboard.json.JsonReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepLineTest {

    private static List<String> lines(String before, String after) {
        return StateDiff.between(JsonReader.parse(before), JsonReader.parse(after)).steps().stream()
                .map(step -> StepLine.of(step, Look.plain()))
                .toList();
    }

    @Test
    void changes_areShownWithWhatWasThere() {
        assertThat(lines("{\"a\":1,\"b\":[1,2]}", "{\"a\":2,\"b\":[1,2,3]}"))
                .containsExactlyInAnyOrder("~ /a 1 -> 2", "+ /b/2 3");
        assertThat(lines("{\"a\":1,\"b\":2}", "{\"a\":1}")).containsExactly("- /b 2");
        assertThat(lines("{\"a\":1}", "{\"a\":1.0}")).isEmpty();
    }
}
