package io.patchboard.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The sizes that values know are those of what would be written. */
final class JsonSizeTest {

    private final Random random = new Random(Long.getLong("patchboard.seed", 1));

    @Test
    void sizes_randomValues_areOfTheirText() {
        for (int i = 0; i < 100; i++) {
            assertMeasured(value(4));
        }
    }

    @Test
    void sizes_largeContainers_areOfTheirText_beforeAndAfterAChange() {
        JsonArray array = JsonArray.EMPTY;
        JsonObject object = JsonObject.EMPTY;
        for (int i = 0; i < 500; i++) {
            array = array.insert(random.nextInt(array.size() + 1), value(2));
            object = object.with("n\"" + random.nextInt(1_000), value(2));
            if (i % 50 == 0) {
                assertMeasured(array);
                assertMeasured(object);
            }
        }
    }

    @Test
    void sizes_numbers_areOfTheirText() {
        for (String digits : List.of("1", "10", "12", "1200", "123456789012345678", "1234567890123456789", "1.50")) {
            for (int exponent = -130; exponent < 130; exponent++) {
                assertMeasured(JsonReader.parse(digits + "e" + exponent));
                assertMeasured(JsonReader.parse("-" + digits + "e" + exponent));
            }
        }
        assertMeasured(JsonReader.parse("0.00"));
    }

    /** One may be a hundred characters long of four that were sent. */
    @Test
    void sizes_numbers_areToldWithoutTheirText() {
        Json numbers = JsonReader.parse("[" + "1e99,".repeat(100_000) + "1e-9]");
        long before = allocated();

        assertThat(numbers.compactChars()).isGreaterThan(10_000_000);

        assertThat(allocated() - before).isLessThan(40_000_000);
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    @Test
    void sizes_halfACharacter_areOfWhatReplacesIt() {
        assertMeasured(new JsonString("a\uD834b"));
        assertMeasured(JsonObject.of("\uDD1E", Json.of(1)));
    }

    private static void assertMeasured(Json value) {
        String text = JsonWriter.compact(value);
        for (int i = 0; i < 2; i++) {
            assertThat(value.compactChars()).isEqualTo(text.length());
            assertThat(value.compactBytes()).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
            assertThat(value.canonicalBytes()).isEqualTo(CanonicalJson.bytes(value).length);
        }
    }

    private Json value(int depth) {
        int kind = random.nextInt(depth == 0 ? 4 : 6);
        return switch (kind) {
            case 0 -> Json.of(random.nextInt() >> random.nextInt(32));
            case 1 -> JsonReader.parse(random.nextInt(100) + ".50e" + (random.nextInt(60) - 30));
            case 2 -> Json.of("é\n\"\\\u0001𝄞€".repeat(random.nextInt(4)) + "y".repeat(random.nextInt(300)));
            case 3 -> random.nextBoolean() ? Json.nul() : Json.of(random.nextBoolean());
            case 4 -> {
                JsonArray array = JsonArray.EMPTY;
                for (int i = random.nextInt(40); i > 0; i--) {
                    array = array.append(value(depth - 1));
                }
                yield array;
            }
            default -> {
                JsonObject.Builder object = JsonObject.builder();
                for (int i = random.nextInt(40); i > 0; i--) {
                    object.put("é\t" + i, value(depth - 1));
                }
                yield object.build();
            }
        };
    }
}
