package io.patchboard.workflow.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.JsonReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSONata as Step Functions has it. */
class QueryTest {

    private static final String INPUT =
            "{\"list\": [1, 2, 3], \"none\": null, \"big\": 12345678901234567890.5, \"text\": \"a-b\", \"one\": [7]}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "$sum($states.input.list) + $rate | 8",
                "$states.input.none | null",
                "$none | null",
                "$states.input.big | 12345678901234567890.5",
                "$states.input.one | [7]",
                "$states.context.Execution.Id | \"b-1\"",
                "$partition($states.input.list, 2) | [[1,2],[3]]",
                "$range(1, 9, 2) | [1,3,5,7,9]",
                "$range(1, 9, 9) | 1",
                "$hash('input data', 'SHA-1') | \"aaff4a450a104cd177d28d18d74485e8cae074b7\"",
                "$parse('{\"a\": [1]}') | {\"a\": [1]}",
                "$random(7) = $random(7) | true",
                "$now() | \"2026-01-31T12:00:00Z\"",
                "$pad('x', -3, '01') | \"01x\"",
                "$split($states.input.text, /[-+]/) | [\"a\", \"b\"]",
                "$replace('a-b-c', '-', '+', 1) | \"a+b-c\"",
                "$replace('abc', /b/, function($m){$uppercase($m.match)}) | \"aBc\"",
                "$join(['a', 'b'], '-') & $join(['c']) | \"a-bc\"",
                "{'sum': $sum($states.input.list)} | {\"sum\": 6}"
            })
    void value_isThatOfTheLanguage(String expression, String expected) {
        assertThat(Scopes.query(expression, INPUT)).isEqualTo(JsonReader.parse(expected));
    }

    @Test
    void randomness_followsFromTheInvocation() {
        assertThat(Scopes.query("$uuid()", INPUT)).isEqualTo(Scopes.query("$uuid()", INPUT));
        assertThat(Scopes.query("$random()", INPUT)).isEqualTo(Scopes.query("$random()", INPUT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$states.input.missing",
                "$unknown",
                "$randomSeeded(1)",
                "$eval('1')",
                "function($x){$x}",
                "1 +",
                "1 / 0",
                "$parse('{')",
                "$range(1, 1e9, 1)",
                "$range(1, 9, 0)",
                "$partition([1], 0)"
            })
    void whatHasNoValue_isAnErrorOfTheQuery(String expression) {
        assertFails(expression);
    }

    /** Each of them would run for ages or take the heap, if it were let. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "($f := function($n){$f($n + 1)}; $f(0))",
                "($f := function($n){$n > 0 ? $f($n - 1) + $f($n - 1) : 1}; $f(60))",
                "($f := function($s, $n){$n = 0 ? $s : $f($s & $s, $n - 1)}; $f('xxxxxxxxxx', 40))",
                "($f := function($s, $n){$n = 0 ? $s : $f($append($s, $s), $n - 1)}; $f([1, 2], 40))",
                "($__evaluate_entry := null; 1)",
                "($s := $pad('', 200000, 'a'); $replace($s, 'a', $s))",
                "($s := $pad('', 200000, 'a'); $join([1..1000].$s))",
                "$pad('x', 1000000000)",
                "$match('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', /(a+)+b/)",
                "$match('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', /(a|aa)+b/)",
                "$match('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', /((a)+)*b/)",
                "[1..300000]",
                "[1..100000000]"
            })
    void hostileExpressions_endWithAFailure(String expression) {
        assertFails(expression);
    }

    @Test
    void whatIsNestedDeeply_endsWithAFailure() {
        assertFails("(".repeat(4_000) + "1" + ")".repeat(4_000));
        assertFails("1" + "+1".repeat(6_000));
        assertFails("[".repeat(200) + "1" + "]".repeat(200));
    }

    private static void assertFails(String expression) {
        assertThatThrownBy(() -> Scopes.query(expression, INPUT)).isInstanceOf(EvaluationException.class);
    }
}
