package io.patchboard.workflow.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.schema.JsonSchema;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both answers are right whenever they are given. */
class SubschemaTest {

    private static final List<String> PARTS = List.of(
            "{}",
            "true",
            "{type: integer}",
            "{type: number, minimum: 0}",
            "{type: [string, 'null']}",
            "{type: string, minLength: 2}",
            "{enum: [1, a, null]}",
            "{const: text}",
            "{type: integer, maximum: 3, exclusiveMinimum: -1}",
            "{multipleOf: 2}",
            "{type: array, items: {type: integer}, maxItems: 2}",
            "{type: array, minItems: 1}",
            "{type: array, uniqueItems: true}",
            "{type: object, properties: {a: {type: integer}}, additionalProperties: false}",
            "{required: [a]}",
            "{type: object, additionalProperties: {type: string}}",
            "{properties: {a: {type: number}, b: false}}",
            "{anyOf: [{type: string}, {type: integer, minimum: 0}]}",
            "{oneOf: [{type: array}, {type: object, required: [a]}]}",
            "{allOf: [{type: object}, {required: [a, b]}]}",
            "{not: {type: string}}",
            "{maxProperties: 1}",
            "{type: object, minProperties: 1}",
            "{$ref: '#/$defs/x', $defs: {x: {type: string}}}",
            "{type: object, patternProperties: {'^a': {type: string}}, additionalProperties: false}",
            "{type: array, prefixItems: [{type: string}], items: {type: integer}}",
            "{if: {type: string}, then: {minLength: 1}}");

    private static final List<String> VALUES = List.of(
            "0",
            "1",
            "2",
            "-3",
            "0.5",
            "4",
            "null",
            "true",
            "''",
            "a",
            "text",
            "abc",
            "[]",
            "[1]",
            "[1, 1]",
            "[1, 2, 3]",
            "[x, 1]",
            "[x, y]",
            "{}",
            "{a: 1}",
            "{a: x}",
            "{a: 1, b: 2}",
            "{b: 2}",
            "{c: x}",
            "{a: 0.5}",
            "{ab: x, c: 1}");

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {type: integer, minimum: 5}                            | {type: number, exclusiveMinimum: 4}
            {enum: [a, b]}                                         | {type: string, maxLength: 1}
            {anyOf: [{type: string}, {type: integer}]}             | {type: [string, number]}
            {type: [string, integer]}                              | {anyOf: [{type: string}, {type: number}]}
            {type: object, required: [a, b], properties: {a: {const: 1}}} | {type: object, required: [a], properties: {a: {type: integer}}}
            {$ref: '#/$defs/a', $defs: {a: {type: array, items: {type: integer}}}} | {type: array, items: {type: number}}
            {type: object, properties: {a: {type: string}}, additionalProperties: false} | {type: object, additionalProperties: {type: string}}
            """)
    void compare_oneWithinTheOther_proved(String given, String taken) {
        assertThat(compare(given, taken)).isInstanceOf(Subschema.Holds.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {type: number}                                         | {type: integer}
            {type: object, properties: {a: {type: string}}}        | {type: object, required: [a]}
            {type: string, maxLength: 10}                          | {type: string, maxLength: 9}
            {type: array, items: {type: [string, 'null']}}         | {type: array, items: {type: string}}
            {}                                                     | {type: object}
            """)
    void compare_oneBeyondTheOther_refutedByAnExample(String given, String taken) throws Exception {
        Subschema.Answer answer = compare(given, taken);

        assertThat(answer).isInstanceOf(Subschema.Refuted.class);
        Json example = ((Subschema.Refuted) answer).example();
        assertThat(JsonSchema.compile(Workflows.yaml(given)).validate(example)).isEmpty();
        assertThat(JsonSchema.compile(Workflows.yaml(taken)).validate(example)).isPresent();
    }

    @Test
    void compare_whatItDoesNotKnow_undecided() {
        assertThat(compare("{type: string, pattern: '^ab$'}", "{type: string, pattern: '^a'}"))
                .isInstanceOf(Subschema.Undecided.class);
    }

    /** Whatever two schemas are put together of: no value tells a proof wrong. */
    @Test
    void compare_madeAtRandom_noProofIsWrong() throws Exception {
        long seed = 20_261_123L;
        Random random = new Random(seed);
        int proved = 0;
        for (int i = 0; i < 3_000; i++) {
            Json given = made(random);
            Json taken = made(random);
            if (Subschema.compare(given, taken) instanceof Subschema.Holds) {
                proved++;
                JsonSchema gives = JsonSchema.compile(given);
                JsonSchema takes = JsonSchema.compile(taken);
                for (String text : VALUES) {
                    Json value = Workflows.yaml(text);
                    if (gives.validate(value).isEmpty()) {
                        assertThat(takes.validate(value))
                                .as("seed %s: %s within %s, but %s", seed, given, taken, value)
                                .isEmpty();
                    }
                }
            }
        }
        assertThat(proved).isGreaterThan(100);
    }

    private static Json made(Random random) {
        String one = Workflows.yaml(PARTS.get(random.nextInt(PARTS.size()))).toString();
        String other = Workflows.yaml(PARTS.get(random.nextInt(PARTS.size()))).toString();
        boolean alone = one.contains("$defs") || other.contains("$defs");
        return JsonReader.parse(
                switch (alone ? 0 : random.nextInt(5)) {
                    case 1 -> "{\"allOf\":[" + one + "," + other + "]}";
                    case 2 -> "{\"anyOf\":[" + one + "," + other + "]}";
                    case 3 ->
                        "{\"type\":\"object\",\"properties\":{\"a\":" + one + "},\"additionalProperties\":" + other
                                + "}";
                    case 4 -> "{\"type\":\"array\",\"items\":" + one + "}";
                    default -> one;
                });
    }

    private static Subschema.Answer compare(String given, String taken) {
        return Subschema.compare(Workflows.yaml(given), Workflows.yaml(taken));
    }
}
