package io.patchboard.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OutlineTest {

    private final JsonReader reader = new JsonReader(JsonLimits.DEFAULT);

    @ParameterizedTest
    @ValueSource(strings = {"1", "\"a\"", "\"\u00fc\"", "[1,{\"b\":[]}]", "{\"b\":\"\\ud83d\\ude00\"}", "null"})
    void whatIsPassedOver_isSaidToBeThere(String value) throws JsonSyntaxException {
        Json read = reader.read(
                bytes("{\"a\":" + value + ",\"b\":{\"a\":" + value + "}}"), new Outline(Set.of("a", "d"), "e"));

        Json there = value.equals("null") ? Json.nul() : Json.of(true);
        assertThat(read)
                .isEqualTo(JsonObject.builder()
                        .put("a", there)
                        .put("b", JsonObject.of("a", reader.read(value)))
                        .build());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"c\":1,\"c\":2}",
                "[1e1001]",
                "\"\\ud800\"",
                "{\"\\ud800\":1}",
                "[NaN]",
                "[tru]",
                "\"tab\tinside\"",
                "[1"
            })
    void whatIsPassedOver_isRefusedAlike(String value) {
        byte[] text = bytes("{\"b\":1,\"a\":" + value + "}");
        String why = catchThrowable(() -> reader.read(text)).getMessage();

        assertThatThrownBy(() -> reader.read(text, new Outline(Set.of("a"), "e")))
                .isInstanceOf(JsonSyntaxException.class)
                .hasMessage(why);
    }

    @Test
    void whatManyShare_isReadOnce_andNothingElseIsTakenForIt() throws JsonSyntaxException {
        Outline outline = new Outline(Set.of(), "s");
        JsonObject first = null;
        for (String before : new String[] {"{", "{ \"b\" : 1 , ", "{\"b\":{\"s\":{}},", "{\"\u00fc\":\"\u20ac\","}) {
            for (String after : new String[] {"}", " , \"c\":[1]}"}) {
                String text = before + "\"s\": {\"a\":[1,{\"b\":\"}\"}]}" + after;
                JsonObject read = (JsonObject) reader.read(bytes(text), outline);
                first = first == null ? read : first;

                assertThat(read).isEqualTo(reader.read(text));
                assertThat(read.get("s").orElseThrow()).isSameAs(first.get("s").orElseThrow());
            }
        }
        for (int i = 0; i < 100; i++) {
            String text = "{\"s\":{\"a\":[1,{\"b\":\"}\"}],\"c\":" + i % 40 + "}}";
            assertThat(reader.read(bytes(text), outline)).isEqualTo(reader.read(text));
        }
        assertThatThrownBy(() -> reader.read(bytes("{\"s\":{\"a\":[1,{\"b\":\"}\"}]}x}"), outline))
                .isInstanceOf(JsonSyntaxException.class);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
