package io.patchboard.kernel.patch;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Texts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelocationTest {

    private static final String DOCUMENT = "{a: [{n: 0}, {n: 1}, {n: 2}], b: {c: {n: 3}}, z: []}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{op: add, path: /a/1, value: {}}            | /a/0   | /a/0",
                "{op: add, path: /a/1, value: {}}            | /a/1/n | /a/2/n",
                "{op: add, path: /a/3, value: {}}            | /a/2   | /a/2",
                "{op: remove, path: /a/1}                    | /a/1/n | gone",
                "{op: remove, path: /a/1}                    | /a/2   | /a/1",
                "{op: remove, path: /b}                      | /b/c/n | gone",
                "{op: remove, path: /b/c}                    | /b     | /b",
                "{op: replace, path: /a/1, value: {}}        | /a/1   | /a/1",
                "{op: move, from: /a/0, path: /a/2}          | /a/0/n | /a/2/n",
                "{op: move, from: /a/0, path: /a/2}          | /a/1   | /a/0",
                "{op: move, from: /a/0, path: /a/2}          | /a/2   | /a/1",
                "{op: move, from: /a/2, path: /a/0}          | /a/1   | /a/2",
                "{op: move, from: /b/c, path: /z/0}          | /b/c/n | /z/0/n",
                "{op: copy, from: /b/c, path: /a/0}          | /a/0   | /a/1",
                "{op: add, path: /b/0, value: 1}             | /b/0   | /b/0",
                "{op: replace, path: /a, value: []}          | /a     | /a",
                "{op: replace, path: /a, value: []}          | /a/1   | gone",
                "{op: replace, path: /a, value: [1, {n: 1}]} | /a/1/n | /a/1/n",
                "{op: replace, path: /a, value: [1, {n: 9}]} | /a/1/n | gone",
                "{op: add, path: /a, value: {'1': {n: 1}}}   | /a/1   | gone",
                "{op: replace, path: /b, value: {c: 9}}      | /b/c   | /b/c",
                "{op: replace, path: /b, value: {c: 9}}      | /b/c/n | gone",
                "{op: replace, path: '', value: {a: []}}     | /a/0   | gone",
                "{op: copy, from: /z, path: /a}              | /a/0   | gone",
                "{op: move, from: /z, path: /a}              | /a/0   | gone",
                "{op: move, from: /a, path: /b}              | /b/c   | gone",
            })
    void after_oneOperation_followsTheValue(String operation, String before, String after) {
        Relocation relocation = relocation(Texts.json(DOCUMENT), "[" + operation + "]");

        assertThat(relocation.after(JsonPointer.parse(before)).map(JsonPointer::toString))
                .isEqualTo(after.equals("gone") ? Optional.empty() : Optional.of(after));
    }

    @Test
    void before_insertedItem_wasNowhere() {
        Relocation relocation = relocation(Texts.json(DOCUMENT), "[{op: add, path: /a/1, value: {}}]");

        assertThat(relocation.before(JsonPointer.parse("/a/1"))).isEmpty();
        assertThat(relocation.before(JsonPointer.parse("/a/2/n"))).contains(JsonPointer.parse("/a/1/n"));
    }

    @Test
    void of_scalarsAndNewMembers_isNone() {
        assertThat(relocation(
                                Texts.json(DOCUMENT),
                                "[{op: replace, path: /a/0/n, value: 1}, {op: add, path: /b/x, value: 1}]")
                        .isNone())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{op: add, path: /a/1, value: {}}           | /a/0   | true",
                "{op: add, path: /a/1, value: {}}           | /a!b   | false",
                "{op: add, path: /a/1, value: {}}           | /ab/1  | false",
                "{op: add, path: /a/1, value: {}}           | /b/c/n | false",
                "{op: remove, path: /b/c}                   | /b/c/n | true",
                "{op: remove, path: /b/c}                   | /b/d   | false",
                "{op: replace, path: '', value: {}}         | /b/d   | true",
                "{op: move, from: /b/c, path: /z/0}         | /z/0   | true",
                "{op: move, from: /b/c, path: /z/0}         | /b/c/n | true",
                "{op: move, from: /b/c, path: /z/0}         | /a/0   | false",
            })
    void reach_isWhatMayHaveMoved(String operation, String place, boolean within) {
        Relocation relocation = relocation(Texts.json(DOCUMENT), "[" + operation + "]");

        assertThat(relocation.reach().has(place)).isEqualTo(within);
    }

    @Test
    void read_ofWhatWasWritten_followsAlike_butKnowsNoValues() {
        Relocation relocation = relocation(
                Texts.json(DOCUMENT),
                "[{op: move, from: /a/0, path: /z/0}, {op: add, path: /a/0, value: {}}, {op: remove, path: /b/c},"
                        + " {op: replace, path: /b, value: {c: {n: 3}}}, {op: move, from: /b, path: /a}]");
        Relocation read = Relocation.read(relocation.toJson());

        assertThat(read).isEqualTo(relocation.withoutValues());
        assertThat(read.toJson()).isEqualTo(relocation.toJson());
        for (String place : List.of("/a", "/a/0/n", "/a/1", "/b", "/b/c", "/z/4")) {
            assertThat(read.after(JsonPointer.parse(place)))
                    .as(place)
                    .isEqualTo(relocation.after(JsonPointer.parse(place)));
        }
        Relocation same = relocation(Texts.json(DOCUMENT), "[{op: replace, path: /a, value: [{n: 0}]}]");
        assertThat(same.after(JsonPointer.parse("/a/0"))).isPresent();
        assertThat(same.withoutValues().after(JsonPointer.parse("/a/0"))).isEmpty();
    }

    /** Every number stands once in the document, so that a value is told from all others wherever it is. */
    @Test
    void afterAndBefore_randomPatches_agreeWithWhereTheValuesAre() {
        long seed = 20_260_529;
        Random random = new Random(seed);
        int followed = 0;
        for (int run = 0; run < 300; run++) {
            Json before = Texts.json("{a: [0, 1, 2, 3], b: {c: [4, 5], d: 6}, e: [[7, 8], [9]]}");
            Json after = before;
            List<Operation> operations = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Operation operation = random(random, after, 100 + i);
                if (PatchApplier.apply(after, new Patch(List.of(operation)), new ApplyLimits(100, 100_000))
                        instanceof PatchResult.Applied applied) {
                    after = applied.document();
                    operations.add(operation);
                }
            }
            Relocation relocation = relocation(before, new Patch(operations));
            Map<Json, JsonPointer> there = leaves(after);
            for (Map.Entry<Json, JsonPointer> leaf : leaves(before).entrySet()) {
                Optional<JsonPointer> now = Optional.ofNullable(there.get(leaf.getKey()));
                assertThat(relocation.after(leaf.getValue()))
                        .as("seed %s, %s of %s after %s", seed, leaf.getKey(), before, operations)
                        .isEqualTo(now);
                assertThat(relocation.reach().has(leaf.getValue().toString())
                                || now.equals(Optional.of(leaf.getValue())))
                        .as("%s is out of reach of %s", leaf.getValue(), operations)
                        .isTrue();
                if (now.isPresent()) {
                    assertThat(relocation.before(now.get()))
                            .as("%s", operations)
                            .contains(leaf.getValue());
                    followed++;
                }
            }
        }
        assertThat(followed).isGreaterThan(1_000);
    }

    private static Operation random(Random random, Json document, int fresh) {
        List<JsonPointer> items = new ArrayList<>(leaves(document).values());
        JsonPointer one = items.get(random.nextInt(items.size()));
        JsonPointer other = items.get(random.nextInt(items.size()));
        return switch (random.nextInt(3)) {
            case 0 -> new Operation.Remove(one);
            case 1 ->
                JsonPointer.arrayIndex(one.last()).isPresent()
                        ? new Operation.Add(one, Json.of(fresh))
                        : new Operation.Add(one.parent().child("new"), Json.of(fresh));
            default ->
                JsonPointer.arrayIndex(other.last()).isPresent()
                        ? new Operation.Move(one, other)
                        : new Operation.Remove(other);
        };
    }

    private static Map<Json, JsonPointer> leaves(Json document) {
        Map<Json, JsonPointer> leaves = new HashMap<>();
        collect(document, JsonPointer.ROOT, leaves);
        return leaves;
    }

    private static void collect(Json value, JsonPointer at, Map<Json, JsonPointer> leaves) {
        if (value instanceof JsonObject object) {
            object.members().forEach((name, member) -> collect(member, at.child(name), leaves));
        } else if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                collect(array.get(i), at.child(i), leaves);
            }
        } else {
            leaves.put(value, at);
        }
    }

    @Test
    void appended_isTheSame_inOneStepForEachArray() {
        Json document = Texts.json(DOCUMENT);
        Relocation all = relocation(
                document,
                "[{op: add, path: /a/-, value: {l: []}}, {op: add, path: /z/-, value: 1},"
                        + " {op: add, path: /a/3/l/-, value: 1}, {op: add, path: /a/-, value: 1},"
                        + " {op: add, path: /z/-, value: 1}]");

        Relocation appended =
                all.appended(place -> place.resolve(document).isEmpty()).orElseThrow();

        assertThat(appended.size()).isEqualTo(3);
        assertThat(Relocation.read(appended.toJson())).isEqualTo(appended);
        for (String array : List.of("/a/", "/z/", "/a/3/l/", "/b/")) {
            for (int i = 0; i < 8; i++) {
                JsonPointer place = JsonPointer.parse(array + i);
                assertThat(appended.after(place)).isEqualTo(all.after(place));
                assertThat(appended.before(place)).isEqualTo(all.before(place));
            }
        }
        assertThat(all.appended(place -> false)).isEmpty();
    }

    private static Relocation relocation(Json document, String patch) {
        try {
            return relocation(document, Patch.parse(Texts.json(patch), PatchLimits.DEFAULT));
        } catch (PatchSyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static Relocation relocation(Json document, Patch patch) {
        return ((PatchResult.Applied) PatchApplier.apply(document, patch))
                .revision()
                .relocation();
    }
}
