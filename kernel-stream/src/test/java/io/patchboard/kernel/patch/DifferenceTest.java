package io.patchboard.kernel.patch;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.work.Work;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DifferenceTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{a: 1}         | {a: 1}          | []",
                "{a: 1, b: 2}   | {b: 3, c: 4}    | [{op: remove, path: /a}, {op: replace, path: /b, value: 3}, {op: add, path: /c, value: 4}]",
                "[1, 2, 3]      | [1, 3]          | [{op: remove, path: /1}]",
                "[1, 3]         | [1, 2, 3]       | [{op: add, path: /1, value: 2}]",
                "[1, 2, 3]      | [1, 4, 5, 3]    | [{op: replace, path: /1, value: 4}, {op: add, path: /2, value: 5}]",
                "[[1], {x: 1}]  | [[2], {x: 2}]   | [{op: replace, path: /0/0, value: 2}, {op: replace, path: /1/x, value: 2}]",
                "{a: 1}         | [1]             | [{op: replace, path: '', value: [1]}]"
            })
    void between_changesWhatDiffers(String before, String after, String patch) {
        Patch found = Difference.between(Texts.json(before), Texts.json(after), Work.unbounded());

        assertThat(found.toJson()).isEqualTo(Texts.json(patch));
    }

    @RepeatedTest(200)
    void between_anyTwo_leadsFromOneToTheOther(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        Json before = value(random, 4);
        Json after = random.nextBoolean() ? value(random, 4) : before;

        Patch found = Difference.between(before, after, Work.unbounded());

        PatchResult result = PatchApplier.apply(before, found, ApplyLimits.DEFAULT);
        assertThat(((PatchResult.Applied) result).document()).isEqualTo(after);
    }

    @Test
    void between_whereMuchDiffers_replacesThatAlone() {
        List<Json> zeros = Collections.nCopies(2_000, Json.of(0));
        List<Json> ones = Collections.nCopies(2_000, Json.of(1));
        JsonObject before = JsonObject.of("list", JsonArray.copyOf(zeros))
                .with("kept", Json.of(1))
                .with("n", Json.of(1));
        JsonObject after = JsonObject.of("list", JsonArray.copyOf(ones))
                .with("kept", Json.of(1))
                .with("n", Json.of(2));

        assertThat(Difference.between(before, after).operations())
                .extracting(Operation::path)
                .extracting(JsonPointer::toString)
                .containsExactly("/list", "/n");
    }

    @Test
    void between_whereMuchDiffers_looksNoFurtherThanThat() {
        JsonArray before = JsonArray.copyOf(Collections.nCopies(20_000, Json.of(0)));
        JsonArray after = JsonArray.copyOf(Collections.nCopies(20_000, Json.of(1)));
        Work work = new Work(600 * 20);

        assertThat(Difference.between(before, after, work).operations()).hasSize(1);
    }

    private static Json value(Random random, int depth) {
        int kind = random.nextInt(depth == 0 ? 2 : 4);
        if (kind < 2) {
            return random.nextBoolean() ? Json.of(random.nextInt(3)) : Json.of("t" + random.nextInt(3));
        }
        List<Json> items = new ArrayList<>();
        JsonObject.Builder members = JsonObject.builder();
        for (int i = random.nextInt(5); i > 0; i--) {
            items.add(value(random, depth - 1));
            members.put("m" + i, value(random, depth - 1));
        }
        return kind == 2 ? JsonArray.copyOf(items) : members.build();
    }
}
