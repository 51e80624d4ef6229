package io.patchboard.kernel.cel;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an evaluation is charged: the work that it is, whatever function does it. */
final class CelChargeTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "[b'aaaaaaaaaaaaaaaa'] ; .map(a, a + a)              ; 27 ; size(x[0]) > 0",
                "['aaaaaaaaaaaaaaaa']  ; .map(a, a + a)              ; 27 ; size(x[0]) > 0",
                "[bytes(s)]            ; .map(a, bytes(string(a + a))) ; 20 ; size(x[0]) > 0",
                "[[1]]                 ; .map(a, a + a)              ; 27 ; size(x[0]) > 0",
                "[[1]]                 ; .map(a, [a, a])             ; 45 ; x == x",
                "[[1]]                 ; .map(a, [a, a])             ; 45 ; dyn(x) != [1]",
                "[[1]]                 ; .map(a, [a, a])             ; 45 ; x in [x]",
                "[[1]]                 ; .map(a, [a, a])             ; 45 ; x",
                "[[1]]                 ; .map(a, [a, a])             ; 45 ; dyn(x).value() == 1 || true",
                "[{'a': 1}]            ; .map(a, {'a': a, 'b': a})   ; 45 ; x[0] == x[0]",
                "[optional.of([1])]    ; .map(a, optional.of([a, a])) ; 45 ; x[0] == x[0]",
                "[xs]                  ; .map(a, [a, a])             ; 18 ; x",
                "[s]                   ; .map(a, [a, a])             ; 30 ; x",
            })
    void evaluate_whatDoubles_endsAtTheLimitWithinItsMemory(String first, String step, int times, String use)
            throws CelCompileException {
        String doubled = first + step.repeat(times);
        CelExpression expression = compile(use.replace("x", "(" + doubled + ")"));
        Map<String, Json> values = values(1_000);
        long before = THREADS.getCurrentThreadAllocatedBytes();

        CelOutcome outcome = expression.evaluate(values);

        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(64 << 20);
        assertThat(outcome).isInstanceOf(CelOutcome.Failed.class);
        assertThat(((CelOutcome.Failed) outcome).message()).contains("cost limit");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "b == c",
                "b != c",
                "b < c",
                "b + c == b",
                "b in [c]",
                "size(b) > 0",
                "string(b) == s",
                "bytes(s) == c",
                "s == t",
                "s < t",
                "s + t == s",
                "s in [t]",
                "size(s) == 1",
                "s.startsWith(t)",
                "s.endsWith(t)",
                "s.contains('b')",
                "s.indexOf('b') == 0",
                "s.lastIndexOf('b') == 0",
                "s.split('b') == []",
                "s.replace('b', 'c') == s",
                "s.reverse() == s",
                "s.trim() == s",
                "s.charAt(1) == 'a'",
                "s.substring(1) == s",
                "s.lowerAscii() == s",
                "s.upperAscii() == s",
                "s.matches('a+b')",
                "'a'.matches(s) || true",
                "int(s) == 1 || true",
                "uint(s) == 1u || true",
                "double(s) == 1.0 || true",
                "bool(s) || true",
                "timestamp(s) > timestamp(0) || true",
                "duration(s) > duration('1s') || true",
                "timestamp(0).getHours(s) > 0 || true",
                "xs == ys",
                "xs != ys",
                "-1 in xs",
                "xs + ys == xs",
                "xs.reverse() == xs",
                "xs.slice(0, size(xs)) == ys",
                "xs.sort() == ys",
                "xs.map(x, x) == ys",
                "math.greatest(xs) == -1",
                "optional.of(xs.map(x, x)).hasValue()",
                "[xs.map(x, x)][0].size() == 0",
                "m.map(k, k) == []",
                "m == n",
                "m.all(k, m[k] == 1)",
                "xs.exists(i, x, x == -1)",
                "xs.all(i, x, i == 0 || xs[i - 1] <= x || true)",
                "xs.transformList(i, x, x) == ys",
                "m.all(k, v, v == 1)",
                "ss.join() == s",
                "ss.sort() == ss",
                "xs",
                "m",
                "s",
            })
    void evaluate_tenTimesAsMuch_isChargedAccordingly(String source) throws CelCompileException {
        CelExpression expression = compile(source);

        long little = expression.cost(values(2_000));
        long much = expression.cost(values(20_000));

        long wholeUnits = 20_000 / 16 - 2_000 / 16;
        assertThat(much - little).isGreaterThanOrEqualTo(wholeUnits);
    }

    @Test
    void evaluate_timesOfManyUnits_areChargedByTheSquare() throws CelCompileException {
        CelExpression expression = compile("duration(s) > duration('1s')");

        assertThat(expression.cost(Map.of("s", Json.of("1h".repeat(10_000))))).isGreaterThan(400_000);
        assertThat(expression.cost(Map.of("s", Json.of("1h2m3s")))).isLessThan(300);
    }

    @Test
    void evaluate_lookUpsOfNames_areChargedByHowManyThereAre() throws CelCompileException {
        long read = compile("m.all(k, m[k] == 1)").cost(values(20_000));
        long named = compile("m.all(k, k != '')").cost(values(20_000));

        assertThat(read - named).isGreaterThanOrEqualTo(20_000 * 7);
    }

    @Test
    void evaluate_optionals_areChargedAsConversions() throws CelCompileException {
        assertThat(compile("xs.all(x, optional.of(x).hasValue())").cost(values(1_000)))
                .isGreaterThan(1_000 * 40);
    }

    @Test
    void evaluate_sort_isChargedByTheComparisons() throws CelCompileException {
        CelExpression expression = compile("xs.sort()[0] == 0");

        assertThat(expression.cost(values(8_000)) - compile("xs[0] == 0").cost(values(8_000)))
                .isGreaterThan(4 * 8_000 * 12);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "xs.all(x, x.missing == 1 || true)",
                "xs.all(x, !(x.missing == 1) || true)",
                "xs.all(x, int('x') == 1 || true)",
                "xs.exists(x, dyn('x') + 1 == 2)",
                "xs.all(x, nothing == 1 || true)",
                "xs.all(x, 1 / 0 == 1 || true)",
                "xs.all(x, [1].all(y, x.missing == 1) || true)",
            })
    void evaluate_whatFailsOnTheWay_isChargedForTheFailure(String source) throws CelCompileException {
        assertThat(compile(source).cost(values(500))).isGreaterThan(500 * Meter.FAILURE);
    }

    @Test
    void evaluate_whatSucceeds_isChargedForNoFailure() throws CelCompileException {
        String source =
                "xs.all(x, x >= 0 && (x < 0 || has(m.a0)) && m.?a0.orValue(2) == 1 && (x > 5 ? true : m['a1'] == 1))"
                        + " && optional.of(1).optMap(o, o + 1).value() == 2 && xs.exists_one(x, x == 1) && xs.filter(x, x > 2) != []";

        assertThat(compile(source).evaluate(values(100))).isEqualTo(new CelOutcome.Value(Json.of(true)));
        assertThat(compile(source).cost(values(100))).isLessThan(100 * 75);
    }

    @Test
    void evaluate_numberOfManyDigits_isChargedByThem() throws CelCompileException {
        Json ones = JsonReader.parse("1." + "0".repeat(990));

        assertThat(compile("s == 1").evaluate(Map.of("s", ones))).isEqualTo(new CelOutcome.Value(Json.of(true)));
        assertThat(compile("s == 1").cost(Map.of("s", ones))).isGreaterThan(990 * 2 / 16);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a?){300}[(]", "(a?){100}[(](d|e){100}", "(a?){300}\\\\Q(\\\\E"})
    void evaluate_patternThatLooksSmall_isChargedAsItIs(String pattern) throws CelCompileException {
        CelOutcome outcome = compile("s.matches('" + pattern + "')").evaluate(values(100_000));

        assertThat(((CelOutcome.Failed) outcome).message()).contains("cost limit");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "(a?){999}(a?){999}(a?){999}[(] ; unrolls to more than",
                "(?i)[k-\\\\x{212a}]            ; spell out both cases",
                "(?i)[B-Ω]                      ; spell out both cases",
                "[                              ; regular expression",
            })
    void evaluate_patternThatIsRefused_saysWhy(String pattern, String why) throws CelCompileException {
        CelExpression written = compile("s.matches('" + pattern + "')");
        CelExpression read = compile("s.matches(t)");

        for (CelOutcome outcome : new CelOutcome[] {
            written.evaluate(values(10)),
            read.evaluate(Map.of("s", Json.of("a"), "t", Json.of(pattern.replace("\\\\", "\\"))))
        }) {
            assertThat(((CelOutcome.Failed) outcome).message()).contains(why);
        }
    }

    @Test
    void evaluate_honestPatterns_areFarFromTheLimit() throws CelCompileException {
        Json mails = JsonArray.copyOf(LongStream.range(0, 2_000)
                .mapToObj(i -> Json.of("somebody." + i + "@example.org"))
                .toList());

        assertThat(compile("xs.all(x, x.matches('^[^@\\\\s]+@[^@\\\\s]+[.][a-z]+$'))")
                        .cost(Map.of("xs", mails)))
                .isLessThan(Budget.UNITS / 2);
    }

    private static CelExpression compile(String source) throws CelCompileException {
        String bytes = source.replaceAll("\\bb\\b(?!')", "bytes(s)").replaceAll("\\bc\\b(?!')", "bytes(t)");
        return CelExpression.compile(bytes, Set.of("s", "t", "xs", "ys", "ss", "m", "n", "nothing"));
    }

    private static Map<String, Json> values(int size) {
        return Map.of(
                "s", Json.of("a".repeat(size)),
                "t", Json.of("a".repeat(size)),
                "xs", numbers(size),
                "ys", numbers(size),
                "ss",
                        JsonArray.copyOf(LongStream.range(0, size)
                                .mapToObj(i -> Json.of("a"))
                                .toList()),
                "m", members(size),
                "n", members(size));
    }

    private static Json numbers(int size) {
        return JsonArray.copyOf(LongStream.range(0, size).mapToObj(Json::of).toList());
    }

    private static Json members(int size) {
        JsonObject.Builder members = JsonObject.builder();
        LongStream.range(0, size).forEach(i -> members.put("a" + i, 1));
        return members.build();
    }
}
