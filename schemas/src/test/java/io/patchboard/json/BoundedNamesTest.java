package io.patchboard.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names that collide in the table of a parser of bytes. */
final class BoundedNamesTest {

    private static final List<String> COLLIDING = colliding(2_000);

    private final BoundedNames factory =
            new BoundedNames(new JsonFactoryBuilder().disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW));
    private final JsonReader reader = new JsonReader(JsonLimits.DEFAULT);

    /**
     * Of eight characters, which Jackson takes as two numbers of four bytes and adds as {@code mixed(first) + 33 *
     * second}, before anything that is secret.
     */
    private static List<String> colliding(int count) {
        List<String> names = new ArrayList<>();
        int inverse = 1_041_204_193;
        for (long i = 0; names.size() < count; i++) {
            int first = 0;
            for (long rest = i, digits = 0; digits < 4; digits++, rest /= 90) {
                first = first << 8 | (int) ('#' + rest % 90);
            }
            int mixed = first + (first >>> 15);
            mixed ^= mixed >>> 9;
            String name = text(first) + text((0x12345678 - mixed) * inverse);
            if (name.chars().allMatch(c -> c >= '#' && c <= '~' && c != '\\')) {
                names.add(name);
            }
        }
        return names;
    }

    private static String text(int four) {
        return IntStream.of(24, 16, 8, 0)
                .mapToObj(shift -> String.valueOf((char) (four >>> shift & 0xff)))
                .reduce("", String::concat);
    }

    private static Stream<String> ordinary(int count) {
        return IntStream.range(0, count).mapToObj(i -> "name" + i);
    }

    private static String object(Stream<String> names) {
        return names.map(name -> "\"" + name + "\":1")
                .reduce((a, b) -> a + "," + b)
                .map(members -> "{" + members + "}")
                .orElseThrow();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** How many names of a text are given before the parser gives up. */
    private int named(String text) throws IOException {
        int names = 0;
        try (JsonParser parser = factory.createParser(bytes(text))) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.FIELD_NAME) {
                    parser.currentName();
                    names++;
                }
            }
        } catch (IOException e) {
            assertThat(e).hasMessageMatching("(?s).*(collide|Unexpected character).*");
        }
        return names;
    }

    @Test
    void namesThatCollide_areGivenUpSoon_inOneTextAndInMany() throws Exception {
        assertThat(named(object(COLLIDING.stream()))).isLessThan(1_000);
        for (int round = 0; round < 3; round++) {
            int given = 0;
            for (int i = 0; i < COLLIDING.size() && given == i; i++) {
                given += named(object(Stream.of(COLLIDING.get(i))));
            }
            assertThat(given).isLessThan(1_000);
        }
        String after = object(Stream.concat(ordinary(3_000), COLLIDING.stream()));
        assertThat(named(after)).isBetween(3_000, 4_000);
    }

    @Test
    void namesOfOtherTexts_areGivenAll_alsoAfterThoseThatCollide() throws Exception {
        assertThat(named(object(ordinary(4_000)))).isEqualTo(4_000);
        named(object(COLLIDING.stream()));

        assertThat(named(object(ordinary(4_000)))).isEqualTo(4_000);
    }

    @Test
    void namesInSequence_areGivenAll() throws Exception {
        String orders = object(IntStream.range(0, 1_500).mapToObj(i -> "order-%08d".formatted(i)));

        assertThat(named(orders)).isEqualTo(1_500);
        assertThat(named(orders)).isEqualTo(1_500);
    }

    @Test
    void aLongName_isGivenUp_andOfNoTextKept() throws Exception {
        String name = "n".repeat(1_000);
        assertThat(named("{\"" + name + "\":1}")).isZero();

        for (String text : List.of("{\"" + name + "\":1}", "{\"" + name + "\" x")) {
            named(text);
            assertThat(factory.kept()).isZero();
        }
    }

    @Test
    void ofVeryManyNames_noneAreKept() throws Exception {
        named(object(ordinary(100)));
        assertThat(factory.kept()).isEqualTo(100);

        named(object(ordinary(3_000)));
        assertThat(factory.kept()).isZero();
    }

    @Test
    void reader_readsThemAsAnyOthers() throws Exception {
        String text = object(COLLIDING.stream());
        String members = "{\"a\":" + text + ",\"s\":" + text + ",\"b\":[" + text + "]}";
        Outline outline = new Outline(Set.of("a"), "s");

        for (int round = 0; round < 3; round++) {
            JsonObject read = (JsonObject) reader.read(bytes(members));
            assertThat(read).isEqualTo(reader.read(members));
            assertThat(((JsonObject) read.get("a").orElseThrow()).names()).hasSameElementsAs(COLLIDING);
            JsonObject outlined = (JsonObject) reader.read(bytes(members), outline);
            assertThat(outlined.get("a")).contains(Json.of(true));
            assertThat(outlined.get("s")).isEqualTo(read.get("s"));
            assertThat(reader.read(bytes("{\"x\":{\"y\":1}}"))).isEqualTo(reader.read("{\"x\":{\"y\":1}}"));
        }
    }
}
