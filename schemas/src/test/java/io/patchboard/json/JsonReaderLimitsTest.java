package io.patchboard.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is too deep, too long or too much is refused before it takes memory. */
final class JsonReaderLimitsTest {

    private final JsonReader reader = new JsonReader(JsonLimits.DEFAULT);

    @Test
    void read_depthAtLimit_isAccepted() throws JsonSyntaxException {
        JsonReader shallow = new JsonReader(JsonLimits.DEFAULT.withMaxDepth(3));

        assertThat(shallow.read("[[[1]]]")).isInstanceOf(JsonArray.class);
        assertThat(shallow.read("{\"a\":{\"b\":{\"c\":1}}}")).isInstanceOf(JsonObject.class);
        assertThatThrownBy(() -> shallow.read("[[[[]]]]")).isInstanceOf(JsonSyntaxException.class);
        assertThatThrownBy(() -> shallow.read("{\"a\":[{\"b\":[]}]}")).isInstanceOf(JsonSyntaxException.class);
    }

    @Test
    void read_moreBytesThanTheLimit_isRefused() {
        JsonReader small = new JsonReader(JsonLimits.DEFAULT.withMaxBytes(10));

        assertThatThrownBy(() -> small.read("\"123456789\"".getBytes(StandardCharsets.UTF_8)))
                .hasMessage("Expected at most 10 bytes of JSON, but got 11.");
        assertThatThrownBy(() -> small.read("\"123456789\"")).isInstanceOf(JsonSyntaxException.class);
    }

    @Test
    void read_fiftyMegabytes_isRead() throws JsonSyntaxException {
        int size = 50 * 1024 * 1024;
        byte[] oneString = new byte[size];
        Arrays.fill(oneString, (byte) 'a');
        oneString[0] = '"';
        oneString[size - 1] = '"';
        byte[] manyItems = new byte[size];
        for (int i = 1; i < size - 1; i += 2) {
            manyItems[i] = '0';
            manyItems[i + 1] = ',';
        }
        manyItems[0] = '[';
        manyItems[size - 2] = ' ';
        manyItems[size - 3] = '1';
        manyItems[size - 1] = ']';

        assertThat(((JsonString) reader.read(oneString)).value()).hasSize(size - 2);
        assertThat(((JsonArray) reader.read(manyItems)).size()).isEqualTo(size / 2 - 1);
    }

    @Test
    void read_moreObjectsAndArraysThanTheLimit_isRefused() throws Exception {
        JsonReader few = new JsonReader(JsonLimits.DEFAULT.withMaxContainers(4));

        assertThat(few.read("[[],{},{\"a\":1},2,3,4,5]").containers()).isEqualTo(4);
        assertThatThrownBy(() -> few.read("[[],{},{\"a\":[]}]"))
                .isInstanceOf(JsonSyntaxException.class)
                .hasMessageStartingWith("Expected at most 4 objects and arrays, but got more");
        assertThat(few.read("[[],{},[]]").containers()).as("it counts anew").isEqualTo(4);
    }

    @Test
    void read_valuesThatTakeMoreMemoryThanTheLimit_areRefused() throws Exception {
        JsonReader little = new JsonReader(JsonLimits.DEFAULT.withMaxHeapBytes(500));

        assertThat(little.read("[0,-1,\"a\",\"\",true,null]").containers()).isEqualTo(1);
        assertThat(little.read("[0.5,0.5,0.5,0.5,0.5,0.5,0.5]").containers()).isEqualTo(1);
        for (String text : List.of(
                "[0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5]",
                "[\"ab\",\"ab\",\"ab\",\"ab\",\"ab\",\"ab\",\"ab\"]",
                "{\"a\":0,\"b\":0,\"c\":0,\"d\":0,\"e\":0,\"f\":0,\"g\":0,\"h\":0}",
                "[[0],[0],[0],[0],[0],[0],[0],[0]]")) {
            assertThatThrownBy(() -> little.read(text))
                    .as(text)
                    .isInstanceOf(JsonSyntaxException.class)
                    .hasMessageStartingWith("Expected values that take at most 500 bytes of memory");
        }
    }

    @Test
    void read_textsOfOneRecord_keepToTheLimitsTogether() throws Exception {
        JsonReader few = new JsonReader(JsonLimits.DEFAULT.withMaxContainers(4)).together();

        few.read("[[],{}]");
        assertThatThrownBy(() -> few.read("[[]]"))
                .isInstanceOf(JsonSyntaxException.class)
                .hasMessageStartingWith("Expected at most 4 objects and arrays");
    }

    @Test
    void read_longNumbersThatTakeMoreThanTheLimit_areRefused() throws Exception {
        JsonReader little = new JsonReader(JsonLimits.DEFAULT.withMaxDigitSquares(2_000_000));
        String longest = "9".repeat(1_000);

        assertThat(little.read("[" + longest + "," + longest + ",123456789012345678,0.5]"))
                .isEqualTo(reader.read("[" + longest + "," + longest + ",123456789012345678,0.5]"));
        assertThatThrownBy(() -> little.read("[" + longest + ",\n" + longest + ",1234567890123456789]"))
                .isInstanceOf(JsonSyntaxException.class)
                .hasMessageStartingWith("Expected the squares of the lengths of all numbers of more than 18 digits to")
                .hasMessageContaining("2000000, but they add up to more (line 2,");
        assertThatThrownBy(
                        () -> little.read("[" + "1234567890123456789,".repeat(2_000_000 / (19 * 19)) + longest + "]"))
                .isInstanceOf(JsonSyntaxException.class);
    }
}
