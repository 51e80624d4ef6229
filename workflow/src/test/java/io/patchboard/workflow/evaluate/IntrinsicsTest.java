package io.patchboard.workflow.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples and sentences of appendix B of the specification. */
class IntrinsicsTest {

    private static final String INPUT = """
            {"name": "Foo", "someString": "{\\"number\\": 20}", "someJson": {"name": "Foo", "year": 2020},
             "inputArray": [1,2,3,4,5,6,7,8,9], "lookingFor": 5, "index": 5, "twice": [1,2,3,3,3,3,3,3,4],
             "input": "Data to encode", "base64": "RGVjb2RlZCBkYXRh", "Data": "input data", "Algorithm": "SHA-1",
             "json1": {"a": {"a1": 1, "a2": 2}, "b": 2}, "json2": {"a": {"a3": 1, "a4": 2}, "c": 3},
             "value1": 111, "step": -1, "inputString": "1,2,3,4,5", "splitter": ",", "big": 12345678901234567890.5}
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "States.Format('Your name is {}, we are in the year {}', $.name, 2020) |"
                        + " \"Your name is Foo, we are in the year 2020\"",
                "States.Format('\\{\\} is {}, \\'{}\\'', true, null) | \"{} is true, 'null'\"",
                "States.StringToJson($.someString) | {\"number\": 20}",
                "States.JsonToString($.someJson) | \"{\\\"name\\\":\\\"Foo\\\",\\\"year\\\":2020}\"",
                "States.Array('Foo', 2020, $.someJson, null) | [\"Foo\", 2020, {\"name\": \"Foo\", \"year\": 2020}, null]",
                "States.ArrayPartition($.inputArray,4) | [[1,2,3,4],[5,6,7,8],[9]]",
                "States.ArrayContains($.inputArray, $.lookingFor) | true",
                "States.ArrayRange(1, 9, 2) | [1,3,5,7,9]",
                "States.ArrayRange(3, 1, -1) | [3,2,1]",
                "States.ArrayGetItem($.inputArray, $.index) | 6",
                "States.ArrayLength($.inputArray) | 9",
                "States.ArrayUnique($.twice) | [1,2,3,4]",
                "States.Base64Encode($.input) | \"RGF0YSB0byBlbmNvZGU=\"",
                "States.Base64Decode($.base64) | \"Decoded data\"",
                "States.Hash($.Data, $.Algorithm) | \"aaff4a450a104cd177d28d18d74485e8cae074b7\"",
                "States.JsonMerge($.json1, $.json2, false) | {\"a\": {\"a3\": 1, \"a4\": 2}, \"b\": 2, \"c\": 3}",
                "States.JsonMerge($.json1, $.json2, true) |"
                        + " {\"a\": {\"a1\": 1, \"a2\": 2, \"a3\": 1, \"a4\": 2}, \"b\": 2, \"c\": 3}",
                "States.MathAdd($.value1, $.step) | 110",
                "States.StringSplit($.inputString, $.splitter) | [\"1\",\"2\",\"3\",\"4\",\"5\"]",
                "States.StringSplit('1]2^3-4', ']^-') | [\"1\",\"2\",\"3\",\"4\"]",
                "States.ArrayLength(States.StringSplit($.inputString, ',')) | 5",
                "$.inputArray[?(@ > 7)] | [8,9]",
                "$$.Execution.Id | \"b-1\"",
                "$rate | 2",
                "$.big | 12345678901234567890.5"
            })
    void value_isThatOfTheSpecification(String text, String expected) {
        assertThat(Scopes.path(text, INPUT)).isEqualTo(JsonReader.parse(expected));
    }

    @Test
    void random_isWithinItsBoundsAndTheSameAgain_withASeedOrTheSameInvocation() {
        Json first = Scopes.path("States.MathRandom(1, 999)", INPUT);
        assertThat(JsonPlace.of(first).amount().orElseThrow().intValue()).isBetween(1, 998);
        assertThat(Scopes.path("States.MathRandom(1, 999)", INPUT)).isEqualTo(first);
        assertThat(Scopes.path("States.MathRandom(1, 999, 7)", INPUT))
                .isEqualTo(Scopes.path("States.MathRandom(1, 999, 7)", INPUT));
        assertThat(Scopes.path("States.UUID()", INPUT).toString())
                .matches("\"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "States.ArrayPartition($.inputArray, 0)",
                "States.ArrayPartition($.name, 1)",
                "States.ArrayRange(1, 9, 0)",
                "States.ArrayRange(1, 2000, 1)",
                "States.ArrayRange(1, 9.5, 1)",
                "States.ArrayGetItem($.inputArray, 9)",
                "States.Hash('x', 'MD4')",
                "States.JsonMerge($.json1, $.name, false)",
                "States.MathAdd(1.5, 1)",
                "States.Format('{} {}', 1)",
                "States.Format('{}', 1, 2)",
                "States.StringToJson('{')",
                "States.Base64Decode('?')",
                "States.Unknown(1)",
                "States.Array(1"
            })
    void wrongArguments_areAnIntrinsicFailure(String text) {
        assertThatThrownBy(() -> Scopes.path(text, INPUT))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.error()).isEqualTo(EvaluationException.INTRINSIC));
    }

    @Test
    void longText_isAText() {
        String text = "a".repeat(9_000);

        assertThat(Scopes.path("States.Format('" + text + "{}', 1)", INPUT)).isEqualTo(Json.of(text + "1"));
        assertThat(Scopes.path("States.ArrayLength($['" + text + "'])", "{\"" + text + "\": [1]}"))
                .isEqualTo(Json.of(1L));
    }

    /** Not as many as were found before it was given up. */
    @Test
    void moreThanAPathMayFind_isAnError() {
        String input = "{\"l\": [1" + ",1".repeat(149_999) + "]}";

        assertThat(Scopes.path("States.ArrayLength($.l)", input)).isEqualTo(Json.of(150_000L));
        assertThatThrownBy(() -> Scopes.path("States.ArrayLength($.l[*])", input))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.error()).isEqualTo(EvaluationException.SIZE))
                .hasMessageContaining("at most 100000 values");
    }

    /** An item that is there, as a member that is there, gets another value; there is no way to make one. */
    @Test
    void resultPath_leadsIntoLists() {
        Json input = JsonReader.parse("{\"a\": [{\"b\": 1}, 2]}");

        assertThat(Paths.put(input, "$.a[1]", Json.of(3L))).hasToString("{\"a\":[{\"b\":1},3]}");
        assertThat(Paths.put(input, "$['a'][0].c", Json.of(3L))).hasToString("{\"a\":[{\"b\":1,\"c\":3},2]}");
        for (String nowhere : new String[] {"$.a[2]", "$.a.b", "$[0]", "$.new[0]"}) {
            assertThatThrownBy(() -> Paths.put(input, nowhere, Json.of(3L)))
                    .isInstanceOfSatisfying(
                            EvaluationException.class,
                            e -> assertThat(e.error()).isEqualTo("States.ResultPathMatchFailure"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"$.missing", "$unknown", "$$.Nothing", "$.name.first", "$.inputArray[20]"})
    void pathsThatLeadNowhere_areAnErrorOfTheRun(String text) {
        assertThatThrownBy(() -> Scopes.path(text, INPUT))
                .isInstanceOfSatisfying(
                        EvaluationException.class, e -> assertThat(e.error()).isEqualTo(EvaluationException.RUNTIME));
    }
}
