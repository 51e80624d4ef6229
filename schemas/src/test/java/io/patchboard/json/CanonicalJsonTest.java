package io.patchboard.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * RFC 8785, by its author's test data.
 *
 * <p>RFC 8785 presumes that numbers are IEEE 754 doubles, whereas boards keep numbers exactly and write all of their
 * digits. The suite's numbers are therefore rounded to doubles first, as a reader of RFC 8785 would have done.
 */
final class CanonicalJsonTest {

    @ParameterizedTest
    @ValueSource(strings = {"arrays", "french", "structures", "unicode", "values", "weird"})
    void bytes_suite_areTheExpectedOnes(String name) throws IOException, JsonSyntaxException {
        byte[] input = Files.readAllBytes(SharedData.file("json-canonicalization/input/" + name + ".json"));
        byte[] output = Files.readAllBytes(SharedData.file("json-canonicalization/output/" + name + ".json"));
        String hex = Files.readString(SharedData.file("json-canonicalization/outhex/" + name + ".txt"))
                .replaceAll("\\s", "");

        byte[] canonical = CanonicalJson.bytes(asDoubles(new JsonReader(JsonLimits.DEFAULT).read(input)));

        assertThat(new String(canonical, StandardCharsets.UTF_8)).isEqualTo(new String(output, StandardCharsets.UTF_8));
        assertThat(HexFormat.of().formatHex(canonical)).isEqualTo(hex);
    }

    @Test
    void text_es6Numbers_areWhatEcmaScriptPrints() throws IOException {
        List<String> lines = Files.readAllLines(SharedData.file("json-canonicalization/es6-numbers-10000.txt"));

        assertThat(lines).hasSize(10_000);
        for (String line : lines) {
            String[] columns = line.split(",");
            assertThat(CanonicalJson.text(number(columns[0]))).as(line).isEqualTo(columns[1]);
        }
    }

    @Test
    void text_rfc8785AppendixB_isAsPrintedThere() throws IOException {
        List<String> lines = Files.readAllLines(SharedData.file("json-canonicalization/rfc8785-appendix-b.csv"));

        assertThat(lines).hasSizeGreaterThan(20);
        for (String line : lines.subList(1, lines.size())) {
            String[] columns = line.split(",", -1);
            if (columns[1].isEmpty()) {
                assertThatThrownBy(() -> number(columns[0]))
                        .as(line)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith("Expected a finite number");
            } else {
                assertThat(CanonicalJson.text(number(columns[0]))).as(line).isEqualTo(columns[1]);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "123456789012345678901234567890, 1.2345678901234567890123456789e+29",
        "-123456789012345678901, -123456789012345678901",
        "0.1000000000000000055511151231257827, 0.1000000000000000055511151231257827",
        "1.50, 1.5",
        "1e0, 1",
        "-0, 0",
        "-0.0e7, 0",
        "1e1000, 1e+1000",
        "1E-7, 1e-7",
    })
    void text_numberThatNoDoubleHolds_keepsAllItsDigits(String json, String expected) {
        assertThat(CanonicalJson.text(JsonReader.parse(json))).isEqualTo(expected);
        assertThat(JsonReader.parse(expected)).isEqualTo(JsonReader.parse(json));
    }

    @Test
    void bytesInOrder_areAsManyAsTheCanonicalOnes_andKeepTheOrder() {
        String text =
                "{\"b\":[1E2,1.50,{\"z\":null,\"\u00e9\":\"\ud83d\ude00\\u0001\\\"\"}],\"a\":{},\"c\":[],\"n\":1e50}";
        Json value = JsonReader.parse(text);

        byte[] inOrder = CanonicalJson.bytesInOrder(value);

        assertThat(new String(inOrder, StandardCharsets.UTF_8))
                .isEqualTo(text.replace("1E2", "100").replace("1.50", "1.5").replace("1e50", "1e+50"));
        assertThat(value.canonicalBytes()).isEqualTo(inOrder.length).isEqualTo(CanonicalJson.bytes(value).length);
    }

    @Test
    void compactBytes_areTheTextsUtf8() {
        String text =
                "[\"plain\",\"\u00e9 \ud83d\ude00 \\n \\u001f \\\\\",1e50,12345678901234567890123,{\"b\":1,\"a\":[true,null]},{},[]]";
        Json value = JsonReader.parse(text);

        assertThat(JsonWriter.compactBytes(value))
                .isEqualTo(JsonWriter.compact(value).getBytes(StandardCharsets.UTF_8));
        assertThat(JsonWriter.compactBytes(Json.of("half \ud83d of a pair")))
                .isEqualTo(JsonWriter.compact(Json.of("half \ud83d of a pair")).getBytes(StandardCharsets.UTF_8));
    }

    /** What is found out once is kept: it takes the square of the number of digits. */
    @Test
    void numberOfManyDigits_isWrittenAsItsDigits_whichAreKept() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (String digits : List.of("12".repeat(450) + "3", "7" + "0".repeat(899) + "1", "9".repeat(41))) {
            for (int scale : new int[] {0, 1, 5, digits.length() - 1, digits.length(), digits.length() + 3, 999, -99}) {
                JsonNumber number = JsonNumber.of(new BigDecimal(new BigInteger("-" + digits), scale));
                String exponent = String.valueOf(digits.length() - 1 - scale).replaceFirst("^(?!-)", "+");
                int point = digits.length() - scale;
                if (point > 21 || point <= -6) {
                    assertThat(number.canonicalText())
                            .isEqualTo("-" + digits.charAt(0) + "." + digits.substring(1) + "e" + exponent);
                }
                assertThat(new BigDecimal(number.canonicalText())).isEqualByComparingTo(number.value());
                assertThat(new BigDecimal(number.toString())).isEqualByComparingTo(number.value());
                long before = threads.getCurrentThreadAllocatedBytes();
                number.canonicalBytes();
                assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(12L * digits.length() + 500);
            }
        }
    }

    @Test
    void sha256_equalValuesWrittenDifferently_areEqual() {
        Json one = JsonReader.parse("{\"a\": 1.0, \"b\": [\"\\u00e9\"]}");
        Json other = JsonReader.parse("{\"b\":[\"é\"],\"a\":1e0}");

        assertThat(one).isEqualTo(other);
        assertThat(CanonicalJson.sha256(one)).isEqualTo(CanonicalJson.sha256(other));
    }

    @Test
    void sha256_knownBytes_isTheKnownHash() {
        assertThat(CanonicalJson.sha256(JsonObject.EMPTY))
                .isEqualTo("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
    }

    private static JsonNumber number(String hex) {
        return JsonNumber.of(Double.longBitsToDouble(Long.parseUnsignedLong(hex, 16)));
    }

    private static Json asDoubles(Json value) {
        if (value instanceof JsonNumber number) {
            BigDecimal exact = number.value();
            return JsonNumber.of(exact.doubleValue());
        }
        if (value instanceof JsonArray array) {
            return JsonArray.copyOf(
                    array.stream().map(CanonicalJsonTest::asDoubles).toList());
        }
        if (value instanceof JsonObject object) {
            JsonObject.Builder copy = JsonObject.builder();
            for (Map.Entry<String, Json> member : object.members().entrySet()) {
                copy.put(member.getKey(), asDoubles(member.getValue()));
            }
            return copy.build();
        }
        return value;
    }
}
