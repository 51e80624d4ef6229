package io.patchboard.kernel.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CelExpressionTest {

    private static final Set<String> VARIABLES = Set.of("self", "oldSelf", "state");
    private static final Json STATE = JsonReader.parse("{\"question\":\"Why?\",\"n\":2,\"half\":1.5,\"two\":2.0,"
            + "\"nothing\":null,\"yes\":true,\"claims\":[{\"id\":\"c1\",\"status\":\"verified\",\"evidence\":[\"s1\"]},"
            + "{\"id\":\"c2\",\"status\":\"draft\",\"evidence\":[]}],\"byId\":{\"b\":1,\"a\":2},\"text\":\"Größe 😀\","
            + "\"big\":100000000000000000000,\"tiny\":1e-400}");

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                // rules of the kind that blueprints have
                "size(state.claims) < 50                                                       ; true",
                "state.claims.all(c, c.status != 'verified' || size(c.evidence) > 0)           ; true",
                "state.claims.exists_one(c, c.status == 'draft')                               ; true",
                "state.claims.filter(c, c.status == 'draft').map(c, c.id)                      ; [\"c2\"]",
                "state.claims[1].id == 'c2' && state['n'] == 2                                 ; true",
                "self == oldSelf                                                               ; false",
                "self.status in ['draft', 'verified']                                          ; true",
                // equality
                "state.two == 2 && state.two == 2.0 && state.n == 2.0                          ; true",
                "state.half > 1 && state.half < 2 && state.n > 1.5                             ; true",
                "state.nothing == null                                                         ; true",
                "state.n == '2'                                                                ; false",
                "state.claims[0] == {'id': 'c1', 'evidence': ['s1'], 'status': 'verified'}     ; true",
                "state.byId == {'a': 2, 'b': 1.0}                                              ; true",
                "[1, 2.0] == [1.0, 2]                                                          ; true",
                "2 in [1, 2.0] && 'a' in state.byId && !('z' in state.byId)                    ; true",
                // presence
                "has(state.question)                                                           ; true",
                "has(state.missing)                                                            ; false",
                "has(state.nothing)                                                            ; true",
                "has(state.missing) && state.missing.x == 1                                    ; false",
                "state.?missing.orValue('none')                                                ; \"none\"",
                "state.missing == 1 || state.yes                                               ; true",
                // an index or a key beside the value
                "state.claims.all(i, c, i == 0 || state.claims[i - 1].id < c.id)               ; true",
                "state.claims.exists(i, c, i == 1 && c.status == 'verified')                   ; false",
                "state.claims.exists_one(i, c, i == 1)                                         ; true",
                "state.byId.all(k, v, k < 'c' && v > 0)                                        ; true",
                "state.claims.transformList(i, c, i)                                           ; [0,1]",
                // iteration over objects is in the order of names
                "state.byId.map(k, k)                                                          ; [\"a\",\"b\"]",
                "state.byId.all(k, state.byId[k] > 0)                                          ; true",
                // strings
                "size(state.text)                                                              ; 7",
                "state.text.matches('^Gr.*😀$')                                                ; true",
                "matches(state.question, 'W.y')                                                ; true",
                "state.text.contains('öß') && state.question.startsWith('Wh')                  ; true",
                "state.text.indexOf('e')                                                       ; 4",
                "'a,b,,c'.split(',')                                                           ;"
                        + " [\"a\",\"b\",\"\",\"c\"]",
                "'ab'.split('')                                                                ; [\"a\",\"b\"]",
                "['a', 'b'].join('-') + ['x'].join()                                           ; \"a-bx\"",
                "state.claims.map(c, c.id).join('+')                                           ; \"c1+c2\"",
                "'aXbX'.replace('X', '--').lowerAscii()                                        ; \"a--b--\"",
                "'ababa'.lastIndexOf('ba')                                                     ; 3",
                // lists and mathematics
                "[3, 1, 2].sort()                                                              ; [1,2,3]",
                "[1, 2, 3].slice(1, 3)                                                         ; [2,3]",
                "math.greatest(1, state.half)                                                  ; 1.5",
                "7 / 2 + 1                                                                     ; 4",
                "state                                                                         ; same"
            })
    void evaluate_expression_hasValue(String source, String expected) {
        Json value = expected.equals("same") ? STATE : JsonReader.parse(expected);
        assertThat(evaluate(source)).isEqualTo(new CelOutcome.Value(value));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "state.missing == 1           ; missing",
                "state.claims[7].id           ; 7",
                "state.n + 'x'                ; overload",
                "1 / 0                        ; zero",
                "9223372036854775807 + 1      ; overflow",
                "state.big > 1                ; 64 bits",
                "state.tiny > 0.0             ; range of a double",
                "state.text.matches('(')      ; regular expression",
                "'a'.matches('(a{1000}){1000}') ; regular expression",
                "state.question.matches(state.question + '(') ; regular expression",
                "b'x'                         ; JSON can hold",
                "0.0 / 0.0                    ; JSON can hold"
            })
    void evaluate_withoutValue_saysWhy(String source, String part) {
        CelOutcome outcome = evaluate(source);
        assertThat(outcome).isInstanceOf(CelOutcome.Failed.class);
        assertThat(((CelOutcome.Failed) outcome).message())
                .startsWith("Expected ")
                .contains(", but ")
                .contains(part);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "state.xs.all(a, state.xs.all(b, state.xs.all(c, true)))",
                "state.xs.all(a, state.xs.all(b, state.xs.all(c, true))) || true",
                "state.xs.all(a, !state.xs.exists(b, b == -1))",
                "state.xs.all(a, !(-1 in state.xs))",
                "state.xs.all(a, state.xs == state.ys)",
                "state.xs.map(x, state.xs.map(y, state.xs))",
                "[state.xs.map(x, x)].all(zs, zs.all(z, !(-1 in zs)))",
                "[state.long + state.long].all(s, state.xs.all(x, size(s + s) > 0))",
                "state.xs.map(x, state.long).join(state.long)",
                "state.long.replace('', state.long)",
                "state.long.contains(state.long.substring(1))",
                "state.long.split('').all(a, state.long.split('').all(b, true))",
                "!state.long.matches('(x+x+)+y') && state.xs.all(x, !state.long.matches('(x+x+){20}y'))"
            })
    void evaluate_overTheCostLimit_failsSoon(String source) {
        JsonArray numbers =
                JsonArray.copyOf(LongStream.range(0, 10_000).mapToObj(Json::of).toList());
        JsonArray copy =
                JsonArray.copyOf(LongStream.range(0, 10_000).mapToObj(Json::of).toList());
        Json state = JsonObject.builder()
                .put("xs", numbers)
                .put("ys", copy)
                .put("long", "x".repeat(200_000))
                .build();
        CelExpression expression = compile(source);
        Assertions.assertTimeout(Duration.ofMinutes(1), () -> {
            CelOutcome first = expression.evaluate(Map.of("state", state));
            assertThat(first).isInstanceOf(CelOutcome.Failed.class);
            assertThat(((CelOutcome.Failed) first).message()).contains("cost limit");
            assertThat(expression.evaluate(Map.of("state", state))).isEqualTo(first);
        });
    }

    @Test
    void evaluate_bigListWithinTheLimit_hasValue() {
        Json state = JsonObject.of(
                "xs",
                JsonArray.copyOf(IntStream.range(0, 20_000)
                        .mapToObj(i -> (Json) JsonObject.builder()
                                .put("id", "c" + i)
                                .put("score", i)
                                .build())
                        .toList()));
        assertThat(compile("state.xs.all(x, x.score >= 0 && x.id != '')").evaluate(Map.of("state", state)))
                .isEqualTo(new CelOutcome.Value(Json.of(true)));
        assertThat(compile("state.xs.filter(x, x.score % 2 == 0).size()").evaluate(Map.of("state", state)))
                .isEqualTo(new CelOutcome.Value(Json.of(10_000)));
    }

    @Test
    void evaluate_membersInAnotherOrder_hasTheSameValue() {
        CelExpression expression = compile("self.map(k, k + string(self[k])).join(',')");
        assertThat(expression.evaluate(Map.of("self", JsonReader.parse("{\"b\":1,\"a\":2,\"c\":3}"))))
                .isEqualTo(expression.evaluate(Map.of("self", JsonReader.parse("{\"c\":3,\"a\":2,\"b\":1}"))))
                .isEqualTo(new CelOutcome.Value(Json.of("a2,b1,c3")));
    }

    @Test
    void evaluate_variableWithoutValue_fails() {
        assertThat(compile("self.x == 1").evaluate(Map.of())).isInstanceOf(CelOutcome.Failed.class);
    }

    @Test
    void evaluate_fromManyThreads_agrees() {
        CelExpression expression = compile("state.claims.all(c, c.status.matches('^[a-z]+$'))");
        assertThat(IntStream.range(0, 2_000)
                        .parallel()
                        .mapToObj(i -> expression.evaluate(Map.of("state", STATE)))
                        .distinct())
                .containsExactly(new CelOutcome.Value(Json.of(true)));
    }

    @Test
    void test_notABoolean_fails() {
        assertThat(compile("state.n").test(Map.of("state", STATE)))
                .isEqualTo(new CelExpression.Condition.Failed(
                        "Expected true or false from \"state.n\", but got a value of type number."));
        assertThat(compile("state.yes").test(Map.of("state", STATE)))
                .isEqualTo(new CelExpression.Condition.Holds(true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "states.n == 1        ; undeclared reference to 'states'",
                "now() > 1            ; undeclared reference to 'now'",
                "state.n ==           ; line 1",
                "1 + 'x' == 2         ; no matching overload",
                "lists.range(10)      ; undeclared reference",
                "``                   ; line 1"
            })
    void compile_notAnExpression_saysWhere(String source, String part) {
        CelCompileException error =
                catchThrowableOfType(CelCompileException.class, () -> CelExpression.compile(source, VARIABLES));
        assertThat(error)
                .hasMessageStartingWith("Expected a CEL expression, but line ")
                .hasMessageContaining(part);
    }

    @Test
    void compile_secondLine_isCounted() {
        CelCompileException error = catchThrowableOfType(
                CelCompileException.class, () -> CelExpression.compile("size(state.n) ==\n 1 + true", VARIABLES));
        assertThat(error).hasMessageContaining("line 2, column 4");
    }

    @Test
    void compileCondition_neverABoolean_isRefused() throws CelCompileException {
        CelCompileException error = catchThrowableOfType(
                CelCompileException.class, () -> CelExpression.compileCondition("size(state.claims)", VARIABLES));
        assertThat(error).hasMessage("Expected a condition that is true or false, but its value is of type int.");
        assertThat(CelExpression.compileCondition("state.yes", VARIABLES).toString())
                .isEqualTo("state.yes");
    }

    @Test
    void compile_tooLarge_isRefused() {
        for (String source : List.of(
                "1 + ".repeat(5_000) + "1",
                "(".repeat(2_000) + "1" + ")".repeat(2_000),
                "[".repeat(500) + "]".repeat(500),
                "true" + " && true".repeat(10_000))) {
            assertThat(catchThrowableOfType(CelCompileException.class, () -> CelExpression.compile(source, VARIABLES)))
                    .as(source.substring(0, 20))
                    .isNotNull();
        }
    }

    private static CelOutcome evaluate(String source) {
        return compile(source)
                .evaluate(Map.of(
                        "state",
                        STATE,
                        "self",
                        JsonReader.parse("{\"status\":\"draft\"}"),
                        "oldSelf",
                        JsonReader.parse("{\"status\":\"verified\"}")));
    }

    private static CelExpression compile(String source) {
        try {
            return CelExpression.compile(source, VARIABLES);
        } catch (CelCompileException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "self.n > 0                                          | self        | 0",
                "self.a.all(x, x > 0) && state.b.exists(y, y == 1)   | self,state  | 1",
                "self.a.all(x, state.b.exists(y, y == x))            | self,state  | 2",
                "self.a.filter(x, x > 0).all(x, x < 9)               | self        | 1",
                "self.a.all(state, state.n > 0)                      | self        | 1",
                "[1, 2].all(x, x < self.n)                           | self        | 0",
                "self.n in state.b                                   | self,state  | 1",
                "self.n in ['a', 'b']                                | self        | 0",
                "self.?n.orValue(oldSelf)                            | self,oldSelf| 0",
                "has(self.n) ? self[state.key] : {'a': oldSelf}      | self,state,oldSelf | 0",
            })
    void shape_saysWhatIsReadAndHowLoopsAreNested(String source, String reads, int loops) throws CelCompileException {
        CelExpression expression = CelExpression.compile(source, Set.of("self", "oldSelf", "state", "oldState"));

        assertThat(expression.reads()).containsExactlyInAnyOrder(reads.split(",", -1));
        assertThat(expression.loops()).isEqualTo(loops);
    }
}
