package io.patchboard.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonReader;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The id that a new board has by the unique index of its blueprint. */
class IndexValueTest {

    private static Optional<String> id(String index, String initial) {
        return IndexValue.newBoardId(
                JsonReader.parse("{\"name\": \"order\", \"indexes\": {\"a\": \"/a\", \"id\": " + index
                        + "}, \"state\": {\"initial\": " + initial + "}}"),
                JsonReader.parse("{\"order\": {\"id\": 4.20e1, \"lines\": []}}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/order/id | {\"order\": {\"$input\": \"/order\"}}",
                "/order/id | {\"$input\": \"\"}",
                "/by/0/id | {\"by\": [{\"id\": {\"$input\": \"/order/id\"}}]}",
                "/id | {\"id\": 42}",
            })
    void value_ofTheFirstState_isItsEnd(String path, String initial) {
        assertThat(id("{\"path\": \"" + path + "\", \"unique\": true}", initial))
                .contains("order-42");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"/order/id\"",
                "{\"path\": \"/order/id\"}",
                "{\"path\": \"/order/id\", \"unique\": false}",
                "{\"path\": \"/order/lines\", \"unique\": true}",
                "{\"path\": \"/order/no\", \"unique\": true}",
                "{\"path\": \"order\", \"unique\": true}",
                "{\"unique\": true}",
            })
    void whatIsNotUnique_orHasNoValue_namesNoBoard(String index) {
        assertThat(id(index, "{\"order\": {\"$input\": \"/order\"}}")).isEmpty();
    }

    @Test
    void whatIsNoBlueprint_namesNone() {
        assertThat(IndexValue.newBoardId(JsonReader.parse("\"order@3\""), JsonReader.parse("{}")))
                .isEmpty();
        assertThat(id("{\"path\": \"/id\", \"unique\": true}", "{\"id\": {\"$input\": \"none\"}}"))
                .isEmpty();
    }
}
