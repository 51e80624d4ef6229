package io.patchboard.kernel.patch;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is measured is what would be written. */
final class JsonMeasureTest {

    private final Random random = new Random(Long.getLong("patchboard.seed", 1));

    @Test
    void of_randomValues_isTheLengthOfTheirText() {
        for (int i = 0; i < 100; i++) {
            assertMeasured(value(4));
        }
    }

    @Test
    void of_largeContainers_isTheLengthOfTheirText_beforeAndAfterAChange() {
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
    void chars_upToABound_isExactOrAboveIt_andLeavesNoWrongSize() {
        for (int i = 0; i < 100; i++) {
            Json value = value(4);
            long chars = JsonWriter.compact(value).length();
            long most = random.nextInt((int) chars * 2);

            long measured = JsonMeasure.chars(value, most);

            if (chars <= most) {
                assertThat(measured).isEqualTo(chars);
            } else {
                assertThat(measured).isGreaterThan(most);
            }
            assertMeasured(value);
        }
    }

    private static void assertMeasured(Json value) {
        String text = JsonWriter.compact(value);
        for (int i = 0; i < 2; i++) {
            assertThat(JsonMeasure.of(value))
                    .isEqualTo(new JsonMeasure.Size(text.getBytes(StandardCharsets.UTF_8).length, text.length()));
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
