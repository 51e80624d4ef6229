package io.patchboard.kernel.patch;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which places of a pattern a patch changed, found without looking at the others. */
class ChangedPlacesTest {

    private static final String DOCUMENT =
            "{xs: [{n: 0, t: [a, b]}, {n: 1, t: []}, {n: 2, t: [c]}], m: {a: {n: 0}, '0': {n: 1}}, k: 7}";

    private static Revision revision(Json document, Patch patch) {
        return ((PatchResult.Applied) PatchApplier.apply(document, patch)).revision();
    }

    private static List<String> changed(String patch, String pattern) {
        try {
            Patch parsed = Patch.parse(Texts.json(patch), PatchLimits.DEFAULT);
            return revision(Texts.json(DOCUMENT), parsed).changed(PathPattern.parse(pattern)).stream()
                    .map(JsonPointer::toString)
                    .toList();
        } catch (PatchSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void changed_insideAnItem_isThatItem() {
        assertThat(changed("[{op: replace, path: /xs/1/n, value: 9}]", "/xs/*")).containsExactly("/xs/1");
        assertThat(changed("[{op: remove, path: /xs/0/t/0}]", "/xs/*")).containsExactly("/xs/0");
        assertThat(changed("[{op: replace, path: /k, value: 9}]", "/xs/*")).isEmpty();
    }

    @Test
    void changed_afterARemovalAtTheHead_isNothing() {
        assertThat(changed("[{op: remove, path: /xs/0}]", "/xs/*")).isEmpty();
        assertThat(changed("[{op: remove, path: /xs/0/t/0}, {op: remove, path: /xs/1}]", "/xs/*"))
                .containsExactly("/xs/0");
    }

    @Test
    void changed_afterAShift_isAlsoWhatAnIndexNamesNow() {
        assertThat(changed("[{op: remove, path: /xs/0}]", "/xs/0")).containsExactly("/xs/0");
        assertThat(changed("[{op: remove, path: /xs/0/t/0}]", "/*/*/t/0")).containsExactly("/xs/0/t/0");
        assertThat(changed("[{op: remove, path: /xs/1}]", "/xs/0")).isEmpty();
    }

    @Test
    void changed_byAValuePutBack_isNothing() {
        assertThat(changed("[{op: remove, path: /m/a}, {op: add, path: /m/a, value: {n: 0.0}}]", "/m/*"))
                .isEmpty();
        assertThat(changed("[{op: replace, path: /xs/1, value: {n: 1, t: []}}]", "/**"))
                .isEmpty();
    }

    @Test
    void changed_wherealargerValueCame_isWhatIsAnotherInIt() {
        assertThat(changed("[{op: replace, path: /m, value: {a: {n: 0}, b: {n: 0}, '0': {n: 2}}}]", "/m/*"))
                .containsExactly("/m/0", "/m/b");
        assertThat(changed("[{op: add, path: '', value: {xs: [{n: 0, t: [a, b]}, {n: 2}]}}]", "/xs/*"))
                .containsExactly("/xs/1");
    }

    @Test
    void changed_byAMoveFromElsewhere_isWhatHasItsFirstPlaceInThePattern() {
        assertThat(changed("[{op: move, from: /m/a, path: /xs/0}]", "/xs/*")).containsExactly("/xs/0");
        assertThat(changed("[{op: move, from: /xs/2, path: /xs/0}]", "/xs/*")).isEmpty();
        assertThat(changed("[{op: move, from: /xs, path: /ys}]", "/*/*")).isEmpty();
    }

    @Test
    void changed_ofADeepPattern_isEveryLevelOnTheWay() {
        assertThat(changed("[{op: add, path: /xs/2/t/-, value: d}]", "/xs/**"))
                .containsExactly("/xs/2", "/xs/2/t", "/xs/2/t/1");
    }

    @Test
    void changedOrMoved_isAlsoWhatIsElsewhere() {
        assertThat(changedOrMoved("[{op: remove, path: /xs/0}]", "/xs/*")).containsExactly("/xs/0", "/xs/1");
        assertThat(changedOrMoved("[{op: remove, path: /xs/1}]", "/xs/*/n")).containsExactly("/xs/1/n");
        assertThat(changedOrMoved("[{op: move, from: /m/a, path: /m/b}]", "/m/*"))
                .containsExactly("/m/b");
        assertThat(changedOrMoved("[{op: add, path: /xs/-, value: 1}, {op: replace, path: /k, value: 7}]", "/**"))
                .containsExactly("/xs", "/xs/3");
    }

    private static List<String> changedOrMoved(String patch, String pattern) {
        try {
            Patch parsed = Patch.parse(Texts.json(patch), PatchLimits.DEFAULT);
            return revision(Texts.json(DOCUMENT), parsed)
                    .changedOrMoved(PathPattern.parse(pattern), place -> {})
                    .stream()
                    .map(JsonPointer::toString)
                    .toList();
        } catch (PatchSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** The same, found by looking at every place of the pattern. */
    private static List<JsonPointer> atAllPlaces(Revision revision, PathPattern pattern) {
        return pattern.expand(revision.after()).stream()
                .filter(place -> {
                    Optional<Json> before = revision.relocation()
                            .before(place)
                            .filter(pattern::matches)
                            .flatMap(then -> then.resolve(revision.before()));
                    return !before.equals(place.resolve(revision.after()));
                })
                .toList();
    }

    private static List<JsonPointer> movedAtAllPlaces(Revision revision, PathPattern pattern) {
        return pattern.expand(revision.after()).stream()
                .filter(place -> !revision.relocation()
                        .before(place)
                        .filter(place::equals)
                        .flatMap(then -> then.resolve(revision.before()))
                        .equals(place.resolve(revision.after())))
                .toList();
    }

    /** Of parts that are there twice: to look at each takes 2^40 steps. */
    @Test
    void changed_largeValuesThatAreAlike_areComparedByWhatIsKnownOfThem() {
        Json before = JsonObject.of("big", doubled(Json.of(1)));
        for (Json last : List.of(Json.of(1), Json.of(2))) {
            Revision revision = revision(
                    before, new Patch(List.of(new Operation.Replace(JsonPointer.parse("/big"), doubled(last)))));
            boolean isAnother = !last.equals(Json.of(1));

            assertThat(revision.effects()).hasSize(isAnother ? 1 : 0);
            assertThat(revision.changed(PathPattern.parse("/big/a/a"))).hasSize(isAnother ? 1 : 0);
            assertThat(revision.changed(PathPattern.parse("/big/c"))).isEmpty();
        }
    }

    private static Json doubled(Json last) {
        Json value = JsonObject.builder()
                .put("last", last)
                .put("text", Json.of("x".repeat(300)))
                .build();
        for (int i = 0; i < 40; i++) {
            value = JsonObject.builder().put("a", value).put("b", value).build();
        }
        return value;
    }

    @Test
    void changed_randomPatches_agreesWithALookAtAllPlaces() {
        long seed = Long.getLong("patchboard.seed", 1);
        Random random = new Random(seed);
        List<PathPattern> patterns = Stream.of(
                        "/*", "/*/*", "/*/*/*", "/a/*", "/a/0", "/a/1", "/b/*/c", "/a/*/0", "/**", "/a/**", "/*/0/**",
                        "", "/b")
                .map(PathPattern::parse)
                .toList();
        int applied = 0;
        int found = 0;
        for (int run = 0; run < 5_000; run++) {
            Json document = root(random);
            List<Operation> operations = new ArrayList<>();
            Json now = document;
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                Operation operation = operation(random, now);
                if (PatchApplier.apply(now, new Patch(List.of(operation))) instanceof PatchResult.Applied one) {
                    operations.add(operation);
                    now = one.document();
                }
            }
            Revision revision = revision(document, new Patch(operations));
            for (PathPattern pattern : patterns) {
                List<JsonPointer> expected = atAllPlaces(revision, pattern);
                assertThat(revision.changed(pattern))
                        .as("seed %d: %s after %s, by %s", seed, pattern, document, revision.patchJson())
                        .containsExactlyInAnyOrderElementsOf(expected);
                assertThat(revision.changedOrMoved(pattern, place -> {}))
                        .as("seed %d: %s after %s, by %s", seed, pattern, document, revision.patchJson())
                        .containsExactlyInAnyOrderElementsOf(movedAtAllPlaces(revision, pattern));
                found += expected.size();
            }
            applied += operations.size();
        }
        assertThat(applied).isGreaterThan(5_000);
        assertThat(found).isGreaterThan(5_000);
    }

    private static Operation operation(Random random, Json document) {
        List<JsonPointer> places = new ArrayList<>(PathPattern.parse("/**").expand(document));
        places.add(JsonPointer.ROOT);
        JsonPointer one = places.get(random.nextInt(places.size()));
        JsonPointer other = places.get(random.nextInt(places.size()));
        JsonPointer free = other.child(List.of("a", "b", "c", "0", "-").get(random.nextInt(5)));
        JsonPointer target = random.nextBoolean() ? free : other;
        return switch (random.nextInt(6)) {
            case 0, 1 -> new Operation.Remove(one);
            case 2 -> new Operation.Add(target, value(random, 2));
            case 3 -> new Operation.Replace(one, value(random, 2));
            case 4 -> new Operation.Copy(one, target);
            default -> one.isPrefixOf(target) ? new Operation.Remove(one) : new Operation.Move(one, target);
        };
    }

    private static Json root(Random random) {
        return JsonObject.builder()
                .put("a", value(random, 3))
                .put("b", value(random, 3))
                .build();
    }

    /** Of few different values, so that equal ones meet. */
    private static Json value(Random random, int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(3);
        if (kind == 0) {
            return Json.of(random.nextInt(2));
        }
        List<Json> parts = IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> value(random, depth - 1))
                .toList();
        if (kind == 1) {
            return JsonArray.copyOf(parts);
        }
        JsonObject.Builder object = JsonObject.builder();
        for (int i = 0; i < parts.size(); i++) {
            object.put(List.of("c", "a", "0", "b").get(i), parts.get(i));
        }
        return object.build();
    }
}
