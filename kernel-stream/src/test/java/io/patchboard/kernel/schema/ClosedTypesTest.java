package io.patchboard.kernel.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Texts;
import io.patchboard.kernel.patch.PathPattern;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which values have no room for sentences. */
class ClosedTypesTest {

    private static Optional<String> problem(String schema, String path) {
        return new ClosedTypes(Texts.json(schema)).problem(PathPattern.parse(path));
    }

    private static String of(String value) {
        return "{type: object, properties: {v: " + value
                + "}, $defs: {id: {type: string, maxLength: 9, pattern: '^[a-z]+$'}}}";
    }

    /** Ten members of each schema refer to the next: there are 10^14 ways to the last one. */
    @Test
    void manyWaysToOneSchema_areLookedAtOnce() {
        String levels = IntStream.range(0, 14)
                .mapToObj(level -> "d" + level + ": {type: object, additionalProperties: false, properties: "
                        + IntStream.range(0, 10)
                                .mapToObj(i -> "p" + i + ": {$ref: '#/$defs/d" + (level + 1) + "'}")
                                .collect(Collectors.joining(", ", "{", "}}")))
                .collect(Collectors.joining(", "));
        String schema = "{properties: {v: {$ref: '#/$defs/d0'}}, $defs: {" + levels + ", d14: LAST}}";

        assertThat(problem(schema.replace("LAST", "{enum: [a]}"), "/v")).isEmpty();
        assertThat(problem(schema.replace("LAST", "{type: string}"), "/v")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{enum: [yes, no]}",
                "{const: a}",
                "{type: boolean}",
                "{type: [integer, 'null']}",
                "{type: string, maxLength: 10, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'}",
                "{type: string, maxLength: 25, pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}Z$'}",
                "{type: string, maxLength: 64, pattern: '^[A-Za-z0-9_.@-]+$'}",
                "{type: string, maxLength: 8, pattern: '^B[0-9]*$'}",
                "{$ref: '#/$defs/id'}",
                "{anyOf: [{type: number}, {const: none}]}",
                "{type: array, maxItems: 5, items: {enum: [a, b]}}",
                "{type: object, additionalProperties: false, properties: {a: {type: number}, b: {enum: [1]}}}",
                "{type: object, maxProperties: 3, propertyNames: {enum: [a, b]}, additionalProperties: {type: number}}",
                "false"
            })
    void closed(String value) {
        assertThat(problem(of(value), "/v")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "true",
                "{}",
                "{type: string}",
                "{type: string, maxLength: 10}",
                "{type: string, format: date, maxLength: 10}",
                "{type: string, pattern: '^[a-z]+$'}",
                "{type: string, maxLength: 65, pattern: '^[a-z]+$'}",
                "{type: string, maxLength: 10, pattern: '[a-z]+'}",
                "{type: string, maxLength: 10, pattern: '^.*$'}",
                "{type: string, maxLength: 10, pattern: '^[a-z ]+$'}",
                "{type: string, maxLength: 10, pattern: '^[^a]+$'}",
                "{type: string, maxLength: 10, pattern: '^\\S+\\s\\S+$'}",
                "{type: string, maxLength: 10, pattern: '^a|.+$'}",
                "{type: [number, string]}",
                "{anyOf: [{type: number}, {type: string}]}",
                "{type: array, items: {enum: [a]}}",
                "{type: array, maxItems: 5}",
                "{type: array, maxItems: 5, items: {type: string}}",
                "{type: object, properties: {a: {type: number}}}",
                "{type: object, additionalProperties: false, properties: {a: {type: string}}}",
                "{type: object, additionalProperties: {type: number}, maxProperties: 2}",
                "{type: object, additionalProperties: false, patternProperties: {'.*': {type: number}}}",
                "{$ref: '#/properties/v'}"
            })
    void open(String value) {
        assertThat(problem(of(value), "/v")).isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/list/- | true",
                "/list/* | true",
                "/map/* | false",
                "/named/* | true",
                "/any/* | false",
                "/any/0 | false",
                "/nowhere | false",
                "/list/** | false",
                "'' | false"
            })
    void whereItIsWritten(String path, boolean closed) {
        String schema = """
                type: object
                properties:
                  list: {type: array, items: {type: number}}
                  map: {type: object, additionalProperties: {type: number}}
                  named: {type: object, propertyNames: {maxLength: 9, pattern: '^[a-z]+$'}, additionalProperties: {type: number}}
                  any: {items: {type: number}, additionalProperties: {type: number}}
                """;

        assertThat(problem(schema, path).isEmpty()).isEqualTo(closed);
    }
}
