package io.patchboard.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KnownStringsTest {

    @Test
    void plain_thatComesAgain_isTheSameObject() {
        JsonString once = KnownStrings.plain("xxreplacexx".toCharArray(), 2, 7);

        assertThat(once.value()).isEqualTo("replace");
        assertThat(once.isPlain()).isTrue();
        assertThat(KnownStrings.plain("replace".toCharArray(), 0, 7)).isSameAs(once);
        assertThat(KnownStrings.part("/replace/", 1, 8)).isSameAs(once.value());
    }

    @Test
    void plain_inATextWithOthers_isTheSameObject() throws JsonSyntaxException {
        JsonString once = KnownStrings.plain("draft".toCharArray(), 0, 5);
        byte[] text =
                "[\"draft\",\"–\",\"a\\\"b\",\"a\\\\b\",\"a\\u007f\\u0001\",\"\"]".getBytes(StandardCharsets.UTF_8);
        JsonArray read = (JsonArray) new JsonReader(JsonLimits.DEFAULT).read(text);

        assertThat(read.get(0)).isSameAs(once);
        assertThat(read.items())
                .map(item -> ((JsonString) item).value())
                .containsExactly("draft", "–", "a\"b", "a\\b", "a\u007f\u0001", "");
        assertThat(read.items())
                .map(item -> ((JsonString) item).isPlain())
                .containsExactly(true, false, false, false, false, true);
        assertThat(JsonWriter.compactBytes(read))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(read.toString());
    }

    @Test
    void plain_withTheHashOfAnother_isItself() {
        assertThat(KnownStrings.plain("Aa".toCharArray(), 0, 2).value()).isEqualTo("Aa");
        assertThat(KnownStrings.plain("BB".toCharArray(), 0, 2).value()).isEqualTo("BB");
    }

    @Test
    void part_thatIsNotPlain_isWrittenAsSuch() {
        String token = KnownStrings.part("ab\"ä", 1, 4);

        assertThat(token).isEqualTo("b\"ä");
        assertThat(CanonicalJson.text(KnownStrings.plain("b".toCharArray(), 0, 1)))
                .isEqualTo("\"b\"");
        assertThat(CanonicalJson.text(Json.of(token))).isEqualTo("\"b\\\"ä\"");
    }

    @Test
    void strings_ofAllLengths_areWhatTheyWere() {
        Random random = new Random(3);
        for (int i = 0; i < 50_000; i++) {
            String text = "s".repeat(random.nextInt(3)) + random.nextInt(20_000);

            assertThat(KnownStrings.plain(text.toCharArray(), 0, text.length()).value())
                    .isEqualTo(text);
            assertThat(KnownStrings.part("~" + text + "~", 1, text.length() + 1))
                    .isEqualTo(text);
        }
    }
}
