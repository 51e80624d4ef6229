package io.patchboard.kernel.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.keyword.Evaluation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a validation is charged: the work that a keyword does, whatever the value. */
final class SchemaChargeTest {

    private static final long SEED = 20_261_122;

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "7e999 0.01 true",
                "7e999 7e-999 true",
                "7e999 7e999 true",
                "7e999 7e998 true",
                "7e998 7e999 false",
                "7e-999 0.01 false",
                "1e1000 3 false",
                "3e1000 3 true",
                "-3e1000 3 true",
                "0 7e-999 true",
                "0e999 7e999 true",
                "4.02 0.01 true",
                "0.3 0.1 true",
                "123456789012345678901234567890 10 true",
                "123456789012345678901234567891 10 false",
                "0.0000000000000000000000075 0.0000000000000000000000025 true",
            })
    void multipleOf_ofAnySize_isExact(String number, String divisor, boolean valid) {
        assertThat(steps("{'multipleOf': " + divisor + "}", JsonReader.parse(number), valid))
                .isLessThan(5_000);
    }

    /** As measured: a digest of each number, and a look for a name in each of 100 keywords. */
    @Test
    void whatCostsMoreThanItLooks_isChargedForIt() {
        String numbers = IntStream.range(0, 1_000).mapToObj(i -> i + ".5").collect(Collectors.joining(","));
        String names = IntStream.range(0, 100)
                .mapToObj(i -> "{'properties': {'k" + i + "': true}}")
                .collect(Collectors.joining(","));
        String members =
                IntStream.range(0, 100).mapToObj(i -> "\"k" + i + "\": 1").collect(Collectors.joining(","));

        assertThat(steps("{'uniqueItems': true}", JsonReader.parse("[" + numbers + "]")))
                .isGreaterThan(30_000);
        assertThat(steps(
                        "{'anyOf': [" + names + "], 'unevaluatedProperties': false}",
                        JsonReader.parse("{" + members + "}")))
                .isGreaterThan(100 * 100 / 2 * 5);
    }

    @Test
    void multipleOf_randomNumbers_isWhatDivisionSays() {
        Random random = new Random(SEED);
        int multiples = 0;
        for (int i = 0; i < 3_000; i++) {
            BigDecimal divisor = new BigDecimal(
                    new BigInteger(1 + random.nextInt(70), random).add(BigInteger.ONE), random.nextInt(60) - 30);
            BigDecimal number = random.nextBoolean()
                    ? divisor.multiply(new BigDecimal(new BigInteger(90, random)))
                    : new BigDecimal(new BigInteger(100, random), random.nextInt(60) - 30);
            boolean valid = number.remainder(divisor).signum() == 0;
            multiples += valid ? 1 : 0;
            steps("{'multipleOf': " + divisor + "}", JsonReader.parse(number.toString()), valid);
        }
        assertThat(multiples).isBetween(1_000, 2_900);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                // a schema, and how a value of size n begins, goes on and ends
                "{'pattern': 'a+'}                                 ; ; a ; ",
                "{'pattern': '^[a-z]+$'}                           ; ; a ; ",
                "{'patternProperties': {'x+y': false}}             ; n ; a ; ",
                "{'propertyNames': {'pattern': 'a+'}}              ; n ; a ; ",
                "{'propertyNames': {'maxLength': 15000}}           ; n ; a ; ",
                "{'minLength': 15000}                              ; ; a ; ",
                "{'maxLength': 15000}                              ; ; a ; ",
                "{'allOf': [{'properties': {'x': true}}]}          ; n ; a ; ",
                "{'unevaluatedProperties': {'pattern': 'x+y'}, 'patternProperties': {'x+y': true}} ; n ; a ; ",
            })
    void accepts_longText_isChargedByItsLength(String schema, String kind, String piece) {
        long little = steps(schema, text(kind, piece.repeat(2_000)));
        long much = steps(schema, text(kind, piece.repeat(20_000)));

        assertThat(much - little).isGreaterThanOrEqualTo(18_000 / 64);
    }

    private static Json text(String kind, String text) {
        return "n".equals(kind) ? JsonObject.of(text, Json.of(1)) : Json.of(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'uniqueItems': true}",
                "{'items': {'type': 'integer'}}",
                "{'contains': {'type': 'integer'}}",
                "{'unevaluatedItems': {'type': 'integer'}}",
                "{'not': {'items': {'type': 'integer'}}}",
            })
    void accepts_manyItems_isChargedByTheirNumber(String schema) {
        assertThat(steps(schema, numbers(5_000))).isGreaterThanOrEqualTo(5_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type': 'integer'}",
                "{'multipleOf': 3e-400}",
                "{'minimum': 1.5}",
                "{'exclusiveMaximum': 1e999}",
                "{'enum': [1, 2]}",
                "{'const': 1.5}",
            })
    void accepts_numberOfManyDigits_isChargedByThem(String schema) {
        Json number = JsonReader.parse("1." + "0".repeat(900) + "1");
        assertThat(steps(schema, number)).isGreaterThan(500);
    }

    @Test
    void enum_ofTextsWithOneHashCode_isAskedInOrder() {
        List<Json> alike = textsOfOneHashCode(12);
        String options = JsonArray.copyOf(alike).toString();

        assertThat(steps("{'enum': " + options + "}", alike.get(4_000), true)).isBetween(12L, 60L);
        steps("{'enum': " + options + "}", Json.of("none"), false);
    }

    @Test
    void properties_withNamesOfOneHashCode_areChargedForTheComparisons() {
        JsonObject.Builder properties = JsonObject.builder();
        JsonObject.Builder value = JsonObject.builder();
        for (Json name : textsOfOneHashCode(10)) {
            String text = name.toString().replace("\"", "");
            properties.put(text, true);
            value.put(text, 1);
        }
        String schema = "{'properties': " + properties.build() + "}";

        long members = 1_024;
        assertThat(steps(schema, value.build(), true)).isGreaterThan(10 * members);
    }

    /** {@code Aa} and {@code BB} have one hash code, and so has whatever is made of as many of them. */
    private static List<Json> textsOfOneHashCode(int pieces) {
        List<Json> texts = new ArrayList<>();
        for (int i = 0; i < 1 << pieces; i++) {
            StringBuilder text = new StringBuilder();
            for (int bit = 0; bit < pieces; bit++) {
                text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            texts.add(Json.of(text.toString()));
        }
        return texts;
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a?){300}b", "[a-z0-9._]{1,64}@[a-z0-9.]{1,100}"})
    void validate_costlyPatternOnALongText_saysSo(String pattern) {
        Optional<SchemaViolation> violation =
                compile("{'pattern': '" + pattern + "'}").validate(Json.of("a".repeat(1_000_000)));

        assertThat(violation).map(SchemaViolation::keyword).contains("cost");
    }

    @Test
    void validate_honestPatterns_areFarFromTheLimit() {
        String schema = "{'items': {'properties': {'mail': {'pattern': '^[^@\\\\s]+@[^@\\\\s]+\\\\.[a-z]+$'},"
                + " 'at': {'pattern': '^\\\\d{4}-\\\\d{2}-\\\\d{2}T\\\\d{2}:\\\\d{2}(:\\\\d{2}(\\\\.\\\\d+)?)?Z$'}}}}";
        List<Json> items = IntStream.range(0, 3_000)
                .mapToObj(i -> (Json) JsonObject.builder()
                        .put("mail", "somebody." + i + "@example.org")
                        .put("at", "2026-11-22T13:40:00Z")
                        .build())
                .toList();

        assertThat(steps(schema, JsonArray.copyOf(items), true)).isLessThan(JsonSchema.MAX_STEPS / 2);
    }

    @Test
    void validate_moreFindingsThanAReportMayHave_saysSo() {
        JsonSchema schema = compile("{'items': {'type': 'string'}}");

        assertThat(schema.validate(numbers(10_000)))
                .map(SchemaViolation::keyword)
                .contains("type");
        assertThat(schema.validate(numbers(200_000)))
                .map(SchemaViolation::keyword)
                .contains("cost");
    }

    /** Of each item that is invalid otherwise, all names are looked up again. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{'minProperties': 1, 'dependentRequired': {%s}} ; {}",
                "{'maxProperties': 9, 'required': [%s]} ; {%s}"
            })
    void validate_namesOfAnInvalidItem_areChargedForTheReport(String item, String value) {
        String keys = names("'k%d': []");
        String names = item.contains("required'") ? names("'k%d'") : keys;
        Json items = JsonReader.parse("["
                + String.join(",", Collections.nCopies(200, value.formatted(keys)))
                        .replace('\'', '"') + "]");
        long[] taken = new long[1];

        compile("{'items': " + item.formatted(names) + "}").validate(items, steps -> taken[0] = steps);

        assertThat(taken[0]).isGreaterThanOrEqualTo(200 * 100 * 4);
    }

    private static String names(String one) {
        return IntStream.range(0, 100).mapToObj(one::formatted).collect(Collectors.joining(","));
    }

    private static Json numbers(int count) {
        return JsonArray.copyOf(IntStream.range(0, count).mapToObj(Json::of).toList());
    }

    private static long steps(String schema, Json value) {
        Evaluation evaluation = new Evaluation(Long.MAX_VALUE);
        compile(schema).accepts(value, evaluation);
        return evaluation.steps();
    }

    private static long steps(String schema, Json value, boolean valid) {
        Evaluation evaluation = new Evaluation(Long.MAX_VALUE);
        assertThat(compile(schema).accepts(value, evaluation))
                .as("seed %d: %s of %.100s", SEED, schema.length() > 200 ? "a long schema" : schema, value)
                .isEqualTo(valid);
        return evaluation.steps();
    }

    private static JsonSchema compile(String schema) {
        try {
            return JsonSchema.compile(JsonReader.parse(schema.replace('\'', '"')));
        } catch (SchemaCompileException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** What takes more than there is left is not certain any more. */
    @Test
    void patternsThatAPathIsComparedWith_areSteps() throws SchemaCompileException {
        SchemaPlaces places = JsonSchema.compile(JsonReader.parse(
                        "{\"patternProperties\":{\"(a|b){300}c\":true},\"additionalProperties\":false}"))
                .places();
        PathPattern path = PathPattern.parse("/" + "a".repeat(100));
        WorkBudget enough = new WorkBudget(1_000_000);
        WorkBudget few = new WorkBudget(1_000);

        assertThat(places.forbids(path, enough)).isPresent();
        assertThat(enough.spent()).isGreaterThan(50_000);
        assertThat(places.forbids(path, few)).isEmpty();
        assertThat(few.isExhausted()).isTrue();
    }

    @Test
    void optionsThatAPathLeadsBeyond_areSteps() throws SchemaCompileException {
        String options = IntStream.range(0, 30_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
        SchemaPlaces places = JsonSchema.compile(
                        JsonReader.parse("{\"properties\":{\"a\":{\"enum\":[" + options + "]}}}"))
                .places();
        PathPattern path = PathPattern.parse("/a/b");
        WorkBudget few = new WorkBudget(900);

        assertThat(places.forbids(path, new WorkBudget(1_100))).isPresent();
        assertThat(places.forbids(path, few)).isEmpty();
        assertThat(few.isExhausted()).isTrue();
    }
}
