package io.patchboard.json;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ParserMessageTest {

    @Test
    void textThatBreaksOff_isToldWithItsPlaces_andNothingOfTheParser() {
        assertThatThrownBy(() -> new JsonReader(JsonLimits.DEFAULT).read("{\"a\": [1"))
                .hasMessageContaining("start marker at line: 1, column: 7")
                .hasMessageNotContaining("Source");
    }
}
