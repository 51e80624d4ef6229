package io.patchboard.client.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.patch.Operation;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StateDiffTest {

    @Test
    void steps_haveWhatTheyRemoveOrReplace() {
        StateDiff diff = StateDiff.between(
                JsonReader.parse("{\"a\":1,\"b\":[1],\"c\":2}"), JsonReader.parse("{\"a\":2,\"b\":[1,3]}"));

        assertThat(JsonArray.copyOf(
                        diff.steps().stream().map(StateDiff.Step::toJson).toList()))
                .containsExactlyInAnyOrder(
                        JsonReader.parse("{\"op\":\"replace\",\"path\":\"/a\",\"value\":2,\"old\":1}"),
                        JsonReader.parse("{\"op\":\"add\",\"path\":\"/b/1\",\"value\":3}"),
                        JsonReader.parse("{\"op\":\"remove\",\"path\":\"/c\",\"old\":2}"));
    }

    @Test
    void numbers_areNotRounded() {
        String numbers = "[100,1234567890123456789012345678900,0.1234567890123456789012345678901]";

        StateDiff diff = StateDiff.between(JsonReader.parse("{}"), JsonReader.parse("{\"n\":" + numbers + "}"));

        assertThat(diff.patch())
                .isEqualTo(JsonReader.parse("[{\"op\":\"add\",\"path\":\"/n\",\"value\":" + numbers + "}]"));
        assertThat(diff.patch().toString()).contains("[100,");
    }

    @Test
    void betweenStatesThatDifferInManyPlaces_isAPatchOfFewOperations() {
        Json before = numbers(0, 20_000);
        Json after = numbers(8_000, 28_000);

        StateDiff diff = StateDiff.between(before, after);

        assertThat(diff.patch().size()).isLessThanOrEqualTo(500);
        assertThat(diff.steps())
                .last()
                .satisfies(step -> assertThat(step.operation())
                        .isEqualTo(new Operation.Replace(
                                JsonPointer.ROOT.child("all"),
                                numbers(8_000, 28_000).get("all").orElseThrow())));
    }

    private static JsonObject numbers(int from, int to) {
        return JsonObject.of(
                "all",
                JsonArray.copyOf(IntStream.range(from, to).mapToObj(Json::of).toList()));
    }
}
