package io.patchboard.kernel.patch;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonReader;
import org.junit.jupiter.api.Test;

class AbbreviationTest {

    @Test
    void inOrder_doesNotDependOnTheNotation() {
        String sorted = "{\"a\":[{\"b\":1,\"c\":2}],\"d\":3}";
        String other = "{\"d\":3,\"a\":[{\"c\":2,\"b\":1}]}";

        assertThat(Abbreviation.inOrder(JsonReader.parse(other))).isEqualTo(sorted);
        assertThat(Abbreviation.inOrder(JsonReader.parse(sorted))).isEqualTo(sorted);
        assertThat(Abbreviation.of(JsonReader.parse(other))).isEqualTo(other);
    }
}
