package io.patchboard.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is JSON, what is not, and that what was read is what was written. */
final class JsonReaderTest {

    private final JsonReader reader = new JsonReader(JsonLimits.DEFAULT);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "// comment\n1",
                "/* comment */ 1",
                "# comment\n1",
                "NaN",
                "Infinity",
                "-Infinity",
                "+1",
                "01",
                "1.",
                ".5",
                "0x10",
                "'a'",
                "{'a':1}",
                "{a:1}",
                "[1,]",
                "{\"a\":1,}",
                "[1",
                "{\"a\"",
                "{\"a\":",
                "\"a",
                "\"tab\tinside\"",
                "\"\\x\"",
                "tru",
                "True",
                "1 2",
                "{} {}",
                "[]]",
                "\uFEFF1",
                "\u00a01",
                "]",
            })
    void read_notJson_isRefused(String text) {
        assertRefused(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"a\":1,\"a\":2}", "{\"a\":null,\"\\u0061\":null}", "[{\"b\":{\"a\":1,\"c\":2,\"a\":1}}]"})
    void read_duplicateName_isRefused(String text) {
        assertThatThrownBy(() -> reader.read(text))
                .isInstanceOf(JsonSyntaxException.class)
                .hasMessageStartingWith("Expected each name once in an object, but got \"a\" again");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\\ud800\"", "\"\\udc00\"", "\"\\ud800a\"", "\"\\udc00\\ud800\"", "{\"\\ud800\":1}"})
    void read_unpairedSurrogate_isRefused(String text) {
        assertThatThrownBy(() -> reader.read(text))
                .isInstanceOf(JsonSyntaxException.class)
                .hasMessageContaining("surrogate");
    }

    @Test
    void read_surrogatePair_isOneCharacter() throws JsonSyntaxException {
        assertThat(reader.read("\"\\ud83d\\ude00\"")).isEqualTo(Json.of("\uD83D\uDE00"));
    }

    @Test
    void read_byteOrderMark_isRefusedByName() {
        byte[] bytes = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF, '1'};

        assertThatThrownBy(() -> reader.read(bytes)).hasMessageContaining("byte order mark");
    }

    @Test
    void read_malformedUtf8_isRefused() {
        byte[][] malformed = {
            {'"', (byte) 0xFF, '"'},
            {'"', (byte) 0xC0, (byte) 0x80, '"'},
            {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'},
            {'"', (byte) 0xE2, (byte) 0x82, '"'},
            {'"', (byte) 0xF5, (byte) 0x80, (byte) 0x80, (byte) 0x80, '"'},
            ('"' + "\u00e2\u0082\u00ac".repeat(2_000) + "\u00ff" + '"').getBytes(StandardCharsets.ISO_8859_1),
        };
        for (byte[] bytes : malformed) {
            assertThatThrownBy(() -> reader.read(bytes))
                    .as(Arrays.toString(bytes))
                    .isInstanceOf(JsonSyntaxException.class)
                    .hasMessageContaining("UTF-8");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-16", "UTF-32BE", "UTF-32LE"})
    void read_otherUnicodeEncoding_isRefused(String charset) {
        byte[] bytes = "{\"a\":1}".getBytes(Charset.forName(charset));

        assertThatThrownBy(() -> reader.read(bytes)).isInstanceOf(JsonSyntaxException.class);
    }

    @Test
    void read_nestedTenThousandDeep_isRefusedQuickly() {
        String arrays = "[".repeat(10_000) + "]".repeat(10_000);
        String objects = "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000);

        Assertions.assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
            assertRefused(arrays);
            assertRefused(objects);
            assertRefused("[".repeat(10_000_000));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1e1001", "1e-1001", "1e999999999", "-1e-999999999", "1e99999999999999999999", "0e99999999"})
    void read_hugeExponent_isRefused(String text) {
        Assertions.assertTimeoutPreemptively(
                Duration.ofMinutes(1),
                () -> assertThatThrownBy(() -> reader.read(text))
                        .isInstanceOf(JsonSyntaxException.class)
                        .hasMessageStartingWith("Expected "));
    }

    @Test
    void read_numberAtTheLimits_isReadBackAsWritten() throws JsonSyntaxException {
        String digits = "9".repeat(999);
        for (String text : new String[] {
            digits,
            digits + "9",
            "-" + digits + "9",
            digits + "e1",
            "0." + digits,
            "1e1000",
            "-1.5e-1000",
            "0e1000",
            "0." + "0".repeat(990) + "1"
        }) {
            Json value = reader.read(text);

            assertThat(reader.read(JsonWriter.compact(value))).isEqualTo(value);
            assertThat(reader.read(CanonicalJson.text(value))).isEqualTo(value);
        }
        assertRefused("1" + "0".repeat(1_100));
        assertRefused("0." + "1".repeat(1_100));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "123456789012345678901234567890",
                "-987654321098765432109876543210",
                "0.123456789012345678901234567891",
                "123456789012345.678901234567891",
                "9007199254740993",
            })
    void read_thirtyDigits_areKept(String text) throws JsonSyntaxException {
        Json value = reader.read(text);

        assertThat(((JsonNumber) value).value()).isEqualTo(new BigDecimal(text));
        assertThat(JsonWriter.compact(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "999999999",
                "1000000000",
                "-999999999999999999",
                "9223372036854775807",
                "-9223372036854775808",
                "9223372036854775808",
                "1.50",
                "\"plain\"",
                "\"a\\u0062\"",
                "[\"~\u007f\"]",
                "{\"\u00fc\":[1.0,\"\u20ac \ufffd \uffff\"],\"\ud83d\ude00\":\"\\u00fc\\ud83d\\ude00\"}"
            })
    void read_bytes_areWhatTheTextIs(String text) throws JsonSyntaxException {
        Json value = reader.read(bytes(text));

        assertThat(value).isEqualTo(reader.read(text));
        assertThat(JsonWriter.compact(value)).isEqualTo(JsonWriter.compact(reader.read(text)));
        assertThat(CanonicalJson.sha256(value)).isEqualTo(CanonicalJson.sha256(reader.read(text)));
        assertThat(value.canonicalBytes()).isEqualTo(reader.read(text).canonicalBytes());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void equals_sameNumberWrittenDifferently_isTrueWithTheSameHash() throws JsonSyntaxException {
        String[] ones = {"1", "1.0", "1e0", "10e-1", "0.1E+1"};
        String[] zeros = {"0", "-0", "0.0", "-0.0", "0e5"};
        for (String[] same : new String[][] {ones, zeros}) {
            for (String text : same) {
                assertThat(reader.read(text)).isEqualTo(reader.read(same[0])).hasSameHashCodeAs(reader.read(same[0]));
            }
        }
        assertThat(reader.read("1")).isNotEqualTo(reader.read("1.0000000000000000000000000001"));
        assertThat(reader.read("1")).isNotEqualTo(reader.read("\"1\""));
    }

    @Test
    void equals_members_ignoresOrder() throws JsonSyntaxException {
        Json one = reader.read("{\"a\":1,\"b\":[1,2]}");

        assertThat(one)
                .isEqualTo(reader.read("{\"b\":[1.0,2],\"a\":1}"))
                .isNotEqualTo(reader.read("{\"a\":1,\"b\":[2,1]}"));
        assertThat(one).hasSameHashCodeAs(reader.read("{\"b\":[1.0,2],\"a\":1}"));
    }

    @Test
    void compact_everyKindOfValue_isReadBack() throws JsonSyntaxException {
        String text = "{\"a\":[1,-2.5,true,false,null,\"\\u0000\\u001f\\\"\\\\\\n€\uD83D\uDE00\"],\"\":{}}";
        Json value = reader.read(text);

        assertThat(JsonWriter.compact(value)).isEqualTo(text);
        assertThat(reader.read(JsonWriter.pretty(value))).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":\"b\",\"c\":[1,-2.5e3,true,false,null]}",
                "{\"\\ud83d\\ude00\":\"\\u0000\\n\"}",
                "{\"a\":1,\"a\":2}",
                "\"\\ud800\"",
                "\"\\udc00\\ud800\"",
                "{\"\\ud800\":1}",
                "1e1001",
                "[[1],{\"x\":[]}",
                "1\u0000",
                "\u0000\u0000\u00001",
                "1\u0000\u0000\u0000",
                "1 // comment",
                "{\"\u00fc\":1,\"\\u00fc\":2}",
                "[\"\u00fc\\ud800\",\u00a0]",
            })
    void read_bytes_areJudgedAndWordedAsTheirText(String text) {
        assertThat(outcome(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(outcome(text));
    }

    @Test
    void read_manyMembers_keepsNamesApart() throws JsonSyntaxException {
        StringBuilder text = new StringBuilder("{\"n0\":0");
        for (int i = 1; i <= 40; i++) {
            text.append(",\"n").append(i).append("\":").append(i);
            JsonObject object = (JsonObject) reader.read(text + "}");

            assertThat(object.size()).isEqualTo(i + 1);
            assertThat(object.get("n" + i)).contains(Json.of(i));
            for (int again : new int[] {0, i / 2, i}) {
                assertThatThrownBy(() -> reader.read(text + ",\"n" + again + "\":1}"))
                        .hasMessageContaining("got \"n" + again + "\" again");
            }
        }
    }

    private String outcome(String text) {
        try {
            return reader.read(text).toString();
        } catch (JsonSyntaxException e) {
            return e.getMessage();
        }
    }

    private String outcome(byte[] utf8) {
        try {
            return reader.read(utf8).toString();
        } catch (JsonSyntaxException e) {
            return e.getMessage();
        }
    }

    private void assertRefused(String text) {
        assertThatThrownBy(() -> reader.read(text))
                .isInstanceOf(JsonSyntaxException.class)
                .hasMessageStartingWith("Expected ");
        assertThat(outcome(text.getBytes(StandardCharsets.UTF_8))).startsWith("Expected ");
    }
}
